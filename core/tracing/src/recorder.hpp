#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "clock.hpp"
#include "gusset/base/thread_meter.hpp"
#include "gusset/core/annotation.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/task.hpp"
#include "gusset/traces/model/recorded_part.hpp"
#include "records.hpp"
#include "spiller.hpp"

namespace gusset::core_tracing {

inline constexpr const char* depth_setting = "depth";
inline constexpr const char* memory_setting = "trace_memory";

/// The depth from the setting "depth"; accesses if it is not set. Throws ConfigurationError.
Depth depth_from(const Options& options);

/// The limit on a recording's memory, from the setting "trace_memory" in MiB; 256 MiB if it is not set.
/// Throws ConfigurationError.
std::size_t memory_bytes_from(const Options& options);

/// Receives a completed recording. finish() rethrows what it throws.
using Completed = std::function<void(traces::RecordingFile)>;

/// The recorder for core's ThreadedEngine. Keeps what is known before a task runs in the task's TaskExtra;
/// the worker that runs the task then writes everything into the worker's own memory. Workers therefore share
/// nothing. Tasks without a type are internal to the engine and are not recorded.
class Recorder {
 public:
  static constexpr bool records = true;
  static constexpr bool is_open = false;
  using Time = std::int64_t;  ///< ticks

  /// Throws ConfigurationError if the setting "depth" or "trace_memory" is invalid.
  Recorder(const Options& options, unsigned workers, Spiller::Open open, Completed completed,
           std::optional<traces::RecordedPart> part = std::nullopt, ClockError clock_error = {});

  /// The calling thread acts as this worker until another thread does.
  void acts_as(unsigned worker);

  HandleId new_handle_id() { return spiller_.handles().new_id(); }
  void handle_added(const HandleState& handle);

  /// Whether tasks must carry a TaskExtra.
  bool needs_extra() const { return depth_ != Depth::spans; }

  /// `is_program`: the program's thread submits, outside of kernels, and is the only thread that does so.
  /// `is_exclusive`: no other thread submits at the same time.
  void submitting(Task& task, bool is_program, bool is_exclusive) {
    if (depth_ == Depth::spans) return;  // at this depth, tasks are numbered when they begin
    // Relaxed: only needs to be unique. A single submitter does not need an atomic increment.
    std::uint64_t number = 0;
    if (is_exclusive) {
      number = next_number_.load(std::memory_order_relaxed);
      next_number_.store(number + 1, std::memory_order_relaxed);
    } else {
      number = next_number_.fetch_add(1, std::memory_order_relaxed);
    }
    submitting_as(task, is_program, number);
  }
  void ready_at_once(Task& task) {
    if (depth_ != Depth::spans) task.extra().ready_ticks = task.extra().submit_ticks;
  }
  void woken(Task& task) {
    if (depth_ != Depth::spans) task.extra().ready_ticks = clock_.ticks();
  }
  /// Notes that `submitter` submits `task`, which is not its subtask. If the submitter's function `then` does
  /// so, the task follows the submitter.
  void submitted_by(unsigned worker, Task& submitter, Task& task) { follow(task, event(worker, &submitter)); }
  Time now() const { return clock_.ticks_after_reads(); }
  std::int64_t steady_ns() const { return clock_.steady_ns(); }
  void kernel_ended(unsigned worker) { current_[worker].kernel_end = clock_.ticks(); }
  void ran(unsigned worker, Task& task, Time begin) {
    const Time now = clock_.ticks();
    const CurrentTask& current = current_[worker];
    if (!task.type_is_none())
      write(worker, task, SpanRecord::Kind::run, begin,
            current.kernel_end == no_time ? now : current.kernel_end, now);
  }
  void skipped(unsigned worker, Task& task) {
    const Time now = clock_.ticks_after_reads();
    if (!task.type_is_none()) write(worker, task, SpanRecord::Kind::skipped, now, now, now);
  }

  // Events: see Engine. The end of a task's kernel is recorded as a handle: the task writes it, and the tasks
  // that have waited for it read it.
  bool follows_events() const { return depth_ == Depth::accesses; }
  /// The end of the task that the calling thread executes as that worker. None if the task is null, or if its
  /// kernel or its subtasks still run: other tasks then need not wait for its end.
  EventId event(unsigned worker, Task* task);
  void begins_after(unsigned worker, std::span<const EventId> events);
  /// Notes that the worker stole these tasks from the victim. Call it before other threads can see the tasks.
  void stole(unsigned worker, Time since, unsigned victim, std::span<Task* const> tasks) {
    pause(worker, since, SpanRecord::Kind::steal);
    if (depth_ == Depth::spans || victim == worker) return;  // foreign threads act as worker 0
    for (Task* const task : tasks) {
      if (task->has_extra())
        task->extra().stolen_from =
            static_cast<std::uint16_t>(std::min<unsigned>(victim, TaskExtra::no_worker));
    }
  }
  void note(const std::string& text) { spiller_.add_note(text); }
  void waited(unsigned worker, Time since) { pause(worker, since, SpanRecord::Kind::wait); }
  void finish();

