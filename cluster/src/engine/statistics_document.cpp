#include "engine/statistics_document.hpp"

#include <vector>

#include "engine/wire.hpp"
#include "gusset/base/run_statistics_fields.hpp"
#include "gusset/base/text_file.hpp"

namespace gusset::cluster {
namespace {

using nlohmann::ordered_json;

std::vector<NodeStatistics> nodes_of(const RunCounts& counts) {
  std::vector<NodeStatistics> nodes;
  for (const NodeCounts& counted : counts) {
    NodeStatistics node;
    node.level1_tasks = counted.tasks;
    node.level2_tasks = counted.children;
    node.work = counted.work;
    node.blocks_owned = counted.blocks_owned;
    for (const SentMessages& sent : counted.sent) {
      node.messages_sent += sent.messages;
      node.payload_bytes_sent += sent.bytes;
    }
    node.messages_received = counted.messages_received;
    node.payload_bytes_received = counted.bytes_received;
    node.listeners_sent = counted.listeners;
    node.memory_upper_bytes = counted.bytes_owned + counted.bytes_received;
    nodes.push_back(node);
  }
  return nodes;
}

std::vector<PairStatistics> pairs_of(const RunCounts& counts) {
  std::vector<PairStatistics> pairs;
  for (std::size_t from = 0; from < counts.size(); ++from) {
    for (std::size_t to = 0; to < counts.size(); ++to) {
      const SentMessages& sent = counts[from].sent[to];
      if (sent.messages > 0) pairs.push_back({NodeId(from), NodeId(to), sent.messages, sent.bytes});
    }
  }
  return pairs;
}

ordered_json inputs_of(const RunDocument& run) {
  const ordered_json platform{{"name", ""},
                              {"nodes", run.grid.nodes()},
                              {"cores", available_cores()},
                              {"gflops_per_core", nullptr},
                              {"topology", "crossbar"},
                              {"latency_s", 0.0},
                              {"bandwidth_bytes_per_s", 0.0},
                              {"header_bytes", sizeof(Header)}};
  return {{"platform", platform},
          {"grid", run.grid.text()},
          {"threads", run.threads},
          {"seed", run.options.seed},
          {"overheads", ordered_json::object()},
          {"window", run.options.window.value_or(0)},
          {"submitter_computes", true},
          {"deduplication", true},
          {"hierarchy", true},
          {"assumptions", ordered_json::array()},
          {"reliable", nullptr},
          {"reasons", nullptr},
          {"extrapolated", ordered_json::array()}};
}

}  // namespace

std::string to_json(const RunDocument& run) {
  const std::vector<NodeStatistics> nodes = nodes_of(run.counts);
  JsonWriter io;
  io("format", std::string(statistics_format));
  io("version", 1u);
  io("makespan_s", run.makespan_s);
  io.derived("makespan_range_s", nullptr);
  io.derived("bounds", nullptr);
  io("totals", totals_of(nodes, sizeof(Header)));
  io("nodes", nodes);
  io("pairs", pairs_of(run.counts));
  io.derived(
      "model",
      ordered_json{
          {"kind", "measured"}, {"scheduler", run.options.policy}, {"costs", nullptr}, {"network", nullptr}});
  io.derived("inputs", inputs_of(run));
  return json_text(io.object, 2) + "\n";
}

}  // namespace gusset::cluster
