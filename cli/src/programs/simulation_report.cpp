#include "simulation_report.hpp"

#include <cstdint>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "output/table.hpp"

namespace gusset::cli {
namespace {

using simulator::NodeStatistics;
using simulator::SimulationStatistics;

double share(double part, double whole) {
  return whole == 0.0 ? 0.0 : part / whole;
}

// The node with the largest amount of something, and the ratio of that amount to the mean over all nodes.
struct Busiest {
  std::uint64_t node = 0;
  double most = 0.0;
  double to_mean = 0.0;
};

Busiest busiest(const std::vector<NodeStatistics>& nodes, auto&& value_of) {
  Busiest result;
  double sum = 0.0;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const auto value = static_cast<double>(value_of(nodes[n]));
    sum += value;
    if (value > result.most) result = {n, value, 0.0};
  }
  result.to_mean = share(result.most * static_cast<double>(nodes.size()), sum);
  return result;
}

double busy_share(const SimulationStatistics& statistics) {
  double busy_s = 0.0;
  for (const NodeStatistics& node : statistics.nodes) busy_s += node.busy_s.value_or(0.0);
  const double workers = static_cast<double>(statistics.nodes.size()) * statistics.threads;
  return share(busy_s, workers * *statistics.makespan_s);
}

std::string machine(const SimulationStatistics& statistics) {
  const std::size_t nodes = statistics.nodes.size();
  std::string text = count_text(nodes, "node");
  if (nodes > 1 && !is_replay(statistics)) text += " (" + statistics.grid.text() + ")";
  return text + " of " + count_text(statistics.threads, "worker");
}

// A busiest node without idle time limits the whole machine.
constexpr double never_idle_from = 0.9;

std::string suggestion(const SimulationStatistics& statistics, const Busiest& by_time) {
  const double used = share(by_time.most, statistics.threads * *statistics.makespan_s);
  if (busy_share(statistics) >= never_idle_from) return "Little idle time is left.\n";
  if (used >= never_idle_from) {
    return "It is busy for " + percent_text(used) +
           " of the time while others wait: another grid or smaller blocks may balance the work better.\n";
  }
  return "Even this node is idle for " + percent_text(1.0 - used) +
         " of the time: gusset critical-path on the trace (-o) shows why.\n";
}

std::string tasks_text(const simulator::Totals& totals) {
  const std::string text = count_text(totals.level1_tasks, "task");
  if (totals.level2_tasks == 0) return text;
  return text + " and " + count_text(totals.level2_tasks, "direct subtask");
}

// ", 90 % of runs between 1.2 s and 1.4 s", or, if no runs were measured, " (1.2 s to 1.4 s over 10 seeds)".
// Empty for one seed.
std::string spread_text(const SimulationStatistics& statistics) {
  if (const auto& interval = statistics.makespan_interval) {
    return ", 90 % of runs between " + duration_text(interval->low_s) + " and " +
           duration_text(interval->high_s);
  }
  const simulator::MakespanRange range = statistics.makespan_range.value_or(simulator::MakespanRange());
  if (range.seeds == 1) return "";
  const std::string seeds = std::to_string(range.seeds) + " seeds";
  if (range.min_s == range.max_s) return " with each of " + seeds;
  return " (" + duration_text(range.min_s) + " to " + duration_text(range.max_s) + " over " + seeds + ")";
}

// The lower bounds on the makespan, with their reasons.
std::string bounds_text(const SimulationStatistics& statistics) {
  const simulator::LowerBounds bounds = statistics.bounds.value_or(simulator::LowerBounds());
  const bool has_seeds = statistics.makespan_range && statistics.makespan_range->seeds > 1;
  std::string text = std::string(has_seeds ? "With mean task times, no" : "No") +
                     " schedule is shorter than " + duration_text(bounds.work_s) + " (work per worker) or " +
                     duration_text(bounds.critical_path_s) + " (critical path" +
                     (statistics.nodes.size() > 1 ? " with its messages)" : ")");
  if (bounds.network_s > 0.0) text += " or " + duration_text(bounds.network_s) + " (one node's link)";
  return text + ".\n";
}

// What load balancing did. Empty without load balancing, or if tasks were only counted.
std::string migration_text(const simulator::Totals& totals) {
  if (!totals.migration || !totals.migration->migrated_tasks) return {};
  const MigrationStatistics& migration = *totals.migration;
  if (*migration.migrated_tasks == 0) return "No task migrates to another node.\n";
  return count_text(*migration.migrated_tasks, "task") +
         (*migration.migrated_tasks == 1 ? " migrates" : " migrate") + " to another node, in " +
         count_text(migration.migration_messages.value_or(0), "further message") + " with " +
         bytes_text(migration.migration_bytes.value_or(0)) + ".\n";
}

// What tasks missed in caches. Empty if the simulation did not follow caches.
std::string cache_text(const SimulationStatistics& statistics) {
  if (!statistics.caches) return {};
  const simulator::CacheMisses& misses = *statistics.caches;
  return "Of the " + bytes_text(misses.accessed_bytes) + " that tasks access, " +
         bytes_text(misses.l2_bytes) + " are missing in L2 and " + bytes_text(misses.l3_bytes) + " in L3.\n";
}

double busy_of(const NodeStatistics& node) {
  return node.busy_s.value_or(0.0);
}

// Peak memory if known, else an upper bound.
std::uint64_t memory_of(const NodeStatistics& node) {
  return node.peak_memory_bytes.value_or(node.memory_upper_bytes);
}

std::string verdict(const SimulationStatistics& statistics, const std::string& program) {
  const simulator::Totals& totals = statistics.totals;
  const std::vector<NodeStatistics>& nodes = statistics.nodes;
  const bool is_timed = statistics.makespan_s.has_value();
  std::string text = program + " on " + machine(statistics) + ": " + tasks_text(totals) + ", ";
  if (is_timed) {
    text += "predicted makespan " + duration_text(*statistics.makespan_s) + spread_text(statistics);
    if (*statistics.makespan_s > 0.0) text += ", " + percent_text(busy_share(statistics)) + " busy";
    text += ".\n" + bounds_text(statistics) + cache_text(statistics);
  } else {
    text += "counted only: times need --costs.\n";
  }
  if (nodes.size() == 1) return text;

  const std::string payload = bytes_text(totals.payload_bytes);
  const std::string on_the_wire = bytes_text(totals.wire_bytes);
  text += count_text(totals.messages, "message") + (totals.messages == 1 ? " carries " : " carry ") + payload;
  if (on_the_wire != payload) text += " (" + on_the_wire + " on the wire)";
  // Messages that the program itself sends bring no remote inputs, and are not counted separately.
  if (totals.listeners > 0 && totals.listeners >= totals.messages) {
    text += " to " + count_text(totals.listeners, "remote input") +
            " of tasks: sending each version once per node saves " +
            percent_text(share(static_cast<double>(totals.listeners - totals.messages),
                               static_cast<double>(totals.listeners)));
  }
  text += ".\n" + migration_text(totals);
  const Busiest by_memory = busiest(nodes, memory_of);
  text += "Most memory: node " + std::to_string(by_memory.node) +
          (is_timed ? " with " + bytes_text(by_memory.most) + " at once. "
                    : " with at most " + bytes_text(by_memory.most) + ". ");
  if (is_timed) {
    const Busiest by_time = busiest(nodes, busy_of);
    if (by_time.most == 0.0) return text + "No task takes any time.\n";
    return text + "Busiest node: " + std::to_string(by_time.node) + ", whose workers compute for " +
           duration_text(by_time.most) + ", " + fixed_text(by_time.to_mean, 3) + " times the mean. " +
           suggestion(statistics, by_time);
  }
  const Busiest by_tasks = busiest(nodes, [](const NodeStatistics& node) { return node.level1_tasks; });
  return text + "Busiest node: " + std::to_string(by_tasks.node) + " with " +
         count_text(static_cast<std::uint64_t>(by_tasks.most), "task") + ", " +
         fixed_text(by_tasks.to_mean, 3) + " times the mean.\n";
}

std::string node_table(const SimulationStatistics& statistics) {
  const std::vector<NodeStatistics>& nodes = statistics.nodes;
  if (nodes.size() > max_rows) return count_text(nodes.size(), "node") + ": see --stats\n";
  const bool has_parts = statistics.totals.level2_tasks > 0;
  const bool has_times = statistics.makespan_s.has_value();
  std::vector<std::string> headings{"node", "tasks"};
  if (has_parts) headings.emplace_back("level 2");
  for (const char* heading : {"blocks", "sent", "received", "payload sent", "listeners", "busy"})
    headings.emplace_back(heading);
  headings.emplace_back(has_times ? "memory" : "memory at most");
  Table table(headings);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const NodeStatistics& node = nodes[n];
    std::vector<std::string> row{std::to_string(n), std::to_string(node.level1_tasks)};
    if (has_parts) row.push_back(std::to_string(node.level2_tasks));
    for (const std::uint64_t count : {node.blocks_owned, node.messages_sent, node.messages_received})
      row.push_back(std::to_string(count));
    row.push_back(bytes_text(static_cast<double>(node.payload_bytes_sent)));
    row.push_back(std::to_string(node.listeners_sent));
    row.push_back(has_times ? duration_text(busy_of(node)) : "not timed");
    row.push_back(bytes_text(static_cast<double>(memory_of(node))));
    table.add_row(row);
  }
  return table.text();
}