 protected:
  Spiller& spiller() { return spiller_; }
  /// Notes that an event caused the submission of this task. The task has waited for the event, so its record
  /// has no submit time. Call it after submitting_as.
  static void follow(Task& task, EventId event) { task.extra().follows = event.value(); }
  /// Notes that `task`, which the worker runs, writes this handle, if the task's kernel and subtasks have
  /// ended.
  void writes(unsigned worker, const Task& task, HandleId handle);
  void submitting_as(Task& task, bool is_program, std::uint64_t number) {
    TaskExtra& extra = task.extra();
    extra.submit_ticks = clock_.ticks();
    extra.stolen_from = TaskExtra::no_worker;  // tasks of plans run many times
    extra.number = number;
    if (!task.is_planned()) extra.follows = EventId::none_value;
    if (is_program) extend_submission(extra.submit_ticks);
    if (extra.priority != 0 && depth_ != Depth::spans) [[unlikely]]
      spiller_.values().add(number, traces::priority_attribute, std::int64_t{extra.priority});
    if (Annotation::innermost() != nullptr) [[unlikely]]
      annotate(number);
  }

 private:
  static constexpr Time no_submission = -1;
  static constexpr Time no_wait = -1;
  static constexpr Time no_time = std::numeric_limits<Time>::min();
  /// A thread's processor time is recorded after each period of this length without a record, because a
  /// preempted thread writes no records.
  static constexpr std::int64_t long_time_ns = 100'000;

  /// One worker's state, on separate cache lines.
  struct alignas(128) Lane {
    RecordStream* stream = nullptr;
    Time last_end = std::numeric_limits<Time>::min();
    Time wait_begin = no_wait;  // start of a wait that may go on: consecutive failed searches are one wait
    Time wait_end = 0;
    Time blocked_begin = no_wait;  // start of a wait for memory
    Time blocked_end = 0;
    Time long_ticks = 0;                                  // long_time_ns in ticks
    Time sample_time = std::numeric_limits<Time>::min();  // time of the latest UsageRecord
    std::uint64_t thread = 0;  // the thread that acts as the worker; 0: none so far
    ThreadMeter meter;         // meters that thread
  };
  static_assert(sizeof(Lane) == 128);
  /// What is recorded about the task that a worker runs, besides its accesses; on separate cache lines.
  struct alignas(128) CurrentTask {
    Time kernel_end = no_time;
    EventId event;                  // the task's end, if anything has asked for it
    std::vector<EventId> after;     // the events that the task has waited for, each once
    std::vector<HandleId> written;  // the handles of the events that it causes

    bool is_used() const { return kernel_end != no_time || !after.empty() || !written.empty(); }
    void clear() {
      kernel_end = no_time;
      event = {};
      after.clear();
      written.clear();
    }
  };
  static bool has_ended(const CurrentTask& current, const Task& task) {
    // Relaxed: only this thread submits the task's subtasks. A subtask that has just ended may still count as
    // running.
    return current.kernel_end != no_time && task.awaited.load(std::memory_order_relaxed) <= 1;
  }
  static bool follows(Task& task) {
    return !task.is_planned() && task.extra().follows != EventId::none_value;
  }
  /// Whether an access is recorded. One node's part of a run leaves out accesses to parts of replicas.
  bool is_recorded(const TaskAccess& access) const {
    return !access.is_covered() && !(is_part_ && access.handle().slot.is_none());
  }
  void write(unsigned worker, Task& task, SpanRecord::Kind kind, Time begin, Time end, Time now);
  void write_theft(Lane& lane, const TaskExtra& extra);
  template <class Visit>
  void for_each_access(Task& task, const CurrentTask& current, Visit&& visit) const;
  void write_accesses(Lane& lane, Task& task, const CurrentTask& current, std::uint32_t count,
                      std::byte* place);
  void write_pause(Lane& lane, SpanRecord::Kind kind, Time begin, Time end);
  void pause(unsigned worker, Time since, SpanRecord::Kind kind);
  void annotate(std::uint64_t number);
  void write_usage(Lane& lane, Time now, bool is_first);
  std::byte* append(Lane& lane, std::size_t bytes);
  void end_pauses(Lane& lane, Time before);
  /// Extends the span of a series of submissions, from the first to the last. Worker 0 does nothing else
  /// between them.
  void extend_submission(Time now) {
    if (submission_begin_ == no_submission) submission_begin_ = now;
    submission_end_ = now;
  }
  void end_submission();

  Completed completed_;
  Depth depth_;
  bool is_part_;
  Clock clock_;
  Spiller spiller_;
  std::vector<Lane> lanes_;
  std::vector<CurrentTask> current_;  // by worker
  alignas(64) std::atomic<std::uint64_t> next_number_{0};
  // Worker 0's state: while the program's thread submits, no other thread acts as worker 0.
  Time submission_begin_ = no_submission;
  Time submission_end_ = 0;
};

}  // namespace gusset::core_tracing
