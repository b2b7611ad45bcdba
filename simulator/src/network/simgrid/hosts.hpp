#pragma once
#include <simgrid/s4u.hpp>

#include <vector>

#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// Builds and seals the platform's zone. Returns the hosts of all its places in order; for a crossbar, the
/// hosts of that many nodes. Links have the platform's latency in a crossbar, and no latency in fat trees and
/// tori.
std::vector<simgrid::s4u::Host*> build_hosts(simgrid::s4u::Engine& engine, const Platform& platform,
                                             unsigned nodes);

/// Returns the hosts of the loaded file, sorted by name. Numbers in names sort numerically: node-2 comes
/// before node-10.
std::vector<simgrid::s4u::Host*> loaded_hosts(simgrid::s4u::Engine& engine);

/// Returns SimGrid's version, for example "3.32".
std::string simgrid_version();

}  // namespace gusset::simulator
