#include "gusset/traces/model/span_source.hpp"

#include <utility>

namespace gusset::traces {
namespace {

class WholeTrace final : public SpanSource {
 public:
  explicit WholeTrace(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)), spans_(*trace_) {}
  const Trace& frame() const override { return spans_.frame(); }
  std::uint64_t tasks() const override { return spans_.tasks(); }
  TypeId type(TaskId task) const override { return spans_.type(task); }
  Result<const SpanColumns*> spans(LaneId lane) override { return spans_.spans(lane); }

 private:
  std::shared_ptr<const Trace> trace_;
  TraceSpans spans_;
};

}  // namespace

std::unique_ptr<SpanSource> share_spans(std::shared_ptr<const Trace> trace) {
  return std::make_unique<WholeTrace>(std::move(trace));
}

}  // namespace gusset::traces
