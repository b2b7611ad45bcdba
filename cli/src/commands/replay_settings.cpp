#include "replay_settings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "arguments.hpp"
#include "gusset/base/text.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/policy.hpp"
#include "output/errors.hpp"
#include "programs/simulation_settings.hpp"

namespace gusset::cli {
namespace {

std::optional<double> positive(const std::string& text) {
  const auto value = parse_number<double>(text);
  return value && *value > 0.0 && std::isfinite(*value) ? value : std::nullopt;
}

void add_scale(const std::string& command, const std::string& text, simulator::ReplayInputs& inputs) {
  const std::size_t sign = text.rfind('=');
  const auto factor = sign == std::string::npos ? std::nullopt : positive(text.substr(sign + 1));
  if (!factor || sign == 0) {
    throw errors::bad_value(command, "--scale", "TYPE=FACTOR with a factor above 0, such as gemm=0.5", text);
  }
  if (!inputs.scale.emplace(text.substr(0, sign), *factor).second)
    throw errors::bad_value(command, "--scale", "each type once", text);
}

}  // namespace

void add_replay_settings(CLI::App& command, ReplaySettings& settings) {
  add_option(command, "--nodes N", settings.nodes,
             "Use N nodes (default: as in the trace). On fewer, node i becomes node i mod N; on more,\n"
             "data is assigned to the nodes round-robin");
  add_option(command, "--sizes FILE", settings.sizes,
             "Read the bytes of an OpenMP program's data, and the nodes that own it, from FILE: needed on\n"
             "several nodes. Each line has handles (by number, such as 0-63, or * for all), bytes, and\n"
             "optionally a node");
  add_option(command, "--policy NAME", settings.policy, replay_policy_help);
  add_option(command, "--boundary N", settings.boundary, boundary_help);
  add_option(command, "--scale TYPE=FACTOR", settings.scale,
             "Multiply the times of tasks of type TYPE by FACTOR; repeatable");
  add_option(command, "--platform PLATFORM", settings.platform,
             platform_help +
                 ";\ndefault: the trace's nodes, with the network of its prediction or else an assumed one");
  add_option(command, "--network ENGINE", settings.network,
             "Choose the network engine: fast, simgrid or none (default: fast on crossbars and\n"
             "fat trees, else simgrid)");
  command.add_flag("--caches", settings.caches, caches_help);
  add_option(command, "--rate W", settings.rate, rate_help);
  add_option(command, "--seeds N", settings.seeds,
             "Replay N times with different random choices (default: 10)");
  add_option(command, "--seed S", settings.seed, seed_help);
  add_option(command, "--jobs N", settings.jobs, seed_jobs_help);
}

simulator::ReplayInputs replay_inputs(const std::string& command, const ReplaySettings& settings,
                                      const std::string& path) {
  simulator::ReplayInputs inputs;
  inputs.name = path;
  const auto count = [&command](const char* option, const std::string& text, std::uint64_t most) {
    return static_cast<unsigned>(parse_count(command, option, text, 1, most));
  };
  inputs.seeds = static_cast<unsigned>(parse_seeds(command, settings.seeds));
  inputs.jobs = settings.jobs.empty() ? available_cores() : count("--jobs", settings.jobs, max_jobs_at_once);
  if (!settings.seed.empty()) inputs.seed = parse_count(command, "--seed", settings.seed, 0, UINT64_MAX);
  if (!settings.nodes.empty()) inputs.nodes = count("--nodes", settings.nodes, max_nodes);
  if (!settings.policy.empty()) {
    const std::vector<std::string> names = policy_names();
    if (std::find(names.begin(), names.end(), settings.policy) == names.end())
      throw errors::bad_value(command, "--policy", "one of " + joined(names), settings.policy);
    inputs.policy = settings.policy;
  }
  if (!settings.boundary.empty()) inputs.boundary = parse_boundary(command, settings.boundary);
  if (!settings.network.empty())
    inputs.network =
        required(simulator::network_from_argument(settings.network, "--network"), Failure::misused);
  if (!settings.rate.empty()) {
    const auto rate = positive(settings.rate);
    if (!rate) throw errors::bad_value(command, "--rate", "work per second, above 0", settings.rate);
    inputs.work_per_s = *rate;
  }
  for (const std::string& text : settings.scale) add_scale(command, text, inputs);
  if (!settings.platform.empty()) {
    inputs.platform = required(simulator::platform_from_argument(settings.platform, "--platform"));
    inputs.platform_source = settings.platform;
    if (settings.network.empty()) {
      inputs.network = simulator::network_for(*inputs.platform, inputs.network);
    } else {
      require_network(inputs.network, *inputs.platform, settings.platform);
    }
  }
  if (!settings.sizes.empty()) inputs.sizes = required(simulator::read_data_sizes(settings.sizes));
  inputs.caches = settings.caches;
  return inputs;
}

}  // namespace gusset::cli
