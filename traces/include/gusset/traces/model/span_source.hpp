#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Spans lane by lane, for figures about traces that need not fit into memory.
class SpanSource {
 public:
  virtual ~SpanSource() = default;

  /// Everything but spans, tasks, accesses, attributes and counters, which may be missing. What `recorded`
  /// says is true of the whole trace.
  virtual const Trace& frame() const = 0;
  virtual std::uint64_t tasks() const = 0;
  virtual TypeId type(TaskId task) const = 0;

  /// Valid until the next call. Fails where a file turns out to be damaged.
  virtual Result<const SpanColumns*> spans(LaneId lane) = 0;
};

/// The spans of a trace in memory.
class TraceSpans final : public SpanSource {
 public:
  /// The trace must outlive this.
  explicit TraceSpans(const Trace& trace) : trace_(std::shared_ptr<const Trace>(), &trace) {}
  /// Keeps the trace alive.
  explicit TraceSpans(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {}

  const Trace& frame() const override { return *trace_; }
  std::uint64_t tasks() const override { return trace_->tasks.size(); }
  TypeId type(TaskId task) const override { return trace_->tasks.type[task.value()]; }
  Result<const SpanColumns*> spans(LaneId lane) override { return &trace_->lanes[lane.value()].spans; }

 private:
  std::shared_ptr<const Trace> trace_;
};

/// Those of a .gus file: one lane at a time is in memory, and one to four bytes per task for its type. What
/// is read is validated like `read_gus` does it, but for totals over lanes. A recording, whose spans are
/// scattered, is read whole. Fails like `read_gus`.
Result<std::unique_ptr<SpanSource>> open_gus_spans(const std::filesystem::path& path);

}  // namespace gusset::traces
