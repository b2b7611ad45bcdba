#include "counts/statistics_document.hpp"

#include "gusset/base/run_statistics_fields.hpp"
#include "gusset/base/text_file.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {
namespace {

using nlohmann::ordered_json;

ordered_json inputs_of(const RunDocument& run) {
  const ordered_json platform{{"name", ""},
                              {"nodes", run.grid.nodes()},
                              {"cores", available_cores()},
                              {"gflops_per_core", nullptr},
                              {"topology", "crossbar"},
                              {"latency_s", 0.0},
                              {"bandwidth_bytes_per_s", 0.0},
                              {"header_bytes", sizeof(Header)}};
  ordered_json inputs{{"platform", platform},
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
  if (!run.balance.empty()) inputs["balance"] = run.balance;
  if (!run.broadcast.empty()) inputs["broadcast"] = run.broadcast;
  return inputs;
}

}  // namespace

std::string to_json(const RunDocument& run) {
  JsonWriter io(2);
  io("format", std::string(statistics_format));
  io("version", 1u);
  io("makespan_s", run.makespan_s);
  io.derived("makespan_range_s", nullptr);
  io.derived("bounds", nullptr);
  io("totals", totals_of(run.counts.nodes, sizeof(Header)));
  io("nodes", run.counts.nodes);
  io("pairs", run.counts.pairs);
  io.derived(
      "model",
      ordered_json{
          {"kind", "measured"}, {"scheduler", run.options.policy}, {"costs", nullptr}, {"network", nullptr}});
  io.derived("inputs", inputs_of(run));
  return io.text() + "\n";
}

}  // namespace gusset::cluster
