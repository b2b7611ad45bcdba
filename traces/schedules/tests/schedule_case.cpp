#include "schedule_case.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "gusset/traces/model/task_times.hpp"

namespace gusset::schedules::testing {
namespace {

/// Whether any two of the tasks run at once. Tasks without duration never do.
bool overlap(const ScheduleProblem& problem, const TaskSchedule& schedule,
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

ScheduleProblem graph_file(const std::string& name) {
  std::ifstream file(std::string(SCHEDULE_GRAPHS) + "/" + name);
  if (!file) throw std::invalid_argument("no graph " + name);
  std::vector<std::int64_t> durations;
  std::vector<GraphEdge> edges;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    double duration_ns = 0.0;
    int handle = 0;
    words >> duration_ns >> handle;
    std::uint32_t before = 0;
    std::uint32_t count = 0;
    const auto task = static_cast<std::uint32_t>(durations.size());
    for (words >> count; words >> before;) edges.push_back({before, task});
    durations.push_back(std::llround(duration_ns));
  }
  return make_problem(std::move(durations), std::move(edges)).value();
}

ScheduleProblem graham() {
  return make_problem({3, 2, 2, 2, 4, 4, 4, 4, 9}, {{0, 8}, {3, 4}, {3, 5}, {3, 6}, {3, 7}}).value();
}

ScheduleProblem problem_of_trace(const traces::Trace& trace) {
  return problem_of(trace, traces::TaskGraph(trace), traces::task_times(trace).duration_ns, "t.gus").value();
}

ScheduleProblem random_problem(std::size_t tasks, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::int64_t> durations;
  std::vector<GraphEdge> edges;
  std::vector<std::vector<std::uint32_t>> groups(tasks / 4);
  for (std::uint32_t task = 0; task < tasks; ++task) {
    durations.push_back(static_cast<std::int64_t>(random() % 10));
    for (std::uint64_t i = random() % 3; i > 0 && task > 0; --i)
      edges.push_back({static_cast<std::uint32_t>(random() % task), task});
    if (!groups.empty() && random() % 2 == 0) groups[random() % groups.size()].push_back(task);
  }
  return make_problem(std::move(durations), std::move(edges), groups).value();
}

FoundSchedule search(const ScheduleProblem& problem, unsigned threads, std::uint64_t evaluations,
                     std::uint64_t seed) {
  SearchOptions options;
  options.evaluations = evaluations;
  options.seed = seed;
  return find_schedule(problem, threads, options);
}

std::string fault_of(const ScheduleProblem& problem, const FoundSchedule& found) {
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
