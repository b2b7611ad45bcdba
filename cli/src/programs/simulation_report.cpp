#include "simulation_report.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "output/table.hpp"
#include "output/units.hpp"

namespace gusset::cli {
namespace {

using nlohmann::json;

bool is_timed(const json& statistics) {
  return !statistics.at("makespan_s").is_null();
}

double number(const json& object, const char* key) {
  return object.at(key).get<double>();
}
std::uint64_t count(const json& object, const char* key) {
  return object.at(key).get<std::uint64_t>();
}

double share(double part, double whole) {
  return whole == 0.0 ? 0.0 : part / whole;
}

// The node with most of something, and how far above the mean of all it is.
struct Busiest {
  std::uint64_t node = 0;
  double most = 0.0;
  double to_mean = 0.0;
};

Busiest busiest(const json& nodes, const char* key) {
  Busiest result;
  double sum = 0.0;
  for (const json& node : nodes) {
    const double value = number(node, key);
    sum += value;
    if (value > result.most) result = {count(node, "node"), value, 0.0};
  }
  result.to_mean = share(result.most * static_cast<double>(nodes.size()), sum);
  return result;
}

double busy_share(const json& statistics) {
  double busy_s = 0.0;
  for (const json& node : statistics.at("nodes")) busy_s += number(node, "busy_s");
  const double workers =
      static_cast<double>(statistics.at("nodes").size()) * number(statistics.at("inputs"), "threads");
  return share(busy_s, workers * number(statistics, "makespan_s"));
}

std::string machine(const json& statistics) {
  const json& inputs = statistics.at("inputs");
  const std::size_t nodes = statistics.at("nodes").size();
  std::string text = count_text(nodes, "node");
  const json& costs = statistics.at("model").at("costs");
  const bool is_replay = costs.is_object() && costs.at("kind") == "trace";  // which has no grid
  if (nodes > 1 && !is_replay) text += " (" + inputs.at("grid").get<std::string>() + ")";
  return text + " of " + count_text(count(inputs, "threads"), "worker");
}

// A busiest node without idle time limits the whole machine.
constexpr double never_idle_from = 0.9;

std::string advice(const json& statistics, const Busiest& by_time) {
  const double workers = number(statistics.at("inputs"), "threads");
  const double used = share(by_time.most, workers * number(statistics, "makespan_s"));
  if (busy_share(statistics) >= never_idle_from) return "Little idle time is left.\n";
  if (used >= never_idle_from) {
    return "It is busy for " + percent_text(used) +
           " of the time while others wait: another grid or smaller blocks may balance the work better.\n";
  }
  return "Even it is idle for " + percent_text(1.0 - used) +
         " of the time: gusset critical-path on the trace (-o) says what for.\n";
}

std::string tasks_text(const json& totals) {
  const std::uint64_t parts = count(totals, "level2_tasks");
  const std::string text = count_text(count(totals, "level1_tasks"), "task");
  return parts == 0 ? text : text + " that split into " + std::to_string(parts);
}

// " (1.2 s to 1.4 s over 10 seeds)", where there are several.
std::string range_text(const json& range) {
  const std::uint64_t seeds = count(range, "seeds");
  if (seeds == 1) return "";
  if (number(range, "min") == number(range, "max"))
    return " with each of " + std::to_string(seeds) + " seeds";
  return " (" + duration_text(number(range, "min")) + " to " + duration_text(number(range, "max")) +
         " over " + std::to_string(seeds) + " seeds)";
}

// What cannot be beaten, and by what.
std::string bounds_text(const json& statistics) {
  const json& bounds = statistics.at("bounds");
  const bool has_seeds = count(statistics.at("makespan_range_s"), "seeds") > 1;
  std::string text = std::string(has_seeds ? "With every task at its mean, no" : "No") +
                     " schedule takes less than " + duration_text(number(bounds, "work_s")) +
                     " of work per worker or " + duration_text(number(bounds, "critical_path_s")) +
                     " of critical path" + (statistics.at("nodes").size() > 1 ? " with its messages" : "");
  const double network_s = number(bounds, "network_s");
  if (network_s > 0.0) text += ", nor less than " + duration_text(network_s) + " on one node's link";
  return text + ".\n";
}

std::string verdict(const json& statistics, const std::string& program) {
  const json& totals = statistics.at("totals");
  const json& nodes = statistics.at("nodes");
  std::string text = program + " on " + machine(statistics) + ": " + tasks_text(totals) + ", ";
  if (is_timed(statistics)) {
    text += "predicted makespan " + duration_text(number(statistics, "makespan_s")) +
            range_text(statistics.at("makespan_range_s")) + ", " + percent_text(busy_share(statistics)) +
            " busy.\n" + bounds_text(statistics);
  } else {
    text += "counted only: no costs, so no times (--costs gives them).\n";
  }
  if (nodes.size() == 1) return text;

  const auto messages = count(totals, "messages");
  const auto listeners = count(totals, "listeners");
  text += count_text(messages, "message") + (messages == 1 ? " carries " : " carry ") +
          bytes_text(number(totals, "payload_bytes")) + " (" + bytes_text(number(totals, "wire_bytes")) +
          " on the wire) to " + count_text(listeners, "remote input") +
          " of tasks: sending each version once per node saves " +
          percent_text(share(static_cast<double>(listeners - messages), static_cast<double>(listeners))) +
          ".\n";
  const bool has_peaks = is_timed(statistics);
  const Busiest by_memory = busiest(nodes, has_peaks ? "peak_memory_bytes" : "memory_upper_bytes");
  text += "Most memory: node " + std::to_string(by_memory.node) +
          (has_peaks ? " with " + bytes_text(by_memory.most) + " at once. "
                     : " with at most " + bytes_text(by_memory.most) + ". ");
  if (is_timed(statistics)) {
    const Busiest by_time = busiest(nodes, "busy_s");
    return text + "Busiest node: " + std::to_string(by_time.node) + ", whose workers compute for " +
           duration_text(by_time.most) + ", " + fixed_text(by_time.to_mean, 3) + " times the mean. " +
           advice(statistics, by_time);
  }
  const Busiest by_tasks = busiest(nodes, "level1_tasks");
  return text + "Busiest node: " + std::to_string(by_tasks.node) + " with " +
         count_text(static_cast<std::uint64_t>(by_tasks.most), "task") + ", " +
         fixed_text(by_tasks.to_mean, 3) + " times the mean.\n";
}

std::string node_table(const json& statistics) {
  const json& nodes = statistics.at("nodes");
  if (nodes.size() > most_rows) return count_text(nodes.size(), "node") + ": see --stats\n";
  const bool has_parts = count(statistics.at("totals"), "level2_tasks") > 0;
  const bool has_times = is_timed(statistics);
  std::vector<std::string> headings{"node", "tasks"};
  if (has_parts) headings.emplace_back("level 2");
  for (const char* heading : {"blocks", "sent", "received", "payload sent", "listeners", "busy"})
    headings.emplace_back(heading);
  headings.emplace_back(has_times ? "memory" : "memory at most");
  Table table(headings);
  for (const json& node : nodes) {
    std::vector<std::string> row{std::to_string(count(node, "node")),
                                 std::to_string(count(node, "level1_tasks"))};
    if (has_parts) row.push_back(std::to_string(count(node, "level2_tasks")));
    for (const char* key : {"blocks_owned", "messages_sent", "messages_received"})
      row.push_back(std::to_string(count(node, key)));
    row.push_back(bytes_text(number(node, "payload_bytes_sent")));
    row.push_back(std::to_string(count(node, "listeners_sent")));
    row.push_back(has_times ? duration_text(number(node, "busy_s")) : "not timed");
    row.push_back(bytes_text(number(node, has_times ? "peak_memory_bytes" : "memory_upper_bytes")));
    table.add_row(row);
  }
  return table.text();
}

// What a reader must know before believing the figures.
std::string caveats(const json& inputs) {
  std::string text;
  for (const json& assumption : inputs.at("assumptions")) {
    text += "Assumed: " + assumption.get<std::string>() + "\n";
  }
  const json& extrapolated = inputs.at("extrapolated");
  if (extrapolated.empty()) return text;
  std::uint64_t tasks = 0;
  for (const json& entry : extrapolated) tasks += count(entry, "tasks");
  const json& first = extrapolated.front();
  const bool is_only = extrapolated.size() == 1;
  return text + "Extrapolated: the cost of " + count_text(tasks, "task") +
         (is_only ? ", " : ", among them ") + first.at("type").get<std::string>() + " of " +
         first.at("by").get<std::string>() + " " + fixed_text(number(first, "size"), 0) + " from " +
         fixed_text(number(first, "measured_size"), 0) + (is_only ? ".\n" : "; --stats lists all.\n");
}

}  // namespace

std::string simulation_report(const json& statistics, const std::string& program,
                              const std::string& besides) {
  return verdict(statistics, program) + besides + caveats(statistics.at("inputs")) + "\n" +
         node_table(statistics);
}

}  // namespace gusset::cli
