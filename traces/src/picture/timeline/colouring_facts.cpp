#include <algorithm>
#include <array>

#include "colouring_kinds.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/task_filter.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/analysis/time/task_waits.hpp"

namespace gusset::traces::colourings {
namespace {

using Category = Colouring::Category;

std::vector<std::int64_t> medians_of_types(const Trace& trace, const TaskTimes& times) {
  std::vector<std::vector<std::int64_t>> durations(trace.types.size());
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.begin_ns[task] == unknown_time) continue;
    durations[trace.tasks.type[task].value()].push_back(times.duration_ns[task]);
  }
  std::vector<std::int64_t> medians(trace.types.size());
  for (std::size_t type = 0; type < durations.size(); ++type) {
    if (durations[type].empty()) continue;
    const auto middle = durations[type].begin() + static_cast<std::ptrdiff_t>(durations[type].size() / 2);
    std::nth_element(durations[type].begin(), middle, durations[type].end());
    medians[type] = *middle;
  }
  return medians;
}

/// Any runtime needs some time to take a task, so a delay of a microsecond or of a hundredth of the task's
/// duration does not count as a wait.
std::int64_t min_wait_ns(std::int64_t duration_ns) {
  return std::max<std::int64_t>(1000, duration_ns / 100);
}

/// Returns the cause of the longest step between the completion of a task's predecessors and its start. Steps
/// shorter than `min_ns` do not count.
std::uint8_t cause_of_waiting(const WaitTimes& waits, std::int64_t min_ns) {
  enum : std::uint8_t { at_once, worker, submission, message, peer, unknown };
  if (waits.begin_ns == unknown_time || waits.awaited_ns == unknown_time) return unknown;
  std::int64_t now_ns = waits.awaited_ns;
  std::int64_t longest_ns = 0;
  std::uint8_t cause = at_once;
  const auto step = [&](std::int64_t until_ns, std::uint8_t what) {
    if (until_ns == unknown_time || until_ns <= now_ns) return;
    if (until_ns - now_ns > longest_ns && until_ns - now_ns >= min_ns) {
      longest_ns = until_ns - now_ns;
      cause = what;
    }
    now_ns = until_ns;
  };
  // These two steps may overlap in time: the task waits last for the one that ends later.
  if (waits.arrived_ns != unknown_time && waits.submit_ns != unknown_time &&
      waits.arrived_ns < waits.submit_ns) {
    step(waits.arrived_ns, message);
    step(waits.submit_ns, submission);
  } else {
    step(waits.submit_ns, submission);
    step(waits.arrived_ns, message);
  }
  step(waits.ready_ns, worker);
  step(waits.takeable_ns, peer);
  step(waits.begin_ns, worker);
  return cause;
}

}  // namespace

std::shared_ptr<const Colouring> by_node(const Trace& trace) {
  const TaskTimes times = task_times(trace);
  NamedCategories named;
  for (std::size_t node = 0; node < trace.nodes.size(); ++node)
    named.number(trace.nodes[node].name, type_colour(node));
  std::vector<std::uint8_t> of_tasks(trace.tasks.size());
  for (std::size_t task = 0; task < of_tasks.size(); ++task) {
    const NodeId node = node_of_lane(trace, times.lane[task]);
    of_tasks[task] = node.is_none() ? named.number("did not run", unknown_colour)
                                    : named.number(trace.nodes[node.value()].name);
  }
  return std::make_shared<Colouring>("node", std::move(named.categories), std::move(of_tasks));
}

std::shared_ptr<const Colouring> by_level(const Trace& trace) {
  NamedCategories named;
  std::vector<std::uint8_t> of_tasks;
  const std::vector<std::uint32_t> levels = task_levels(trace);
  const std::uint32_t deepest = levels.empty() ? 0 : *std::max_element(levels.begin(), levels.end());
  for (std::uint32_t level = 1; level <= std::min<std::uint32_t>(deepest, 100); ++level)
    named.number("level " + std::to_string(level), type_colour(level - 1));
  for (const std::uint32_t level : levels) of_tasks.push_back(named.number("level " + std::to_string(level)));
  return std::make_shared<Colouring>("level", std::move(named.categories), std::move(of_tasks));
}