// What the reader must know before trusting the figures.
std::string caveats(const SimulationStatistics& statistics) {
  std::string text;
  for (const std::string& doubt : statistics.doubts.value_or(std::vector<std::string>()))
    text += "Not reliable: " + doubt + ".\n";
  if (!statistics.policy_choice.empty())
    text += "Policy " + statistics.policy + ": " + statistics.policy_choice + ".\n";
  for (const std::string& assumption : statistics.assumptions) text += "Assumed: " + assumption + "\n";
  if (statistics.extrapolated.empty()) return text;
  std::uint64_t tasks = 0;
  for (const simulator::Extrapolation& entry : statistics.extrapolated) tasks += entry.tasks;
  const simulator::Extrapolation& first = statistics.extrapolated.front();
  const bool is_only = statistics.extrapolated.size() == 1;
  return text + "Extrapolated: the cost of " + count_text(tasks, "task") +
         (is_only ? ", " : ", among them ") + first.type + " of " +
         (first.kind == simulator::SizeKind::work ? "work " : "bytes ") + fixed_text(first.size, 0) +
         " from " + fixed_text(first.measured_size, 0) + (is_only ? ".\n" : "; --stats lists all.\n");
}

}  // namespace

std::string simulation_report(const SimulationStatistics& statistics, const std::string& program,
                              const std::string& extra_lines) {
  return verdict(statistics, program) + extra_lines + caveats(statistics) + "\n" + node_table(statistics);
}

}  // namespace gusset::cli
