#include "recorder/work_log.hpp"

#include <algorithm>
#include <utility>

#include "recorder/current_task.hpp"
#include "recorder/recorder.hpp"

namespace gusset::ompt {
namespace {

/// Chunks are recorded together until they have taken this long.
constexpr std::int64_t recorded_time_ns = 20'000;

thread_local WorkLog own_work;

void append_range(ThreadLog& log, std::int64_t time_ns, const WorkCall& call) {
  if (call.step == 0) return;
  log.append(time_ns, EventKind::work_range, static_cast<std::uint64_t>(call.first),
             static_cast<std::uint64_t>(call.step));
}

}  // namespace

WorkLog& WorkLog::of_thread() {
  return own_work;
}

void WorkLog::begin_region(ThreadLog& log, std::int64_t time_ns, std::uint64_t region) {
  const WorkCall call = std::exchange(expected_in_region_, {});
  if (call.return_address == 0) return;
  log.append(time_ns, EventKind::region_work, region, call.chunk, call.detail.packed());
  append_range(log, time_ns, call);
}

void WorkLog::begin(ThreadLog& log, std::int64_t time_ns, std::uint64_t task, WorkKind kind,
                    std::uint64_t iterations, std::uint64_t address) {
  WorkCall call = std::exchange(expected_, {});
  if (call.return_address != 0) address = call.return_address;
  // The runtime reports the sections of a g++ program as a loop.
  if (kind != WorkKind::loop || call.detail.kind != WorkKind::sections) call.detail.kind = kind;
  const bool is_single = kind == WorkKind::single_executor || kind == WorkKind::single_other;
  append_range(log, time_ns, call);
  if (!is_single) log.append(time_ns, EventKind::work_count, iterations, call.chunk);
  log.append(time_ns, EventKind::work_begin, task, address, call.detail.packed());
  if (is_single) return;
  leave(task);  // a cancelled loop has no end
  if (count_ == loops_.size()) {
    std::shift_left(loops_.begin(), loops_.end(), 1);
    --count_;
  }
  loops_[count_++] = {.task = task, .since_ns = time_ns};
  ++begun_;
}

void WorkLog::end(ThreadLog& log, std::int64_t time_ns, WorkKind kind) {
  if (kind == WorkKind::single_executor || kind == WorkKind::single_other) {
    log.append(time_ns, EventKind::work_end);
    return;
  }
  if (count_ == 0) return;
  Loop& loop = loops_[--count_];
  finish_chunk(loop);
  log.append(time_ns, EventKind::work_end, loop.iterations, loop.chunks, loop.is_counted ? 1 : 0);
}

void WorkLog::end_copy_call(bool executes) {
  const std::uint64_t place = std::exchange(copy_place_, 0);
  if (!executes || place == 0) return;
  Recorder& recorder = Recorder::instance();
  ThreadLog* const log = recorder.log();
  const std::uint64_t task = log == nullptr ? 0 : current_task(*log);
  if (task != 0) begin(*log, recorder.now_ns(), task, WorkKind::single_executor, 0, place);
}

void WorkLog::reach_barrier(ThreadLog& log, std::int64_t time_ns, std::uint64_t task) {
  const std::uint64_t place = std::exchange(copy_place_, 0);
  if (place == 0) return;
  begin(log, time_ns, task, WorkKind::single_other, 0, place);
  end(log, time_ns, WorkKind::single_other);
}

void WorkLog::leave(std::uint64_t task) {
  while (count_ > 0 && loops_[count_ - 1].task == task) --count_;
}

void WorkLog::finish_chunk(Loop& loop) {
  if (!loop.is_running) return;
  loop.iterations += loop.running;
  ++loop.chunks;
  loop.is_running = false;
}

void WorkLog::begin_chunk(std::uint64_t iterations) {
  if (count_ == 0) return;
  Loop& loop = loops_[count_ - 1];
  if (loop.is_running) {
    finish_chunk(loop);
    Recorder& recorder = Recorder::instance();
    const std::int64_t now_ns = recorder.now_ns();
    if (now_ns - loop.since_ns >= recorded_time_ns) {
      if (ThreadLog* const log = recorder.log())
        log->append(now_ns, EventKind::work_chunks, loop.iterations, loop.chunks);
      loop.since_ns = now_ns;
      loop.iterations = loop.chunks = 0;
    }
  }
  loop.running = iterations;
  loop.is_running = true;
}

void WorkLog::set_iterations(std::uint64_t iterations) {
  if (count_ == 0) return;
  loops_[count_ - 1].iterations = iterations;
  loops_[count_ - 1].is_counted = true;
}

}  // namespace gusset::ompt
