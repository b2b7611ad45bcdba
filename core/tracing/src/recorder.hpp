#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>

#include "clock.hpp"
#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "recording.hpp"

namespace gusset::core_tracing {

/// The recorder that core's ThreadedEngine is made with here. What is known before a task runs is kept in its
/// TaskExtra, so that the worker that runs it writes all of it, into buffers of its own: nothing is shared
/// between workers. Tasks without a type are the engine's own.
class Recorder {
 public:
  static constexpr bool records = true;
  using Time = std::int64_t;  ///< ticks

  /// Throws ConfigurationError for a setting "depth" that is none.
  Recorder(const Options& options, unsigned workers, TraceReceiver receiver);

  void handle_added(const ::gusset::detail::HandleState& handle);

  /// Whether tasks must carry a TaskExtra.
  bool needs_extra() const { return depth_ != Depth::spans; }

  /// `is_program`: by the program's thread, outside of kernels, while it is the only one that submits so.
  void submitting(Task& task, bool is_program, bool is_exclusive) {
    if (depth_ == Depth::spans) return;  // tasks are numbered by their begin then
    TaskExtra& extra = task.extra();
    extra.submit_ticks = clock_.ticks();
    if (is_program) extend_submission(extra.submit_ticks);
    // Relaxed: only unique. While one thread submits it need not be one operation.
    if (is_exclusive) {
      const std::uint64_t number = next_number_.load(std::memory_order_relaxed);
      next_number_.store(number + 1, std::memory_order_relaxed);
      extra.number = number;
    } else {
      extra.number = next_number_.fetch_add(1, std::memory_order_relaxed);
    }
  }
  void ready_at_once(Task& task) {
    if (depth_ != Depth::spans) task.extra().ready_ticks = task.extra().submit_ticks;
  }
  void woken(Task& task) {
    if (depth_ != Depth::spans) task.extra().ready_ticks = clock_.ticks();
  }
  Time now() const { return clock_.ticks(); }
  void ran(unsigned worker, Task& task, Time begin) {
    const Time end = clock_.ticks();
    if (task.type_is_none()) return;
    if (depth_ != Depth::spans) {
      write(worker, task, begin, end);
    } else {
      *recording_.workers[worker].spans.append() = {begin, end, SpanRecord::of_type(task.type())};
    }
  }
  void skipped(unsigned worker, Task& task) {
    if (!task.type_is_none()) write(worker, task, not_run, not_run);
  }
  void stole(unsigned worker, Time since) { pause(worker, since, PauseRecord::Kind::steal); }
  void waited(unsigned worker, Time since) { pause(worker, since, PauseRecord::Kind::wait); }
  void finish();

 private:
  void write(unsigned worker, Task& task, Time begin, Time end);
  void pause(unsigned worker, Time since, PauseRecord::Kind kind);
  /// One span from the first to the last of the submissions between which worker 0 does nothing else.
  void extend_submission(Time now) {
    if (submission_begin_ == no_submission) submission_begin_ = now;
    submission_end_ = now;
  }
  void end_submission();

  static constexpr Time no_submission = -1;

  TraceReceiver receiver_;
  Depth depth_;
  Clock clock_;
  Recording recording_;
  std::mutex handles_;  // guards recording_.handles
  alignas(64) std::atomic<std::uint64_t> next_number_{0};
  // Worker 0's: as long as there are such submissions no other thread executes in its place.
  Time submission_begin_ = no_submission;
  Time submission_end_ = 0;
};

}  // namespace gusset::core_tracing
