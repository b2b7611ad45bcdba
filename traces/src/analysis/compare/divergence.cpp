#include "gusset/traces/analysis/compare/divergence.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

namespace gusset::traces {
namespace {

constexpr std::int64_t parts_of_makespan = 100;

}  // namespace

std::optional<Divergence> divergence(const TaskTimes& run, const TaskTimes& other,
                                     const std::vector<TaskId>& match, std::int64_t other_makespan_ns) {
  std::vector<TaskId> tasks;
  std::vector<std::int64_t> expected_ns;
  for (std::size_t task = 0; task < match.size(); ++task) {
    if (match[task].is_none() || run.end_ns[task] == unknown_time) continue;
    const std::int64_t end_ns = other.end_ns[match[task].value()];
    if (end_ns == unknown_time) continue;
    tasks.emplace_back(task);
    expected_ns.push_back(end_ns);
  }
  if (tasks.empty()) return std::nullopt;
  const auto end_of = [&run](TaskId task) { return run.end_ns[task.value()]; };
  std::sort(tasks.begin(), tasks.end(),
            [&](TaskId a, TaskId b) { return std::tuple(end_of(a), a) < std::tuple(end_of(b), b); });
  std::sort(expected_ns.begin(), expected_ns.end());

  Divergence result;
  result.tolerance_ns = std::max<std::int64_t>(1, other_makespan_ns / parts_of_makespan);
  const auto lag_ns = [&](std::size_t k) { return end_of(tasks[k]) - expected_ns[k]; };
  result.end_lag_ns = lag_ns(tasks.size() - 1);
  const std::int64_t side = result.end_lag_ns < 0 ? -1 : 1;
  const auto is_beyond = [&](std::size_t k) { return side * lag_ns(k) > result.tolerance_ns; };
  std::size_t first = tasks.size();
  while (first > 0 && is_beyond(first - 1)) --first;
  if (first == tasks.size()) return result;
  result.diverges = true;
  result.task = tasks[first];
  result.other_task = match[tasks[first].value()];
  result.ended = first;
  result.end_ns = end_of(tasks[first]);
  result.expected_ns = expected_ns[first];
  return result;
}

}  // namespace gusset::traces
