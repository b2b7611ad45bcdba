#include "accuracy/cluster_study.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace accuracy {
namespace {

using nlohmann::json;

constexpr unsigned few_nodes = 2;
constexpr unsigned many_nodes = 4;

std::vector<ClusterCase> cases_on(const std::vector<unsigned>& nodes,
                                  const std::vector<std::size_t>& cholesky,
                                  const std::vector<std::size_t>& gemm) {
  std::vector<ClusterCase> cases;
  for (const unsigned n : nodes) {
    for (const std::size_t rows : cholesky) cases.push_back({"cholesky", rows, 256, n});
    for (const std::size_t rows : gemm) cases.push_back({"gemm", rows, 256, n});
  }
  return cases;
}

/// Performs small operations more often, so that each case takes a while.
std::vector<ClusterCase> collectives_on(const std::vector<unsigned>& nodes,
                                        const std::vector<std::size_t>& sizes) {
  std::vector<ClusterCase> cases;
  for (const unsigned n : nodes) {
    for (const char* const operation : {"allreduce", "broadcast"}) {
      for (const std::size_t bytes : sizes)
        cases.push_back({"collectives", bytes, bytes < 100'000 ? 200U : 20U, n, operation});
    }
  }
  return cases;
}

/// Runs and simulates cases with the commands of this build.
class ClusterRuns {
 public:
  ClusterRuns(const CommandRunner& runner, const ClusterPlan& plan) : runner_(runner), plan_(plan) {}

  /// Runs the case and writes its trace there. Returns the makespan in seconds.
  double measure(const ClusterCase& which, const std::string& trace) const {
    runner_.gusset(ArgumentList{"run", "-o", trace, "--stats", statistics_file(which), "--nodes",
                                std::to_string(which.nodes), "--threads", "1"} +
                   launcher() + program(which));
    return json::parse(runner_.gusset({"info", trace, "--json"})).at("makespan_s").get<double>();
  }

  /// Returns the statistics of the prediction.
  json predict(const ClusterCase& which, const std::string& costs) const {
    return runner_.simulate(
        ArgumentList{"--platform", platform_file(which.nodes), "--costs", costs, "--threads", "1"} +
        program(which));
  }

  /// Measures the network between that many nodes. Returns the first line of the report.
  std::string measure_network(unsigned nodes) const {
    const std::string report = runner_.gusset(
        ArgumentList{"calibrate", "--network", "-o", platform_file(nodes), "--nodes", std::to_string(nodes)} +
        launcher());
    return report.substr(0, report.find('\n'));
  }

  json statistics(const ClusterCase& which) const { return runner_.json(statistics_file(which)); }

 private:
  std::string statistics_file(const ClusterCase& which) const {
    return runner_.file(which.name() + std::to_string(which.size) + "-" + std::to_string(which.nodes) +
                        ".json");
  }
  std::string platform_file(unsigned nodes) const {
    return runner_.file("network-" + std::to_string(nodes) + ".json");
  }
  ArgumentList launcher() const {
    return plan_.launcher.empty() ? ArgumentList() : ArgumentList{"--launcher", plan_.launcher};
  }
  ArgumentList program(const ClusterCase& which) const {
    const std::string path = runner_.program(which.program);
    if (!which.operation.empty()) {
      return {"--",          path,
              "--operation", which.operation,
              "--bytes",     std::to_string(which.size),
              "--times",     std::to_string(which.part)};
    }
    return {"--",       path,
            "--size",   std::to_string(which.size),
            "--blocks", std::to_string(which.size / which.part)};
  }

  const CommandRunner& runner_;
  const ClusterPlan& plan_;
};

void erase(json& object, const std::vector<const char*>& keys) {
  for (const char* const key : keys) object.erase(key);
}

/// The counts of a statistics document. Wire bytes differ, because the headers of the runtime and of the
/// platform do.
json counts_of(json document) {
  json counts;
  counts["totals"] = document.at("totals");
  erase(counts["totals"], {"wire_bytes", "replica_pool"});
  counts["nodes"] = document.at("nodes");
  for (json& node : counts["nodes"])
    erase(node, {"busy_s", "busy_share", "peak_memory_bytes", "replica_pool"});
  counts["pairs"] = document.at("pairs");
  return counts;
}

}  // namespace

ClusterPlan whole_cluster_plan() {
  ClusterPlan plan;
  plan.calibration = cases_on({few_nodes}, {2560, 3584}, {1280, 2304});
  plan.cases = cases_on({few_nodes, many_nodes}, {2048, 3072, 4096}, {1536, 2048, 3072});
  return plan;
}

ClusterPlan collective_plan() {
  ClusterPlan plan;
  plan.calibration = collectives_on({few_nodes}, {64, 16'384, 262'144, 4'194'304});
  plan.cases = collectives_on({few_nodes, many_nodes, 8, 16}, {8, 1024, 65'536, 1'048'576, 16'777'216});
  return plan;
}

ClusterPlan quick_cluster_plan() {
  ClusterPlan plan;
  plan.calibration = cases_on({few_nodes}, {1536}, {768});
  plan.cases = cases_on({few_nodes}, {1024}, {1024});
  plan.rounds = 1;
  return plan;
}

bool has_equal_counts(const json& measured, const json& predicted) {
  return counts_of(measured) == counts_of(predicted);
}

ClusterStudy run_cluster_study(const CommandRunner& runner, const ClusterPlan& plan) {
  const ClusterRuns runs(runner, plan);
  ClusterStudy study;
  for (const ClusterCase& each : plan.cases) study.cases.push_back({each, {}});
  ArgumentList traces;
  const std::string trace = runner.file("measured.gus");
  for (std::size_t round = 0; round < plan.rounds; ++round) {
    std::fprintf(stderr, "cluster_accuracy: round %zu\n", round + 1);
    for (const ClusterCase& each : plan.calibration) {
      traces.push_back(runner.file("calibration-" + std::to_string(traces.size()) + ".gus"));
      runs.measure(each, traces.back());
    }
    for (StudiedClusterCase& studied : study.cases)
      studied.measured_s.push_back(runs.measure(studied.which, trace));
  }
  study.cpu = json::parse(runner.gusset({"info", trace, "--json"})).at("cpu").get<std::string>();

  std::fprintf(stderr, "cluster_accuracy: predictions\n");
  const std::string costs = runner.file("costs.json");
  runner.gusset(ArgumentList{"calibrate", "-o", costs} + traces);
  std::map<unsigned, std::string> networks;
  for (StudiedClusterCase& studied : study.cases) {
    const unsigned nodes = studied.which.nodes;
    if (!networks.contains(nodes)) networks[nodes] = runs.measure_network(nodes);
    const json predicted = runs.predict(studied.which, costs);
    studied.predicted_s = predicted.at("makespan_s").get<double>();
    const json& inputs = predicted.at("inputs");
    studied.is_reliable = inputs.at("reliable").is_null() || inputs.at("reliable").get<bool>();
    studied.has_equal_counts = has_equal_counts(runs.statistics(studied.which), predicted);
  }
  study.network = networks.rbegin()->second;
  return study;
}

}  // namespace accuracy
