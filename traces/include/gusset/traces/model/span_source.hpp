#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Provides spans lane by lane, so that a figure can show a trace that does not fit into memory.
class SpanSource {
 public:
  virtual ~SpanSource() = default;

  /// Everything but spans, tasks, accesses, attributes and counters, which may be missing. `recorded`
  /// describes the whole trace.
  virtual const Trace& frame() const = 0;
  virtual std::uint64_t tasks() const = 0;
  virtual TypeId type(TaskId task) const = 0;

  /// The result is valid until the next call. Fails if the file turns out to be damaged.
  virtual Result<const SpanColumns*> spans(LaneId lane) = 0;
};

/// The spans of a trace in memory.
class TraceSpans final : public SpanSource {
 public:
  /// The trace must outlive this object.
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

/// The spans of a .gus file. Keeps one lane at a time in memory, and one to four bytes per task for its type.
/// Validates what it reads as `read_gus` does, except for totals over lanes. Reads a recording whole, because
/// its spans are scattered over the file. Fails like `read_gus`.
Result<std::unique_ptr<SpanSource>> open_gus_spans(const std::filesystem::path& path);

}  // namespace gusset::traces
