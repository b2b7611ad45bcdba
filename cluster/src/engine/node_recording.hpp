#pragma once
#include <functional>
#include <memory>
#include <string>

#include "engine/settings.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core_tracing/recording_node.hpp"

namespace gusset::cluster {

/// Identifies this host's monotonic clock, which all its processes share; empty if it can't be read.
std::string clock_of_host();
/// The same for a node, which may have a clock of its own in tests.
std::string clock_of(const Settings& settings, unsigned node);

/// Makes the engine of one node. If the settings name a trace, it records: `recorder` is set then. `run` is
/// the same on all nodes of this run. Throws ConfigurationError.
std::unique_ptr<NodeEngine> make_inner_engine(
    const Options& options, const Settings& settings, Surroundings& surroundings, ProcessGrid grid,
    unsigned node, std::uint64_t run,
    std::function<std::optional<core_tracing::HandleInParts>(const HandleState&)> identify,
    core_tracing::PartRecorder*& recorder);

}  // namespace gusset::cluster
