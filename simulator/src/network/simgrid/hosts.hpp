#pragma once
#include <simgrid/s4u.hpp>

#include <vector>

#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// Builds the platform's zone and seals it: the hosts of all its places in order, of a crossbar those of that
/// many nodes. Links of a crossbar have their latency, those of fat trees and tori none.
std::vector<simgrid::s4u::Host*> build_hosts(simgrid::s4u::Engine& engine, const Platform& platform,
                                             unsigned nodes);

/// The hosts of a file that was loaded, by name, where numbers in names count as numbers: node-2 comes before
/// node-10.
std::vector<simgrid::s4u::Host*> loaded_hosts(simgrid::s4u::Engine& engine);

/// "3.32"
std::string simgrid_version();

}  // namespace gusset::simulator
