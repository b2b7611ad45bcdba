#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "recording.hpp"

namespace gusset::core_tracing {

/// The recorder that core's ThreadedEngine is made with here. What is known before a task runs is kept ahead
/// of its block, so that the worker that runs it writes all of it, into a buffer of its own: nothing is
/// shared between workers.
class Recorder {
 public:
  using Time = std::int64_t;  ///< ns of the steady clock

  static constexpr std::size_t header_bytes = 32;

  Recorder(const Options& options, unsigned workers, TraceReceiver receiver);

  void handle_added(const detail::HandleState& handle);

  void submitting(Task& task);
  void ready_at_once(Task& task) { header(task).ready_ns = header(task).submit_ns; }
  void woken(const std::vector<Task*>& tasks) {
    const Time time = now();
    for (Task* task : tasks) header(*task).ready_ns = time;
  }
  static Time now();
  void ran(unsigned worker, Task& task, Time begin) { write(worker, task, begin, now()); }
  void skipped(unsigned worker, Task& task) { write(worker, task, not_run, not_run); }
  void finish();

 private:
  struct Header {
    std::int64_t submit_ns = 0;
    std::int64_t ready_ns = 0;
    std::uint64_t parent = no_parent;  // its number: the task itself may be gone
  };
  static_assert(sizeof(Header) <= header_bytes && header_bytes % alignof(std::max_align_t) == 0);

  static Header& header(Task& task) {
    return *reinterpret_cast<Header*>(reinterpret_cast<std::byte*>(&task) - header_bytes);
  }
  void write(unsigned worker, Task& task, Time begin, Time end);

  TraceReceiver receiver_;
  std::mutex handles_;  // guards recording_.handles
  Recording recording_;
};

}  // namespace gusset::core_tracing
