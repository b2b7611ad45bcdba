#include "sweep_measures.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::cli {
namespace {

using namespace sweep;
using simulator::NodeStatistics;
using simulator::SimulationStatistics;

using Amount = double (*)(const NodeStatistics&);

double work_of(const NodeStatistics& node) {
  return node.work;
}
double tasks_of(const NodeStatistics& node) {
  return static_cast<double>(node.level1_tasks);
}
double parts_of(const NodeStatistics& node) {
  return static_cast<double>(node.level2_tasks);
}
double busy_s_of(const NodeStatistics& node) {
  return node.busy_s.value_or(0.0);
}

double sum_of(const std::vector<NodeStatistics>& nodes, Amount amount) {
  double sum = 0.0;
  for (const NodeStatistics& node : nodes) sum += amount(node);
  return sum;
}

double most_of(const std::vector<NodeStatistics>& nodes, Amount amount) {
  double most = 0.0;
  for (const NodeStatistics& node : nodes) most = std::max(most, amount(node));
  return most;
}

bool all_have(const std::vector<NodeStatistics>& nodes, auto member) {
  return std::all_of(nodes.begin(), nodes.end(), [&](const NodeStatistics& node) { return node.*member; });
}

// Declared work describes the nodes' load best; next best is the number of tasks after splitting, then the
// number of tasks at level 1.
void set_balance(Measures& measures, const std::vector<NodeStatistics>& nodes) {
  const std::pair<const char*, Amount> amounts[] = {
      {"work", work_of}, {"level2_tasks", parts_of}, {"level1_tasks", tasks_of}};
  for (const auto& [name, amount] : amounts) {
    measures.balance_of = name;
    const double sum = sum_of(nodes, amount);
    if (sum <= 0.0) continue;
    measures.balance = most_of(nodes, amount) * static_cast<double>(nodes.size()) / sum;
    return;
  }
}

std::optional<double> busy_share(const std::vector<NodeStatistics>& nodes, const Measures& measures) {
  if (!measures.makespan_s) return {};
  const auto count = static_cast<double>(nodes.size());
  if (all_have(nodes, &NodeStatistics::busy_share))
    return sum_of(nodes, [](const NodeStatistics& node) { return *node.busy_share; }) / count;
  const double available_s = count * measures.threads * *measures.makespan_s;
  if (available_s <= 0.0 || !all_have(nodes, &NodeStatistics::busy_s)) return {};
  return sum_of(nodes, busy_s_of) / available_s;
}

// Counts level-1 tasks if no task splits.
NodeLoads loads_of(const SimulationStatistics& statistics, const Measures& measures) {
  const std::vector<NodeStatistics>& nodes = statistics.nodes;
  const auto count = static_cast<double>(nodes.size());
  NodeLoads loads;
  const bool splits = sum_of(nodes, parts_of) > 0.0;
  loads.tasks_of = splits ? "level2_tasks" : "level1_tasks";
  const Amount tasks = splits ? parts_of : tasks_of;
  loads.max_tasks = most_of(nodes, tasks);
  loads.mean_tasks = sum_of(nodes, tasks) / count;
  double squares = 0.0;
  for (const NodeStatistics& node : nodes) squares += std::pow(tasks(node) - loads.mean_tasks, 2.0);
  loads.tasks_deviation = std::sqrt(squares / count);
  if (measures.makespan_s && all_have(nodes, &NodeStatistics::busy_s)) {
    loads.max_busy_s = most_of(nodes, busy_s_of) / measures.threads;
    loads.mean_busy_s = sum_of(nodes, busy_s_of) / count / measures.threads;
  }
  if (statistics.bounds) loads.link_s = statistics.bounds->network_s;
  return loads;
}

}  // namespace

Measures measures_of(const SimulationStatistics& statistics) {
  const std::vector<NodeStatistics>& nodes = statistics.nodes;
  Measures measures;
  measures.network = network_engine(statistics);
  measures.grid = statistics.grid.text();
  measures.nodes = static_cast<unsigned>(nodes.size());
  measures.threads = statistics.threads;
  measures.makespan_s = statistics.makespan_s;
  if (const auto& range = statistics.makespan_range; range && range->seeds > 1)
    measures.range = {range->min_s, range->max_s, range->seeds};
  if (const auto& interval = statistics.makespan_interval)
    measures.interval = {interval->low_s, interval->high_s};
  measures.tasks = statistics.totals.level1_tasks;
  measures.messages = statistics.totals.messages;
  measures.payload_bytes = statistics.totals.payload_bytes;
  if (const auto& migration = statistics.totals.migration) {
    measures.migrated_tasks = migration->migrated_tasks;
    measures.messages += migration->migration_messages.value_or(0);
    measures.payload_bytes += migration->migration_bytes.value_or(0);
  }
  set_balance(measures, nodes);
  const bool has_peaks = all_have(nodes, &NodeStatistics::peak_memory_bytes);
  measures.memory_of = has_peaks ? "peak_memory_bytes" : "memory_upper_bytes";
  for (const NodeStatistics& node : nodes)
    measures.memory_bytes =
        std::max(measures.memory_bytes, has_peaks ? *node.peak_memory_bytes : node.memory_upper_bytes);
  measures.busy_share = busy_share(nodes, measures);
  measures.loads = loads_of(statistics, measures);
  for (const simulator::Extrapolation& entry : statistics.extrapolated)
    measures.extrapolated_tasks += entry.tasks;
  measures.assumptions = statistics.assumptions;
  measures.doubts = statistics.doubts.value_or(std::vector<std::string>());
  measures.has_one_rate = has_one_rate(statistics);
  measures.calibration_error = statistics.calibration_error;
  measures.cores = statistics.platform.cores;
  return measures;
}

}  // namespace gusset::cli