std::shared_ptr<const Colouring> by_duration(const Trace& trace) {
  const TaskTimes times = task_times(trace);
  const std::vector<std::int64_t> medians = medians_of_types(trace, times);
  constexpr std::array<double, 5> bounds{0.5, 1.5, 2.0, 5.0, 10.0};
  std::vector<Category> categories{
      {"below 0.5 × median", Colour{0x3B, 0x5F, 0xBF}}, {"typical", Colour{0xB9, 0xC2, 0xCC}},
      {"1.5 to 2 × median", Colour{0xE8, 0xB7, 0x5A}},  {"2 to 5 × median", Colour{0xDE, 0x7A, 0x2A}},
      {"5 to 10 × median", Colour{0xB8, 0x2E, 0x2E}},   {"10 × median and up", Colour{0x5A, 0x0A, 0x3C}}};
  std::vector<std::uint8_t> of_tasks(trace.tasks.size());
  for (std::size_t task = 0; task < of_tasks.size(); ++task) {
    const auto median =
        static_cast<double>(std::max<std::int64_t>(1, medians[trace.tasks.type[task].value()]));
    const double ratio = static_cast<double>(times.duration_ns[task]) / median;
    of_tasks[task] =
        static_cast<std::uint8_t>(std::upper_bound(bounds.begin(), bounds.end(), ratio) - bounds.begin());
  }
  return std::make_shared<Colouring>("duration", std::move(categories), std::move(of_tasks));
}

std::shared_ptr<const Colouring> by_slack(const Trace& trace) {
  std::vector<Category> categories{
      {"none", Colour{0xB8, 0x1B, 0x3A}},      {"up to 1 % of path", Colour{0xDE, 0x7A, 0x2A}},
      {"up to 5 %", Colour{0xD9, 0xB3, 0x2E}}, {"up to 20 %", Colour{0x6F, 0xA8, 0xC9}},
      {"more", Colour{0x2F, 0x5D, 0x9B}},      {"unknown", unknown_colour}};
  constexpr std::array<double, 4> bounds{0.0, 0.01, 0.05, 0.2};
  std::vector<std::uint8_t> of_tasks(trace.tasks.size(), std::uint8_t{5});
  const TaskGraph graph(trace);
  const TaskTimes times = task_times(trace);
  if (const auto found = bound_and_slack(graph, times.duration_ns)) {
    const auto length = static_cast<double>(std::max<std::int64_t>(1, found->bound.length_ns));
    for (std::size_t task = 0; task < of_tasks.size(); ++task) {
      const double share = static_cast<double>(found->slack_ns[task]) / length;
      of_tasks[task] =
          static_cast<std::uint8_t>(std::lower_bound(bounds.begin(), bounds.end(), share) - bounds.begin());
    }
  }
  return std::make_shared<Colouring>("slack", std::move(categories), std::move(of_tasks));
}

std::shared_ptr<const Colouring> by_waiting(const Trace& trace) {
  std::vector<Category> categories{
      {"started at once", Colour{0xB9, 0xC2, 0xCC}}, {"waited for worker", type_colour(0)},
      {"not yet submitted", type_colour(1)},         {"waited for message", type_colour(3)},
      {"waited for peer", type_colour(2)},           {"unknown", Colour{0x70, 0x70, 0x70}}};
  const TaskGraph graph(trace);
  const TaskWaits waits(trace, graph);
  std::vector<std::uint8_t> of_tasks(trace.tasks.size());
  for (std::size_t task = 0; task < of_tasks.size(); ++task)
    of_tasks[task] = cause_of_waiting(waits.of(TaskId(task)), min_wait_ns(waits.times().duration_ns[task]));
  return std::make_shared<Colouring>("waiting", std::move(categories), std::move(of_tasks));
}

}  // namespace gusset::traces::colourings
