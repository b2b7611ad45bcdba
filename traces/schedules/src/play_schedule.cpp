#include "gusset/traces/schedules/play_schedule.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "running_tasks.hpp"

namespace gusset::schedules {
namespace {

/// One worker's ready tasks. Of the tasks that belong to the same group and no other, only the first in the
/// worker's circle is a candidate: the others can't run before it. So a search tries at most one task per
/// held group.
class ReadyTasks {
 public:
  explicit ReadyTasks(const traces::ScheduleProblem& problem) : problem_(problem) {}

  void add(std::uint32_t task) {
    const auto groups = problem_.groups_of.of(task);
    if (groups.size() != 1) {
      candidates_.insert(task);
      return;
    }
    std::set<std::uint32_t>& members = members_[groups.front()];
    if (!members.empty()) candidates_.erase(first_in_circle(members));
    members.insert(task);
    candidates_.insert(first_in_circle(members));
  }

  /// Removes and returns the first task in the circle that may run. Nothing if no task may.
  template <class MayRun>
  std::optional<std::uint32_t> take(MayRun&& may_run) {
    auto at = candidates_.lower_bound(next_);
    passed_.clear();
    for (std::size_t tried = 0; tried < candidates_.size(); ++tried, ++at) {
      if (at == candidates_.end()) at = candidates_.begin();
      const std::uint32_t task = *at;
      const auto groups = problem_.groups_of.of(task);
      if (groups.size() == 1) passed_.emplace_back(task, groups.front());
      if (!may_run(task)) continue;
      candidates_.erase(at);
      next_ = task + 1;
      if (groups.size() == 1) members_[groups.front()].erase(task);
      move_candidates();
      return task;
    }
    return std::nullopt;
  }

 private:
  /// The worker has moved on in its circle, past these candidates.
  void move_candidates() {
    for (const auto& [task, group] : passed_) {
      candidates_.erase(task);
      const std::set<std::uint32_t>& members = members_[group];
      if (!members.empty()) candidates_.insert(first_in_circle(members));
    }
  }
  std::uint32_t first_in_circle(const std::set<std::uint32_t>& tasks) const {
    const auto first = tasks.lower_bound(next_);
    return first == tasks.end() ? *tasks.begin() : *first;
  }

  const traces::ScheduleProblem& problem_;
  std::set<std::uint32_t> candidates_;
  std::map<std::uint32_t, std::set<std::uint32_t>> members_;  // ready tasks that are in one group, by group
  // The candidates that a search passed, and their groups.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> passed_;
  std::uint32_t next_ = 0;  // where the worker continues
};

/// Workers that cycle through fixed lists. A task is known by its number; its place in its worker's list is
/// number ÷ threads.
class RoundRobin {
 public:
  RoundRobin(const traces::ScheduleProblem& problem, unsigned threads,
             std::span<const std::int64_t> duration_ns, std::int64_t overhead_ns)
      : problem_(problem),
        threads_(threads),
        duration_ns_(duration_ns),
        overhead_ns_(overhead_ns),
        ready_(threads, ReadyTasks(problem)),
        is_busy_(threads),
        is_held_(problem.groups.size()),
        missing_(problem.size()) {
    for (std::uint32_t task = 0; task < problem.size(); ++task) {
      missing_[task] = problem.predecessors.of(task).size();
      if (missing_[task] == 0) ready_[task % threads].add(task);
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
    const std::optional<std::uint32_t> task = ready_[worker].take([this](std::uint32_t each) {
      return std::ranges::none_of(problem_.groups_of.of(each),
                                  [this](std::uint32_t group) { return is_held_[group]; });
    });
    if (!task) return;
    for (const std::uint32_t group : problem_.groups_of.of(*task)) is_held_[group] = true;
    is_busy_[worker] = true;
    running_.add(now_ns + duration_ns_[*task] + overhead_ns_, *task);
  }

  void end(std::uint32_t task) {
    is_busy_[task % threads_] = false;
    for (const std::uint32_t group : problem_.groups_of.of(task)) is_held_[group] = false;
    for (const std::uint32_t next : problem_.successors.of(task)) {
      if (--missing_[next] == 0) ready_[next % threads_].add(next);
    }
  }

  const traces::ScheduleProblem& problem_;
  unsigned threads_;
  std::span<const std::int64_t> duration_ns_;
  std::int64_t overhead_ns_;
  std::vector<ReadyTasks> ready_;  // per worker
  std::vector<bool> is_busy_;
  std::vector<bool> is_held_;  // per group
  std::vector<std::size_t> missing_;
  RunningTasks running_;
};

}  // namespace

std::int64_t strict_makespan_ns(const traces::ScheduleProblem& problem, const TaskSchedule& schedule,
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

std::int64_t round_robin_makespan_ns(const traces::ScheduleProblem& problem, unsigned threads,
                                     std::span<const std::int64_t> duration_ns, std::int64_t overhead_ns) {
  return RoundRobin(problem, threads, duration_ns, overhead_ns).makespan_ns();
}

}  // namespace gusset::schedules
