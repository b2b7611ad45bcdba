#include "calibrate_network.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <optional>
#include <set>

#include "cluster_run.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/this_machine.hpp"
#include "gusset/core/process_grid.hpp"
#include "network_document.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/table.hpp"
#include "programs/child_process.hpp"
#include "programs/setting_values.hpp"
#include "programs/simulation_settings.hpp"

namespace gusset::cli {
namespace {

using simulator::MeasuredPair;

constexpr unsigned min_nodes = 2;

ClusterRun network_run(const NetworkArguments& arguments, const std::string& document) {
  ClusterRun run;
  run.nodes =
      arguments.nodes.empty()
          ? min_nodes
          : static_cast<unsigned>(parse_count("calibrate", "--nodes", arguments.nodes, min_nodes, max_nodes));
  run.grid = ProcessGrid::squarest(run.nodes).text();
  run.variables["GUSSET_THREADS"] = "1";
  pass_on_plugins(run);
  run.program = {std::filesystem::read_symlink("/proc/self/exe").string(), network_node_command, document};
  run.launcher = find_launcher("calibrate", arguments.launcher);
  return run;
}

std::string range_text(const std::vector<MeasuredPair>& pairs, double MeasuredPair::*member,
                       std::string (*text)(double)) {
  const auto [least, greatest] = std::minmax_element(
      pairs.begin(), pairs.end(), [member](const auto& a, const auto& b) { return a.*member < b.*member; });
  return pairs.size() == 1 ? "" : " (" + text((*least).*member) + " to " + text((*greatest).*member) + ")";
}

}  // namespace

std::string network_text(const simulator::Platform& platform, const std::vector<MeasuredPair>& pairs,
                         const std::vector<std::string>& hosts) {
  std::string text = "Between " + count_text(hosts.size(), "node") + " on " +
                     count_text(std::set(hosts.begin(), hosts.end()).size(), "host") + ": latency " +
                     duration_text(platform.latency_s) +
                     range_text(pairs, &MeasuredPair::latency_s, duration_text) + ", bandwidth " +
                     bandwidth_text(platform.bandwidth_bytes_per_s) +
                     range_text(pairs, &MeasuredPair::bandwidth_bytes_per_s, bandwidth_text) + ".\n";
  if (platform.nodes_per_host > platform.cores) {
    text += count_text(platform.nodes_per_host, "node") + " share " + count_text(platform.cores, "core") +
            ": the latency includes waiting for a core.\n";
  }
  std::vector<MeasuredPair> slowest = pairs;
  std::stable_sort(slowest.begin(), slowest.end(),
                   [](const auto& a, const auto& b) { return a.latency_s > b.latency_s; });
  if (slowest.size() > max_ranked_rows) {
    slowest.resize(max_ranked_rows);
    text += "\nThe " + std::to_string(max_ranked_rows) + " pairs with the longest latency:";
  }
  Table table({"nodes", "hosts", "latency", "bandwidth"});
  for (const MeasuredPair& pair : slowest) {
    table.add_row({std::to_string(pair.first) + "-" + std::to_string(pair.second),
                   hosts[pair.first] + " " + hosts[pair.second], duration_text(pair.latency_s),
                   bandwidth_text(pair.bandwidth_bytes_per_s)});
  }
  return text + "\n" + table.text();
}

int calibrate_network(const NetworkArguments& arguments) {
  if (arguments.output.empty()) throw errors::missing_argument("calibrate", "-o PLATFORM.json");
  OutputFile output(arguments.output);
  const ClusterRun run = network_run(arguments, output.pending().string());
  const StopSignals signals;
  run_on_nodes(run);
  const NetworkDocument measured = read_network_document(output.pending().string(), run.nodes);
  const std::vector<MeasuredPair> pairs = simulator::measured_pairs(measured.times);
  const simulator::Platform platform = required(simulator::with_network(
      measured.node, pairs, measured.hosts, utc_text(std::time(nullptr)).substr(0, 10)));
  output.write(simulator::to_json(platform));
  output.commit();
  print(network_text(platform, pairs, measured.hosts) + "Platform: " + output.name() +
        " (gusset simulate --platform " + arguments.output + ")\n");
  return 0;
}

}  // namespace gusset::cli
