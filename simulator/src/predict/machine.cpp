#include "machine.hpp"

#include <algorithm>
#include <cstdint>

#include "gusset/base/numbers.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::simulator {
namespace {

// Each worker has queues and a lane in the trace.
constexpr std::uint64_t max_workers = 1 << 20;

std::string nodes_text(unsigned nodes) {
  return std::to_string(nodes) + (nodes == 1 ? " node" : " nodes");
}

ProcessGrid grid_of(const SimulationInputs& inputs) {
  const std::optional<unsigned> nodes = inputs.platform ? inputs.platform->nodes : std::nullopt;
  if (!inputs.grid) return ProcessGrid::squarest(nodes.value_or(1));
  if (nodes && inputs.grid->nodes() != *nodes) {
    throw ConfigurationError("GUSSET_GRID",
                             "a grid of " + nodes_text(*nodes) + ", as in " + inputs.platform_source,
                             inputs.grid->text() + " of " + nodes_text(inputs.grid->nodes()));
  }
  return *inputs.grid;
}

/// Without a platform, the network has the measured costs of messages, or it is assumed.
void describe_network(const SimulationInputs& inputs, Machine& machine) {
  const MessageCosts& messages = inputs.messages;
  if (messages.has_network()) {
    machine.platform.latency_s = *messages.trip_s();
    machine.platform.bandwidth_bytes_per_s = *messages.bandwidth_bytes_per_s;
  } else {
    machine.has_assumed_network = true;
    machine.assumptions.push_back(assumed_network);
  }
}

// Records the platform's "assumed" sources that this simulation depends on.
void add_platform_assumptions(const SimulationInputs& inputs, Machine& machine) {
  const auto add_if_assumed = [&](const char* field) {
    const auto source = machine.platform.sources.find(field);
    if (source == machine.platform.sources.end() || !source->second.starts_with("assumed")) return false;
    const std::string of =
        inputs.platform_source == "platform" ? machine.platform.name : inputs.platform_source;
    machine.assumptions.push_back(std::string(field) + " of " + of +
                                  source->second.substr(std::string_view("assumed").size()));
    return true;
  };
  if (!inputs.costs) add_if_assumed("gflops_per_core");
  if (machine.grid.nodes() == 1) return;
  for (const char* field : {"topology", "latency_s", "bandwidth_bytes_per_s"})
    machine.has_assumed_network = add_if_assumed(field) || machine.has_assumed_network;
}

}  // namespace

Machine machine_of(const SimulationInputs& inputs) {
  Machine machine;
  machine.platform = inputs.platform ? *inputs.platform : this_machine();
  machine.grid = grid_of(inputs);
  machine.threads = inputs.threads == 0 ? machine.platform.cores : inputs.threads;
  const std::string source = inputs.platform ? inputs.platform_source : "this machine";
  if (machine.threads > machine.platform.cores) {
    throw ConfigurationError(
        "GUSSET_THREADS",
        "at most " + std::to_string(machine.platform.cores) + ", the cores per node of " + source,
        std::to_string(machine.threads));
  }
  const unsigned nodes = machine.grid.nodes();
  if (std::uint64_t{nodes} * machine.threads > max_workers) {
    throw ConfigurationError("simulate", "at most " + std::to_string(max_workers) + " workers",
                             nodes_text(nodes) + " with " + std::to_string(machine.threads) + " each");
  }
  if (const auto room = places(machine.platform.topology); room && nodes > *room) {
    throw ConfigurationError("GUSSET_GRID",
                             "at most " + count_text(*room, "node") + ", as many as " + source + " holds",
                             machine.grid.text() + " of " + nodes_text(nodes));
  }
  if (const std::size_t speeds = machine.platform.node_speeds.size(); speeds > 0 && speeds != nodes) {
    throw ConfigurationError(
        "GUSSET_GRID",
        "a grid of " + nodes_text(static_cast<unsigned>(speeds)) + ", whose speeds " + source + " states",
        machine.grid.text() + " of " + nodes_text(nodes));
  }
  inputs.balance.check_nodes(nodes, "GUSSET_BALANCE");
  const bool is_timed = inputs.costs != nullptr || machine.platform.gflops_per_core.has_value();
  if (nodes > 1 && is_timed) {
    if (const auto possible = check_network(inputs.network, machine.platform, "GUSSET_NETWORK", source);
        !possible)
      throw ConfigurationError(possible.error().message());
  }
  if (!inputs.platform) {
    const std::string cores =
        std::to_string(machine.platform.cores) + (machine.platform.cores == 1 ? " core" : " cores");
    machine.assumptions.push_back("nodes are copies of this machine (" + cores + ")");
    if (nodes > 1) describe_network(inputs, machine);
  }
  if (nodes > 1 && inputs.messages.count > 0 && !inputs.messages.receive_s)
    machine.assumptions.push_back("workers spend no time on messages");
  add_platform_assumptions(inputs, machine);
  machine.ignores_contention = inputs.network == NetworkEngine::none && nodes > 1 && is_timed;
  if (machine.ignores_contention)
    machine.assumptions.push_back("messages never contend for links, which can favour the wrong grid");
  return machine;
}

}  // namespace gusset::simulator
