#include "list_evaluator.hpp"

#include <algorithm>
#include <iterator>

namespace gusset::schedules {

ListEvaluator::ListEvaluator(const traces::ScheduleProblem& problem, unsigned threads)
    : problem_(problem),
      threads_(threads),
      missing_(problem.size()),
      begin_ns_(problem.size()),
      end_ns_(problem.size()),
      free_ns_(threads),
      group_ns_(problem.groups.size()),
      is_held_(problem.groups.size()),
      parked_(problem.groups.size()) {
  order_.reserve(problem.size());
}

std::int64_t ListEvaluator::makespan_ns(std::span<const double> priorities, FreeWorker free_worker) {
  priorities_ = priorities;
  reset();
  if (free_worker == FreeWorker::may_wait) return run_patiently();
  return running_.run([this](std::int64_t now_ns) { begin_all(now_ns); },
                      [this](std::uint32_t task) { end(task); });
}

std::int64_t ListEvaluator::run_patiently() {
  std::ranges::fill(free_ns_, 0);
  std::ranges::fill(group_ns_, 0);
  while (!ready_.empty()) {
    const std::uint32_t task = ready_.front().task;
    std::pop_heap(ready_.begin(), ready_.end());
    ready_.pop_back();
    place(task);
    for (const std::uint32_t next : problem_.successors.of(task)) {
      if (--missing_[next] == 0) add_ready(next);
    }
  }
  // Predecessors that take no time begin when their successors do, so the sort must be stable.
  std::ranges::stable_sort(order_, {}, [this](std::uint32_t task) { return begin_ns_[task]; });
  return free_ns_.back();
}

/// Begins the task as early as possible, on the worker that was free last by then.
void ListEvaluator::place(std::uint32_t task) {
  std::int64_t begin_ns = free_ns_.front();
  for (const std::uint32_t before : problem_.predecessors.of(task))
    begin_ns = std::max(begin_ns, end_ns_[before]);
  for (const std::uint32_t group : problem_.groups_of.of(task))
    begin_ns = std::max(begin_ns, group_ns_[group]);
  const std::int64_t end_ns = begin_ns + problem_.duration_ns[task];
  for (const std::uint32_t group : problem_.groups_of.of(task)) group_ns_[group] = end_ns;
  // The entry of that worker moves to where its new time belongs.
  const auto worker = std::prev(std::ranges::upper_bound(free_ns_, begin_ns));
  const auto later = std::upper_bound(worker + 1, free_ns_.end(), end_ns);
  std::move(worker + 1, later, worker);
  *(later - 1) = end_ns;
  order_.push_back(task);
  begin_ns_[task] = begin_ns;
  end_ns_[task] = end_ns;
}

void ListEvaluator::reset() {
  order_.clear();
  ready_.clear();
  for (std::uint32_t task = 0; task < problem_.size(); ++task) {
    missing_[task] = static_cast<std::uint32_t>(problem_.predecessors.of(task).size());
    if (missing_[task] == 0) ready_.push_back({priorities_[task], task});
  }
  std::make_heap(ready_.begin(), ready_.end());
}

void ListEvaluator::add_ready(std::uint32_t task) {
  ready_.push_back({priorities_[task], task});
  std::push_heap(ready_.begin(), ready_.end());
}

void ListEvaluator::begin_all(std::int64_t now_ns) {
  while (running_.size() < threads_ && !ready_.empty()) {
    const std::uint32_t task = ready_.front().task;
    std::pop_heap(ready_.begin(), ready_.end());
    ready_.pop_back();
    if (is_excluded(task)) continue;
    order_.push_back(task);
    begin_ns_[task] = now_ns;
    end_ns_[task] = now_ns + problem_.duration_ns[task];
    running_.add(end_ns_[task], task);
  }
}

/// Takes the task's groups, or parks the task at one that is held. Then it leaves the other groups to
/// the next tasks.
bool ListEvaluator::is_excluded(std::uint32_t task) {
  const auto groups = problem_.groups_of.of(task);
  const auto held = std::ranges::find_if(groups, [this](std::uint32_t group) { return is_held_[group]; });
  if (held == groups.end()) {
    for (const std::uint32_t group : groups) is_held_[group] = 1;
    return false;
  }
  parked_[*held].push_back({priorities_[task], task});
  std::push_heap(parked_[*held].begin(), parked_[*held].end());
  for (const std::uint32_t group : groups) wake(group);
  return true;
}

/// Makes the most urgent task that is parked at a group ready, unless the group is held. The others would
/// find the group held, or follow when that task gives it up.
void ListEvaluator::wake(std::uint32_t group) {
  std::vector<Ready>& parked = parked_[group];
  if (is_held_[group] || parked.empty()) return;
  std::pop_heap(parked.begin(), parked.end());
  add_ready(parked.back().task);
  parked.pop_back();
}

void ListEvaluator::end(std::uint32_t task) {
  for (const std::uint32_t group : problem_.groups_of.of(task)) {
    is_held_[group] = 0;
    wake(group);
  }
  for (const std::uint32_t next : problem_.successors.of(task)) {
    if (--missing_[next] == 0) add_ready(next);
  }
}

}  // namespace gusset::schedules
