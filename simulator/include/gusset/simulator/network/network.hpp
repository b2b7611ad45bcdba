#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// The engine that simulates message times between nodes.
enum class NetworkEngine : std::uint8_t {
  simgrid,  ///< SimGrid's solver, the reference; one per process, optional at build time
  fast,     ///< built-in max-min sharing on a crossbar or fat tree; SimGrid's times; any number per process
  none,     ///< no contention: each message travels as if alone, which can favour the wrong process grid
};

/// Returns true if this library was built with SimGrid.
bool has_simgrid();
/// Returns simgrid if it was built in, otherwise fast.
NetworkEngine default_network();
/// Returns the engine to use when the caller states none: `usual` for a crossbar (fast instead of simgrid if
/// nodes share links), fast for a fat tree, otherwise simgrid if it was built in.
NetworkEngine network_for(const Platform& platform, NetworkEngine usual = default_network());

/// Checks that the engine supports the platform's topology. simgrid supports all topologies whose nodes share
/// no links and whose levels have one bandwidth; fast supports crossbars and fat trees; none supports all but
/// SimGrid files. Errors name the choice's origin as `where` and the platform's as `source`.
Result<Done> check_network(NetworkEngine engine, const Platform& platform, const std::string& where,
                           const std::string& source);

/// Returns "simgrid", "fast" or "none".
std::string_view name_of(NetworkEngine engine);
/// Parses "simgrid", "fast" or "none". Refuses simgrid if it was not built in. `where` names the text's
/// origin in errors.
Result<NetworkEngine> network_from_argument(std::string_view argument, const std::string& where);

}  // namespace gusset::simulator
