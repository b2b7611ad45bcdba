#include "schedule_case.hpp"

#include <algorithm>
#include <utility>

namespace gusset::schedules::testing {
namespace {

/// Whether any two of the tasks run at once. Tasks without duration never do.
bool overlap(const traces::ScheduleProblem& problem, const TaskSchedule& schedule,
             std::span<const std::uint32_t> tasks) {
  std::vector<std::pair<std::int64_t, std::int64_t>> runs;
  for (const std::uint32_t task : tasks) {
    if (problem.duration_ns[task] > 0)
      runs.emplace_back(schedule.begin_ns[task], schedule.begin_ns[task] + problem.duration_ns[task]);
  }
  std::ranges::sort(runs);
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].first < runs[i - 1].second) return true;
  }
  return false;
}

}  // namespace

FoundSchedule search(const traces::ScheduleProblem& problem, unsigned threads, std::uint64_t evaluations,
                     std::uint64_t seed) {
  SearchOptions options;
  options.evaluations = evaluations;
  options.seed = seed;
  return find_schedule(problem, threads, options);
}

std::string fault_of(const traces::ScheduleProblem& problem, const FoundSchedule& found) {
  const TaskSchedule& schedule = found.schedule;
  std::int64_t makespan_ns = 0;
  std::size_t listed = 0;
  for (std::uint32_t task = 0; task < problem.size(); ++task) {
    makespan_ns = std::max(makespan_ns, schedule.begin_ns[task] + problem.duration_ns[task]);
    for (const std::uint32_t before : problem.predecessors.of(task)) {
      if (schedule.begin_ns[task] < schedule.begin_ns[before] + problem.duration_ns[before])
        return "task " + std::to_string(task) + " begins before task " + std::to_string(before) + " ends";
    }
  }
  for (std::uint32_t worker = 0; worker < schedule.lists.size(); ++worker) {
    const std::vector<std::uint32_t>& list = schedule.lists[worker];
    listed += list.size();
    if (overlap(problem, schedule, list)) return "two tasks at once on worker " + std::to_string(worker);
    for (const std::uint32_t task : list) {
      if (schedule.worker[task] != worker) return "a task in another worker's list";
    }
  }
  for (std::size_t group = 0; group < problem.groups.size(); ++group) {
    if (overlap(problem, schedule, problem.groups.of(group))) return "two tasks of a group at once";
  }
  if (listed != problem.size()) return "a task that is not in exactly one list";
  if (makespan_ns != found.found_ns) return "another makespan";
  return {};
}

}  // namespace gusset::schedules::testing
