#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "gusset/core_tracing/recording_node.hpp"
#include "recorder.hpp"

namespace gusset::core_tracing {

/// Records one node's part of a run. Tasks have their numbers in the program.
class NodeRecorder : public Recorder, public PartRecorder {
 public:
  NodeRecorder(const Options& options, unsigned workers, Spiller::Open open, NodePart part);

  void handle_added(const HandleState& handle);
  void submitting(Task& task, bool is_program, bool) {
    if (!needs_extra()) return;
    std::uint64_t number = std::exchange(number_in_program, no_number);
    // Relaxed: only needs to be unique.
    if (number == no_number) number = next_own_number_.fetch_add(1, std::memory_order_relaxed);
    submitting_as(task, is_program, number);
  }

  std::int64_t now() const final { return Recorder::now(); }
  std::int64_t steady_ns() const final { return Recorder::steady_ns(); }
  void submits(std::uint64_t number) final { number_in_program = number; }
  void sent(const MessageEnd& end) final;
  void arrived(const MessageEnd& end) final;
  void compared(const traces::ClockComparison& comparison) final { spiller().add_comparison(comparison); }
  void flush() final { spiller().flush(); }

 private:
  static constexpr std::uint64_t no_number = std::numeric_limits<std::uint64_t>::max();
  /// Tasks that other tasks submit; see FORMAT.md.
  static constexpr std::uint64_t first_own_number = std::uint64_t{1} << 62;

  /// Of the next task that this thread submits.
  static inline thread_local std::uint64_t number_in_program = no_number;

  NodeId here_;
  std::function<std::optional<HandleInParts>(const HandleState&)> identify_;
  std::atomic<std::uint64_t> next_own_number_;
};

}  // namespace gusset::core_tracing
