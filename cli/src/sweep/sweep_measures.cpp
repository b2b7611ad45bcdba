#include "sweep_measures.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::cli {
namespace {

using nlohmann::json;

bool has_number(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number();
}

bool all_have(const json& nodes, const char* key) {
  return std::all_of(nodes.begin(), nodes.end(), [key](const json& node) { return has_number(node, key); });
}

double sum_of(const json& nodes, const char* key) {
  double sum = 0.0;
  for (const json& node : nodes) sum += node.at(key).get<double>();
  return sum;
}

double most_of(const json& nodes, const char* key) {
  double most = 0.0;
  for (const json& node : nodes) most = std::max(most, node.at(key).get<double>());
  return most;
}

// The work of tasks says most of what nodes have to do, where programs declare it; then the number of tasks
// into which theirs split; then of their own.
void set_balance(Measures& measures, const json& nodes) {
  for (const char* key : {"work", "level2_tasks", "level1_tasks"}) {
    if (!all_have(nodes, key) || sum_of(nodes, key) <= 0.0) continue;
    measures.balance_of = key;
    measures.balance = most_of(nodes, key) * static_cast<double>(nodes.size()) / sum_of(nodes, key);
    return;
  }
  measures.balance_of = "level1_tasks";
}

std::optional<double> busy_share(const json& nodes, const Measures& measures) {
  if (!measures.makespan_s) return {};
  const double count = static_cast<double>(nodes.size());
  if (all_have(nodes, "busy_share")) return sum_of(nodes, "busy_share") / count;
  const double available_s = count * measures.threads * *measures.makespan_s;
  if (available_s <= 0.0 || !all_have(nodes, "busy_s")) return {};
  return sum_of(nodes, "busy_s") / available_s;
}

// Tasks that do not split are the node's own.
NodeLoads loads_of(const json& statistics, const Measures& measures) {
  const json& nodes = statistics.at("nodes");
  const auto count = static_cast<double>(nodes.size());
  NodeLoads loads;
  const bool splits = all_have(nodes, "level2_tasks") && sum_of(nodes, "level2_tasks") > 0.0;
  loads.tasks_of = splits ? "level2_tasks" : "level1_tasks";
  const char* const key = loads.tasks_of.c_str();
  loads.most_tasks = most_of(nodes, key);
  loads.mean_tasks = sum_of(nodes, key) / count;
  double squares = 0.0;
  for (const json& node : nodes) squares += std::pow(node.at(key).get<double>() - loads.mean_tasks, 2.0);
  loads.tasks_deviation = std::sqrt(squares / count);
  if (measures.makespan_s && all_have(nodes, "busy_s")) {
    loads.most_busy_s = most_of(nodes, "busy_s") / measures.threads;
    loads.mean_busy_s = sum_of(nodes, "busy_s") / count / measures.threads;
  }
  if (const auto bounds = statistics.find("bounds");
      bounds != statistics.end() && bounds->is_object() && has_number(*bounds, "network_s"))
    loads.link_s = bounds->at("network_s").get<double>();
  return loads;
}

}  // namespace

Measures measures_of(const json& statistics) {
  const json& totals = statistics.at("totals");
  const json& nodes = statistics.at("nodes");
  const json& inputs = statistics.at("inputs");
  Measures measures;
  const json& network = statistics.at("model").at("network");
  if (!network.is_null()) measures.network = network.at("engine").get<std::string>();
  measures.grid = inputs.at("grid").get<std::string>();
  measures.nodes = static_cast<unsigned>(nodes.size());
  measures.threads = inputs.at("threads").get<unsigned>();
  if (has_number(statistics, "makespan_s")) measures.makespan_s = statistics.at("makespan_s").get<double>();
  if (const auto range = statistics.find("makespan_range_s");
      range != statistics.end() && range->is_object() && range->at("seeds") > 1)
    measures.range = {range->at("min").get<double>(), range->at("max").get<double>(),
                      range->at("seeds").get<std::uint64_t>()};
  measures.tasks = totals.at("level1_tasks").get<std::uint64_t>();
  measures.messages = totals.at("messages").get<std::uint64_t>();
  measures.payload_bytes = totals.at("payload_bytes").get<std::uint64_t>();
  set_balance(measures, nodes);
  measures.memory_of = all_have(nodes, "peak_memory_bytes") ? "peak_memory_bytes" : "memory_upper_bytes";
  for (const json& node : nodes) {
    measures.memory_bytes = std::max(measures.memory_bytes, node.at(measures.memory_of).get<std::uint64_t>());
  }
  measures.busy_share = busy_share(nodes, measures);
  measures.loads = loads_of(statistics, measures);
  for (const json& entry : inputs.at("extrapolated")) {
    measures.extrapolated_tasks += entry.at("tasks").get<std::uint64_t>();
  }
  measures.assumptions = inputs.at("assumptions").get<std::vector<std::string>>();
  return measures;
}

}  // namespace gusset::cli
