#include "list_evaluator.hpp"

#include <algorithm>

namespace gusset::schedules {

ListEvaluator::ListEvaluator(const ScheduleProblem& problem, unsigned threads)
    : problem_(problem),
      threads_(threads),
      missing_(problem.size()),
      begin_ns_(problem.size()),
      end_ns_(problem.size()),
      is_held_(problem.groups.size()),
      parked_(problem.groups.size()) {
  order_.reserve(problem.size());
}

std::int64_t ListEvaluator::makespan_ns(std::span<const double> priorities) {
  priorities_ = priorities;
  reset();
  return running_.run([this](std::int64_t now_ns) { begin_all(now_ns); },
                      [this](std::uint32_t task) { end(task); });
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

/// Takes the task's groups, or parks the task at one that is held.
bool ListEvaluator::is_excluded(std::uint32_t task) {
  const auto groups = problem_.groups_of.of(task);
  for (const std::uint32_t group : groups) {
    if (!is_held_[group]) continue;
    parked_[group].push_back(task);
    return true;
  }
  for (const std::uint32_t group : groups) is_held_[group] = 1;
  return false;
}

void ListEvaluator::end(std::uint32_t task) {
  for (const std::uint32_t group : problem_.groups_of.of(task)) {
    is_held_[group] = 0;
    for (const std::uint32_t waiting : parked_[group]) add_ready(waiting);
    parked_[group].clear();
  }
  for (const std::uint32_t next : problem_.successors.of(task)) {
    if (--missing_[next] == 0) add_ready(next);
  }
}

}  // namespace gusset::schedules
