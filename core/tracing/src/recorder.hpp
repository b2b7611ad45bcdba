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

/// The recorder for core's ThreadedEngine. Keeps a task's early data in its TaskExtra; the worker that runs
/// the task then writes all of it into its own memory. Workers therefore share nothing. Tasks without a type
/// are internal to the engine.
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
  void kernel_ended(unsigned) {}
  Time now() const { return clock_.ticks_after_reads(); }
  std::int64_t steady_ns() const { return clock_.steady_ns(); }
  void ran(unsigned worker, Task& task, Time begin) {
    const Time end = clock_.ticks();
    if (!task.type_is_none()) write(worker, task, SpanRecord::Kind::run, begin, end);
  }
  void skipped(unsigned worker, Task& task) {
    const Time now = clock_.ticks_after_reads();
    if (!task.type_is_none()) write(worker, task, SpanRecord::Kind::skipped, now, now);
  }
  /// Notes which tasks the worker stole from which victim. Call it before other threads can see the tasks.
  void stole(unsigned worker, Time since, unsigned victim, std::span<Task* const> tasks) {
    pause(worker, since, SpanRecord::Kind::steal);
    if (depth_ == Depth::spans || victim == worker) return;  // foreign threads act as worker 0
    for (Task* const task : tasks) {
      if (task->has_extra())
        task->extra().stolen_from =
            static_cast<std::uint16_t>(std::min<unsigned>(victim, TaskExtra::no_worker));
    }
  }
  void waited(unsigned worker, Time since) { pause(worker, since, SpanRecord::Kind::wait); }
  void finish();

 protected:
  Spiller& spiller() { return spiller_; }
  void submitting_as(Task& task, bool is_program, std::uint64_t number) {
    TaskExtra& extra = task.extra();
    extra.submit_ticks = clock_.ticks();
    extra.stolen_from = TaskExtra::no_worker;  // tasks of plans run many times
    extra.number = number;
    if (is_program) extend_submission(extra.submit_ticks);
    if (Annotation::innermost() != nullptr) [[unlikely]]
      annotate(number);
  }

 private:
  static constexpr Time no_submission = -1;
  static constexpr Time no_wait = -1;
  /// The thread's processor time is recorded after each time of this length without a record: a preempted
  /// thread has none.
  static constexpr std::int64_t long_time_ns = 100'000;

  /// One worker's state, on separate cache lines.
  struct alignas(128) Lane {
    RecordStream* stream = nullptr;
    Time last_end = std::numeric_limits<Time>::min();
    Time wait_begin = no_wait;  // of a wait that may continue: consecutive failed searches count as one wait
    Time wait_end = 0;
    Time blocked_begin = no_wait;  // of a wait for memory
    Time blocked_end = 0;
    Time long_ticks = 0;                                  // long_time_ns
    Time sample_time = std::numeric_limits<Time>::min();  // of the latest UsageRecord
    std::uint64_t thread = 0;                             // that acts as the worker; 0 before the first
    ThreadMeter meter;                                    // of that thread
  };
  static_assert(sizeof(Lane) == 128);
  /// Whether an access is recorded. In a node's part, the parts of replicas are not.
  bool is_recorded(const TaskAccess& access) const {
    return !access.is_covered() && !(is_part_ && access.handle().slot.is_none());
  }
  void write(unsigned worker, Task& task, SpanRecord::Kind kind, Time begin, Time end);
  void write_theft(Lane& lane, const TaskExtra& extra);
  void write_accesses(Lane& lane, Task& task, std::uint32_t count, std::byte* place);
  void write_pause(Lane& lane, SpanRecord::Kind kind, Time begin, Time end);
  void pause(unsigned worker, Time since, SpanRecord::Kind kind);
  void annotate(std::uint64_t number);
  void write_usage(Lane& lane, Time now, bool is_first);
  std::byte* append(Lane& lane, std::size_t bytes);
  void end_pauses(Lane& lane, Time before);
  /// Extends one span from the first to the last of a series of submissions between which worker 0 does
  /// nothing else.
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
  alignas(64) std::atomic<std::uint64_t> next_number_{0};
  // Worker 0's state: during such submissions no other thread acts as worker 0.
  Time submission_begin_ = no_submission;
  Time submission_end_ = 0;
};

}  // namespace gusset::core_tracing
