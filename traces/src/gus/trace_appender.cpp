#include "gusset/traces/gus/trace_appender.hpp"

#include <utility>

#include "gus_sink.hpp"
#include "gus_table_appender.hpp"

namespace gusset::traces {

struct TraceAppender::State {
  State(gus::FileSink file, const Metadata& metadata, const Recorded& recorded)
      : sink(std::move(file)), out(sink, metadata, recorded) {}

  gus::FileSink sink;
  gus::TableAppender out;
};

TraceAppender::TraceAppender(std::unique_ptr<State> state) : state_(std::move(state)) {}
TraceAppender::TraceAppender(TraceAppender&&) noexcept = default;
TraceAppender& TraceAppender::operator=(TraceAppender&&) noexcept = default;
TraceAppender::~TraceAppender() = default;

Result<TraceAppender> TraceAppender::create(const std::filesystem::path& path, const Metadata& metadata,
                                            const Recorded& recorded) {
  Result<gus::FileSink> sink = gus::FileSink::open(path);
  if (!sink) return sink.error();
  return TraceAppender(std::make_unique<State>(std::move(sink).value(), metadata, recorded));
}

void TraceAppender::append(const Trace& rows, std::span<const TaskId> access_tasks) {
  state_->out.append(rows, access_tasks);
}

void TraceAppender::append_spans(LaneId lane, const SpanColumns& spans) {
  state_->out.append_spans(lane, spans);
}

const Error* TraceAppender::failure() const {
  return state_->out.failure();
}

Result<Done> TraceAppender::finish() {
  if (Result<Done> done = state_->out.finish(); !done) return done;
  return state_->sink.commit();
}

}  // namespace gusset::traces
