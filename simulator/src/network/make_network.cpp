#include "network/make_network.hpp"

#include <string>

#include "gusset/core/errors.hpp"
#include "in_quotes.hpp"
#include "network/fast_crossbar.hpp"
#include "network/uncontended.hpp"
#if GUSSET_HAS_SIMGRID
#include "simgrid/crossbar.hpp"
#endif

namespace gusset::simulator {
namespace {

constexpr std::string_view without_simgrid = "fast or none, as this build has no SimGrid";

}  // namespace

bool has_simgrid() {
  return GUSSET_HAS_SIMGRID;
}

NetworkEngine default_network() {
  return has_simgrid() ? NetworkEngine::simgrid : NetworkEngine::fast;
}

std::string_view name_of(NetworkEngine engine) {
  switch (engine) {
    case NetworkEngine::simgrid:
      return "simgrid";
    case NetworkEngine::fast:
      return "fast";
    case NetworkEngine::none:
      break;
  }
  return "none";
}

traces::Result<NetworkEngine> network_from_argument(std::string_view argument, const std::string& where) {
  for (const NetworkEngine engine : {NetworkEngine::simgrid, NetworkEngine::fast, NetworkEngine::none}) {
    if (argument != name_of(engine)) continue;
    if (engine == NetworkEngine::simgrid && !has_simgrid()) break;
    return engine;
  }
  return traces::Error{where, has_simgrid() ? "simgrid, fast or none" : std::string(without_simgrid),
                       in_quotes(argument)};
}

std::unique_ptr<EventLoop> make_network(NetworkEngine engine, const Platform& platform, unsigned nodes) {
  switch (engine) {
    case NetworkEngine::simgrid:
#if GUSSET_HAS_SIMGRID
      return make_simgrid_crossbar(platform, nodes);
#else
      throw ConfigurationError("simulate: network", std::string(without_simgrid), "simgrid");
#endif
    case NetworkEngine::fast:
      return std::make_unique<FastCrossbar>(platform, nodes);
    case NetworkEngine::none:
      break;
  }
  return std::make_unique<Uncontended>(platform);
}

}  // namespace gusset::simulator
