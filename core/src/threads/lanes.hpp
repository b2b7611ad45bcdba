#pragma once
// Members of ThreadedEngine, included only by threaded_engine.hpp: how workers run a plan's static schedule.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include "threads/threaded_engine.hpp"
#include "threads/tuning.hpp"

namespace gusset::detail {

/// Waits for another thread's progress, which is likely to come soon but may take a kernel's time.
inline void pause_lane(int round) {
  if (round < spins_before_yields) {
    pause_briefly();
  } else if (round < spins_before_yields + yields_before_sleep) {
    std::this_thread::yield();
  } else {
    std::this_thread::sleep_for(lane_nap);
  }
}

/// Queues the lanes of a plan's run, each for its worker. All lanes of one run come before those of another
/// on every worker, so runs of different plans can't wait for each other in a cycle.
template <class Recorder>
void ThreadedEngine<Recorder>::start_lanes(Worker& me, Task& root) {
  PlanLanes& lanes = *plan_of(root).lanes;
  const auto count = static_cast<std::uint32_t>(lanes.size());
  ++lanes.runs;
  root.awaited.store(static_cast<std::int32_t>(1 + count),
                     std::memory_order_relaxed);  // relaxed: published together with the lanes
  // Release: pairs with in_flight(). Foreign threads share their count; only its own thread changes any other
  // count.
  me.submitted.fetch_add(count, std::memory_order_release);
  const std::lock_guard guard(lanes_lock_);
  for (std::uint32_t lane = 0; lane < count; ++lane)
    enqueue_by_policy(me, make_plan_lane(allocate(sizeof(Task), true), root, lane), ReadyCause::submitted,
                      false);
}

template <class Recorder>
void ThreadedEngine<Recorder>::run_lane(Worker& self, Task& root, std::uint32_t number) {
  PlanLanes& lanes = *plan_of(root).lanes;
  PlanLanes::Lane& lane = lanes[number];
  Task* const outer = self.task;
  self.lane_of = &root;
  if (lanes.form() == StaticForm::flags) {
    cycle_lane(self, lanes, lane);
  } else {
    follow_lane(self, lanes, lane);
  }
  self.lane_of = nullptr;
  self.has_run_lane = true;
  self.task = outer;
}

/// Runs the lane's steps in order.
template <class Recorder>
inline void ThreadedEngine<Recorder>::follow_lane(Worker& self, PlanLanes& lanes, PlanLanes::Lane& lane) {
  std::uint32_t done =
      lane.done.load(std::memory_order_relaxed);  // relaxed: only lanes of this number write it
  for (const PlanLanes::Step& step : lane.steps) {
    if (step.waits != 0) wait_for(lanes, lane, step);
    run_step(self, lanes, *step.task);
    lane.done.store(++done, std::memory_order_release);  // pairs with wait_for()
  }
}

/// Cycles through the lane's steps and runs those whose flags are set.
template <class Recorder>
inline void ThreadedEngine<Recorder>::cycle_lane(Worker& self, PlanLanes& lanes, PlanLanes::Lane& lane) {
  const auto steps = static_cast<std::uint32_t>(lane.steps.size());
  for (std::uint32_t step = 0; step < steps; ++step) lane.next[step] = step + 1 == steps ? 0 : step + 1;
  const auto is_ready = [&](const PlanLanes::Step& step) {
    const auto first = lane.awaited.begin() + step.first_wait;
    return std::all_of(first, first + step.waits, [&](const PlanLanes::Flag* flag) {
      return flag->load(std::memory_order_acquire) == lanes.runs;  // pairs with the store below
    });
  };
  std::uint32_t last = steps - 1;  // the step before the one to look at
  std::uint32_t passed = 0;        // since a task ran
  int round = 0;
  for (std::uint32_t left = steps; left > 0;) {
    const std::uint32_t at = lane.next[last];
    if (is_ready(lane.steps[at])) {
      run_step(self, lanes, *lane.steps[at].task);
      lane.flags[at].store(lanes.runs, std::memory_order_release);  // pairs with is_ready
      lane.next[last] = lane.next[at];
      --left;
      passed = 0;
      round = 0;
      continue;
    }
    last = at;
    if (++passed < left) continue;
    passed = 0;
    pause_lane(round++);
  }
}

/// Waits until other lanes have come far enough for the step.
template <class Recorder>
inline void ThreadedEngine<Recorder>::wait_for(PlanLanes& lanes, PlanLanes::Lane& lane,
                                               const PlanLanes::Step& step) {
  for (std::uint32_t i = 0; i < step.waits; ++i) {
    const PlanLanes::Wait& wait = lane.waits[step.first_wait + i];
    PlanLanes::Lane& other = lanes[wait.lane];
    const std::uint32_t needed =
        (lanes.runs - 1) * static_cast<std::uint32_t>(other.steps.size()) + wait.steps;
    std::uint32_t& seen = lane.seen[wait.lane];
    if (has_reached(seen, needed)) continue;
    for (int round = 0;; ++round) {
      seen = other.done.load(std::memory_order_acquire);  // pairs with follow_lane()
      if (has_reached(seen, needed)) break;
      pause_lane(round);
    }
  }
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::run_step(Worker& self, PlanLanes& lanes, Task& task) {
  if constexpr (checks_parts) count_holders(task, 1);
  if (failures_.any()) [[unlikely]] {
    if (const std::exception_ptr failure = failures_.stopping(task)) {
      task.extra().parent = self.lane_of;
      failures_.add(task, failure);
      recorder_.skipped(self.index, task);
      if constexpr (checks_parts) count_holders(task, -1);
      return;
    }
  }
  if constexpr (Recorder::records) {
    const std::uint32_t index = task.extra().plan_index;
    for (const std::uint32_t before : lanes.predecessors[index])
      task.extra().ready_ticks = std::max(task.extra().ready_ticks, lanes.end_ticks[before]);
    run_kernel(self, task);
    lanes.end_ticks[index] = recorder_.now();
  } else {
    run_kernel(self, task);
  }
  if constexpr (checks_parts) count_holders(task, -1);
}

template <class Recorder>
void ThreadedEngine<Recorder>::refuse_in_lane(const Task& task, const Task& parent) {
  throw UsageError("a plan's schedule: expected kernels that submit no subtasks, found task " +
                   quoted_name(parent) + ", which submits " + quoted_name(task));
}

}  // namespace gusset::detail
