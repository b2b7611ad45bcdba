#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// What carries the messages of a simulation of several nodes in time.
enum class NetworkEngine : std::uint8_t {
  simgrid,  ///< SimGrid's solver: the reference; once per process, and only where it was built in
  fast,     ///< own max-min sharing on a crossbar, SimGrid's times to 1e-6; any number per process
  none,     ///< no sharing: every message as if alone, which may pick the wrong process grid
};

/// Whether this library was built with SimGrid.
bool has_simgrid();
/// simgrid where it was built in, else fast.
NetworkEngine default_network();
/// Where nobody states an engine: `usual` for a crossbar, else simgrid where it was built in.
NetworkEngine network_for(const Platform& platform, NetworkEngine usual = default_network());

/// Whether the engine knows the platform's topology: simgrid any, fast a crossbar, none all but files of
/// SimGrid's. `where` stands for the choice's origin in errors, `source` for the platform's.
Result<Done> check_network(NetworkEngine engine, const Platform& platform, const std::string& where,
                           const std::string& source);

std::string_view name_of(NetworkEngine engine);
/// simgrid, fast or none. `where` stands for the text's origin in errors; simgrid is refused where it was not
/// built in.
Result<NetworkEngine> network_from_argument(std::string_view argument, const std::string& where);

}  // namespace gusset::simulator
