#include "network_document.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <nlohmann/json.hpp>

#include "gusset/base/process_rank.hpp"
#include "gusset/base/text_file.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"

#if GUSSET_HAS_CLUSTER
#include "gusset/cluster/measure_network.hpp"
#endif

namespace gusset::cli {
namespace {

using nlohmann::json;

/// Reports to run-node as Gusset's runtime does.
void report_to_run_node(const std::string& line) {
  const char* const path = std::getenv("GUSSET_HANDSHAKE");
  if (path != nullptr) std::ofstream(path, std::ios::app) << "gusset 1 " << line << "\n";
}

int refuse(const Error& error) {
  report_to_run_node("error " + error.message());
  print_diagnostic(error.message());
  return Failure::failed;
}

#if GUSSET_HAS_CLUSTER
std::string environment_value(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string text_of(const cluster::NetworkMeasurement& measured) {
  json document;
  document["node"] = simulator::to_json(simulator::described_machine());
  document["hosts"] = measured.hosts;
  document["times"] = json::array();
  for (const cluster::PingPong& each : measured.ping_pongs)
    document["times"].push_back({each.first, each.second, each.bytes, each.one_way_s});
  return document.dump();
}
#endif

}  // namespace

#if GUSSET_HAS_CLUSTER
int measure_as_node(const std::string& path) {
  const auto measured =
      cluster::measure_network(environment_value("GUSSET_MPI"), environment_value("GUSSET_PLUGINS"));
  if (!measured) return refuse(measured.error());
  report_to_run_node("ready distribute");
  if (process_rank().value_or(0) == 0) {
    const auto written = write_text(path, text_of(*measured));
    if (!written) return refuse(written.error());
  }
  report_to_run_node("finished");
  return 0;
}
#else
int measure_as_node(const std::string&) {
  return refuse({"calibrate: --network", "a build with GUSSET_BUILD_CLUSTER", "one without it"});
}
#endif

NetworkDocument read_network_document(const std::string& path, unsigned nodes) {
  const Result<std::string> text = read_text(path);
  if (!text) throw errors::network_not_measured(nodes);
  const json document = json::parse(*text);  // node 0 has written the file completely
  NetworkDocument result;
  result.node = required(simulator::parse_platform(document.at("node").get<std::string>(), path));
  result.hosts = document.at("hosts").get<std::vector<std::string>>();
  for (const json& time : document.at("times"))
    result.times.push_back({time.at(0).get<unsigned>(), time.at(1).get<unsigned>(),
                            time.at(2).get<std::uint64_t>(), time.at(3).get<double>()});
  if (result.hosts.size() != nodes || result.times.empty()) throw errors::network_not_measured(nodes);
  return result;
}

}  // namespace gusset::cli
