#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "gusset/core_tracing/recording_node.hpp"
#include "recorder.hpp"

namespace gusset::core_tracing {

/// Records one node's part of a run. Tasks keep the numbers that they have in the whole program.
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
    if (std::exchange(is_migrated, false)) task.extra().submit_ticks = traces::unknown_time;
    const MessageEvent event = message_event();
    if (!event.message.is_none() && !task.is_planned()) follow(task, EventId(event.message.value()));
  }
  EventId event(unsigned worker, Task* task) {
    const HandleId message = message_event().message;
    return message.is_none() ? Recorder::event(worker, task) : EventId(message.value());
  }
  void submitted_by(unsigned worker, Task& submitter, Task& task) {
    if (message_event().message.is_none()) Recorder::submitted_by(worker, submitter, task);
  }

  std::int64_t now() const final { return Recorder::now(); }
  std::int64_t steady_ns() const final { return Recorder::steady_ns(); }
  void submits(std::uint64_t number) final { number_in_program = number; }
  void migrated(std::uint64_t number, NodeId home) final;
  void sent(const MessageEnd& end) final;
  void arrived(const MessageEnd& end) final;
  MessageEvent sends(const ProgramMessage& message) final;
  MessageEvent arrives(const ProgramMessage& message, std::int64_t begin, std::uint64_t wire_bytes) final;
  void compared(const traces::ClockComparison& comparison) final { spiller().add_comparison(comparison); }
  void flush() final { spiller().flush(); }

  /// Sets the engine that calls these hooks. Called before the engine's first task.
  void serves(const Engine& engine) { engine_ = &engine; }

 private:
  HandleId add_message(const ProgramMessage& message);
  /// The event after which this thread executes functions of a message; without a message if it executes
  /// none, or at a depth without events.
  MessageEvent message_event() const {
    return follows_events() ? MessageFunctions::event_of(*this) : MessageEvent();
  }

  static constexpr std::uint64_t no_number = std::numeric_limits<std::uint64_t>::max();
  /// The first number of tasks that other tasks submit; see FORMAT.md.
  static constexpr std::uint64_t first_own_number = std::uint64_t{1} << 62;

  /// The number of the next task that this thread submits.
  static inline thread_local std::uint64_t number_in_program = no_number;
  static inline thread_local bool is_migrated = false;

  const Engine* engine_ = nullptr;
  NodeId here_;
  std::function<std::optional<HandleInParts>(const HandleState&)> identify_;
  std::atomic<std::uint64_t> next_own_number_;
};

}  // namespace gusset::core_tracing
