#include "gusset/simulator/platform/measured_network.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "costs/robust_line.hpp"
#include "gusset/base/node_messages.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"

namespace gusset::simulator {
namespace {

MeasuredPair pair_of(std::span<const MessageTime> times) {
  MeasuredPair pair{times.front().first, times.front().second, times.front().one_way_s, 0.0};
  Points long_messages;
  for (const MessageTime& time : times) {
    if (time.bytes > short_message_bytes)
      long_messages.emplace_back(static_cast<double>(time.bytes), time.one_way_s);
  }
  const auto line = robust_line(long_messages);
  pair.bandwidth_bytes_per_s = line && line->slope > 0.0
                                   ? 1.0 / line->slope
                                   : static_cast<double>(times.back().bytes) / times.back().one_way_s;
  return pair;
}

/// Returns how many nodes each host has; 0 if the hosts differ in that, or their nodes are not consecutive.
unsigned nodes_per_host(std::span<const std::string> hosts) {
  const auto other = std::find_if(hosts.begin(), hosts.end(), [&](const auto& h) { return h != hosts[0]; });
  const auto count = static_cast<std::size_t>(other - hosts.begin());
  std::vector<std::string> seen;
  for (std::size_t n = 0; n < hosts.size(); ++n) {
    if (n % count != 0) {
      if (hosts[n] != hosts[n - 1]) return 0;
      continue;
    }
    if (hosts.size() - n < count || std::find(seen.begin(), seen.end(), hosts[n]) != seen.end()) return 0;
    seen.push_back(hosts[n]);
  }
  return static_cast<unsigned>(count);
}

}  // namespace

std::vector<MeasuredPair> measured_pairs(std::span<const MessageTime> times) {
  std::vector<MeasuredPair> pairs;
  for (auto first = times.begin(); first != times.end();) {
    const auto last = std::find_if(first, times.end(), [&](const MessageTime& time) {
      return std::pair(time.first, time.second) != std::pair(first->first, first->second);
    });
    pairs.push_back(pair_of({first, last}));
    first = last;
  }
  return pairs;
}

Result<Platform> with_network(Platform node, std::span<const MeasuredPair> pairs,
                              std::span<const std::string> hosts, const std::string& date) {
  std::vector<double> latencies;
  std::vector<double> bandwidths;
  for (const MeasuredPair& pair : pairs) {
    latencies.push_back(pair.latency_s);
    bandwidths.push_back(pair.bandwidth_bytes_per_s);
  }
  const unsigned per_host = nodes_per_host(hosts);
  if (per_host == 0)
    return Error{"calibrate: --network", "the same number of consecutive nodes on each host", joined(hosts)};
  Platform platform = std::move(node);
  platform.nodes = static_cast<unsigned>(hosts.size());
  platform.nodes_per_host = per_host;
  platform.topology = {};
  platform.latency_s = median_of(std::move(latencies));
  platform.bandwidth_bytes_per_s = median_of(std::move(bandwidths));
  const std::string source = "measured by gusset calibrate --network on " + date + ", median of " +
                             count_text(pairs.size(), "pair") + " of nodes";
  platform.sources["latency_s"] = source;
  platform.sources["bandwidth_bytes_per_s"] = source;
  platform.sources.erase("topology");
  return platform;
}

}  // namespace gusset::simulator
