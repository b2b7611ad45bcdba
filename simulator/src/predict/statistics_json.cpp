#include <nlohmann/json.hpp>

#include "gusset/simulator/predict/statistics.hpp"
#include "platform/topology_json.hpp"

namespace gusset::simulator {
namespace {

using nlohmann::ordered_json;

template <class T>
ordered_json or_null(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json totals_of(const Totals& totals) {
  return {{"level1_tasks", totals.level1_tasks},
          {"level2_tasks", totals.level2_tasks},
          {"messages", totals.messages},
          {"payload_bytes", totals.payload_bytes},
          {"wire_bytes", totals.wire_bytes},
          {"listeners", totals.listeners},
          {"memory_upper_bytes", totals.memory_upper_bytes}};
}

ordered_json nodes_of(const std::vector<NodeStatistics>& nodes) {
  ordered_json array = ordered_json::array();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeStatistics& node = nodes[i];
    array.push_back({{"node", i},
                     {"level1_tasks", node.level1_tasks},
                     {"level2_tasks", node.level2_tasks},
                     {"work", node.work},
                     {"blocks_owned", node.blocks_owned},
                     {"messages_sent", node.messages_sent},
                     {"messages_received", node.messages_received},
                     {"payload_bytes_sent", node.payload_bytes_sent},
                     {"payload_bytes_received", node.payload_bytes_received},
                     {"listeners_sent", node.listeners_sent},
                     {"busy_s", or_null(node.busy_s)},
                     {"busy_share", or_null(node.busy_share)},
                     {"memory_upper_bytes", node.memory_upper_bytes},
                     {"peak_memory_bytes", or_null(node.peak_memory_bytes)}});
  }
  return array;
}

ordered_json pairs_of(const std::vector<PairStatistics>& pairs) {
  ordered_json array = ordered_json::array();
  for (const PairStatistics& pair : pairs) {
    array.push_back({{"from", pair.from.value()},
                     {"to", pair.to.value()},
                     {"messages", pair.messages},
                     {"payload_bytes", pair.payload_bytes}});
  }
  return array;
}

ordered_json range_of(const std::optional<MakespanRange>& range) {
  if (!range) return ordered_json(nullptr);
  return {{"min", range->min_s},
          {"max", range->max_s},
          {"seeds", range->seeds},
          {"nearest_seed", range->nearest_seed}};
}

ordered_json bounds_of(const std::optional<LowerBounds>& bounds) {
  if (!bounds) return ordered_json(nullptr);
  return {{"work_s", bounds->work_s},
          {"critical_path_s", bounds->critical_path_s},
          {"network_s", bounds->network_s}};
}

ordered_json overheads_of(const Overheads& overheads) {
  return {{"submit_s", overheads.submit_s},
          {"skip_s", overheads.skip_s},
          {"schedule_s", overheads.schedule_s},
          {"steal_s", overheads.steal_s},
          {"message_s", overheads.message_s}};
}

ordered_json model_of(const SimulationStatistics& statistics) {
  return {{"kind", statistics.makespan_s ? "timed" : "counted"},
          {"scheduler", statistics.policy},
          {"costs", ordered_json::parse(statistics.costs_json)},
          {"network", ordered_json::parse(statistics.network_json)}};
}

ordered_json inputs_of(const SimulationStatistics& statistics) {
  const Platform& platform = statistics.platform;
  const bool has_links = platform.topology.kind != Topology::Kind::simgrid;
  ordered_json extrapolated = ordered_json::array();
  for (const Extrapolation& what : statistics.extrapolated) {
    extrapolated.push_back({{"type", what.type},
                            {"by", what.kind == SizeKind::work ? "work" : "bytes"},
                            {"size", what.size},
                            {"measured_size", what.measured_size},
                            {"tasks", what.tasks}});
  }
  return {
      {"platform",
       {{"name", platform.name},
        {"nodes", statistics.grid.nodes()},
        {"cores", platform.cores},
        {"gflops_per_core", or_null(platform.gflops_per_core)},
        {"topology", topology_to_json(platform.topology)},
        {"latency_s", has_links ? ordered_json(platform.latency_s) : ordered_json()},
        {"bandwidth_bytes_per_s", has_links ? ordered_json(platform.bandwidth_bytes_per_s) : ordered_json()},
        {"header_bytes", platform.header_bytes}}},
      {"grid", statistics.grid.text()},
      {"threads", statistics.threads},
      {"seed", statistics.seed},
      {"overheads", overheads_of(statistics.overheads)},
      {"window", statistics.window},
      {"submitter_computes", statistics.submitter_computes},
      {"deduplication", statistics.deduplicates},
      {"hierarchy", statistics.splits},
      {"assumptions", statistics.assumptions},
      {"extrapolated", extrapolated}};
}

std::string text_of(const ordered_json& document, int indent) {
  return document.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

std::string to_json(const SimulationStatistics& statistics) {
  const ordered_json document = {{"format", "gusset statistics"},
                                 {"version", 1},
                                 {"makespan_s", or_null(statistics.makespan_s)},
                                 {"makespan_range_s", range_of(statistics.makespan_range)},
                                 {"bounds", bounds_of(statistics.bounds)},
                                 {"totals", totals_of(statistics.totals)},
                                 {"nodes", nodes_of(statistics.nodes)},
                                 {"pairs", pairs_of(statistics.pairs)},
                                 {"model", model_of(statistics)},
                                 {"inputs", inputs_of(statistics)}};
  return text_of(document, 2) + "\n";
}

std::string model_json(const SimulationStatistics& statistics) {
  return text_of({{"model", model_of(statistics)}, {"inputs", inputs_of(statistics)}}, -1);
}

}  // namespace gusset::simulator
