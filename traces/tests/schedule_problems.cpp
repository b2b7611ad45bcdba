#include "schedule_problems.hpp"

#include <cmath>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "gusset/traces/model/task_times.hpp"

namespace gusset::traces::testing {

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

ScheduleProblem problem_of_trace(const Trace& trace) {
  return problem_of(trace, TaskGraph(trace), task_times(trace).duration_ns, "t.gus").value();
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

}  // namespace gusset::traces::testing
