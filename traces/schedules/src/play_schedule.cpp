#include "gusset/traces/schedules/play_schedule.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "running_tasks.hpp"

namespace gusset::schedules {
namespace {

/// Workers that cycle through fixed lists. A task is known by its number; its place in its worker's list is
/// number ÷ threads.
class RoundRobin {
 public:
  RoundRobin(const ScheduleProblem& problem, unsigned threads, std::span<const std::int64_t> duration_ns,
             std::int64_t overhead_ns)
      : problem_(problem),
        threads_(threads),
        duration_ns_(duration_ns),
        overhead_ns_(overhead_ns),
        ready_(threads),
        next_(threads),
        is_busy_(threads),
        is_held_(problem.groups.size()),
        missing_(problem.size()) {
    for (std::uint32_t task = 0; task < problem.size(); ++task) {
      missing_[task] = problem.predecessors.of(task).size();
      if (missing_[task] == 0) ready_[task % threads].insert(task);
    }
  }

  std::int64_t makespan_ns() {
    return running_.run([this](std::int64_t now_ns) { begin_all(now_ns); },
                        [this](std::uint32_t task) { end(task); });
  }

 private:
  void begin_all(std::int64_t now_ns) {
    for (unsigned worker = 0; worker < threads_; ++worker) {
      if (!is_busy_[worker]) begin_next(worker, now_ns);
    }
  }

  void begin_next(unsigned worker, std::int64_t now_ns) {
    std::set<std::uint32_t>& ready = ready_[worker];
    auto at = ready.lower_bound(next_[worker]);
    for (std::size_t tried = 0; tried < ready.size(); ++tried, ++at) {
      if (at == ready.end()) at = ready.begin();
      const std::uint32_t task = *at;
      const auto groups = problem_.groups_of.of(task);
      if (std::ranges::any_of(groups, [this](std::uint32_t group) { return is_held_[group]; })) continue;
      for (const std::uint32_t group : groups) is_held_[group] = true;
      ready.erase(at);
      is_busy_[worker] = true;
      next_[worker] = task + 1;
      running_.add(now_ns + duration_ns_[task] + overhead_ns_, task);
      return;
    }
  }

  void end(std::uint32_t task) {
    is_busy_[task % threads_] = false;
    for (const std::uint32_t group : problem_.groups_of.of(task)) is_held_[group] = false;
    for (const std::uint32_t next : problem_.successors.of(task)) {
      if (--missing_[next] == 0) ready_[next % threads_].insert(next);
    }
  }

  const ScheduleProblem& problem_;
  unsigned threads_;
  std::span<const std::int64_t> duration_ns_;
  std::int64_t overhead_ns_;
  std::vector<std::set<std::uint32_t>> ready_;  // per worker
  std::vector<std::uint32_t> next_;             // per worker: where it continues
  std::vector<bool> is_busy_;
  std::vector<bool> is_held_;  // per group
  std::vector<std::size_t> missing_;
  RunningTasks running_;
};

}  // namespace

std::int64_t strict_makespan_ns(const ScheduleProblem& problem, const TaskSchedule& schedule,
                                std::span<const std::int64_t> duration_ns, std::int64_t overhead_ns) {
  std::vector<std::int64_t> end_ns(problem.size());
  std::vector<std::int64_t> worker_ns(schedule.lists.size());
  std::vector<std::int64_t> group_ns(problem.groups.size());
  std::int64_t makespan_ns = 0;
  for (const std::uint32_t task : schedule.order) {
    std::int64_t begin_ns = worker_ns[schedule.worker[task]];
    for (const std::uint32_t before : problem.predecessors.of(task))
      begin_ns = std::max(begin_ns, end_ns[before]);
    for (const std::uint32_t group : problem.groups_of.of(task))
      begin_ns = std::max(begin_ns, group_ns[group]);
    end_ns[task] = begin_ns + duration_ns[task] + overhead_ns;
    worker_ns[schedule.worker[task]] = end_ns[task];
    for (const std::uint32_t group : problem.groups_of.of(task)) group_ns[group] = end_ns[task];
    makespan_ns = std::max(makespan_ns, end_ns[task]);
  }
  return makespan_ns;
}

std::int64_t round_robin_makespan_ns(const ScheduleProblem& problem, unsigned threads,
                                     std::span<const std::int64_t> duration_ns, std::int64_t overhead_ns) {
  return RoundRobin(problem, threads, duration_ns, overhead_ns).makespan_ns();
}

}  // namespace gusset::schedules
