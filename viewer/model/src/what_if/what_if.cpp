#include "gusset/viewer/model/what_if/what_if.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "gusset/base/numbers.hpp"
#include "gusset/base/policy_names.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/model/predicted_network.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t max_named_kernels = 3;

}  // namespace

double WhatIf::speed_of(const std::string& type) const {
  const auto found = speed.find(type);
  return found == speed.end() ? 1.0 : found->second;
}

void WhatIf::set_speed(const std::string& type, double times) {
  if (times == 1.0) {
    speed.erase(type);
  } else {
    speed[type] = times;
  }
}

WhatIf unchanged(const traces::Trace& trace) {
  WhatIf base;
  base.nodes = static_cast<unsigned>(std::max<std::size_t>(1, trace.nodes.size()));
  base.threads = traces::max_workers_of_a_node(trace);
  base.states_threads = trace.workers.empty();
  if (const auto network = traces::predicted_network(trace.metadata)) {
    base.latency_s = network->latency_s;
    base.bandwidth_bytes_per_s = network->bandwidth_bytes_per_s;
  }
  const std::string policy = traces::predicted_policy(trace.metadata);
  if (std::find(built_in_policy_names.begin(), built_in_policy_names.end(), policy) !=
      built_in_policy_names.end())
    base.policy = policy;
  return base;
}

std::vector<std::string> kernels_of(const LoadedTrace& loaded) {
  std::vector<std::string> kernels;
  if (loaded.is_graph_only()) {
    std::vector<bool> is_used(loaded.trace->types.size());
    for (const traces::TypeId type : loaded.trace->tasks.type) is_used[type.value()] = true;
    for (std::size_t type = 0; type < is_used.size(); ++type) {
      if (is_used[type]) kernels.push_back(loaded.trace->types[type]);
    }
    return kernels;
  }
  for (const traces::TypeStatistics& type : loaded.totals.types) {
    if (type.tasks > 0) kernels.push_back(loaded.trace->types[type.type.value()]);
  }
  return kernels;
}

std::string what_if_title(const WhatIf& changed, const WhatIf& base) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "what if: " : ", ") + part; };
  if (changed.threads != base.threads) {
    add(count_text(changed.threads, "worker") + (changed.nodes > 1 ? " per node" : ""));
  }
  if (changed.nodes != base.nodes) add(count_text(changed.nodes, "node"));
  if (changed.latency_s != base.latency_s) add("latency " + duration_text(changed.latency_s));
  if (changed.bandwidth_bytes_per_s != base.bandwidth_bytes_per_s)
    add("bandwidth " + bandwidth_text(changed.bandwidth_bytes_per_s));
  if (changed.policy != base.policy) add("policy " + changed.policy);
  std::size_t kernels = 0;
  for (const auto& [type, times] : changed.speed) {
    if (times == base.speed_of(type) || ++kernels > max_named_kernels) continue;
    add(type + " " + times_text(times) + " as fast");
  }
  if (kernels > max_named_kernels) add("and " + count_text(kernels - max_named_kernels, "more kernel"));
  return text.empty() ? "simulated unchanged" : text;
}

std::vector<std::string> replay_arguments(const WhatIf& changed, const WhatIf& base,
                                          const std::filesystem::path& trace,
                                          const std::filesystem::path& output,
                                          const std::filesystem::path& statistics) {
  std::vector<std::string> arguments{"replay",        trace.string(), "-o",
                                     output.string(), "--stats",      statistics.string()};
  const auto add = [&arguments](const char* option, const std::string& value) {
    arguments.insert(arguments.end(), {option, value});
  };
  if (changed.threads != base.threads || base.states_threads)
    add("--threads", std::to_string(changed.threads));
  if (changed.nodes != base.nodes) add("--nodes", std::to_string(changed.nodes));
  if (changed.policy != WhatIf().policy) add("--policy", changed.policy);
  if (changed.latency_s != base.latency_s || changed.bandwidth_bytes_per_s != base.bandwidth_bytes_per_s) {
    add("--platform", std::to_string(changed.nodes) + ":" + std::to_string(changed.threads) +
                          "::" + shortest_text(changed.latency_s) + ":" +
                          shortest_text(changed.bandwidth_bytes_per_s));
  }
  for (const auto& [type, times] : changed.speed) add("--scale", type + "=" + shortest_text(1.0 / times));
  return arguments;
}

std::string times_text(double times) {
  std::array<char, 32> text{};
  const auto result =
      std::to_chars(text.data(), text.data() + text.size(), times, std::chars_format::general, 3);
  return std::string(text.data(), result.ptr) + "×";
}

}  // namespace gusset::viewer
