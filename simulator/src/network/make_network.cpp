#include "network/make_network.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "gusset/base/quoting.hpp"
#include "gusset/core/errors.hpp"
#include "network/fast_network.hpp"
#include "network/uncontended.hpp"
#include "platform/simgrid_platform.hpp"
#if GUSSET_HAS_SIMGRID
#include "simgrid/network.hpp"
#endif

namespace gusset::simulator {
namespace {

using Kind = Topology::Kind;

std::string_view text_of(Kind kind) {
  constexpr std::array<std::string_view, 4> texts{"a crossbar", "a fat tree", "a torus", "a SimGrid file"};
  return texts[static_cast<std::size_t>(kind)];
}

constexpr std::array<std::string_view, 3> network_names{"simgrid", "fast", "none"};  // by NetworkEngine

}  // namespace

bool has_simgrid() {
  return GUSSET_HAS_SIMGRID;
}

NetworkEngine default_network() {
  return has_simgrid() ? NetworkEngine::simgrid : NetworkEngine::fast;
}

std::string_view name_of(NetworkEngine engine) {
  return network_names[static_cast<std::size_t>(engine)];
}

Result<NetworkEngine> network_from_argument(std::string_view argument, const std::string& where) {
  const auto found = std::find(network_names.begin(), network_names.end(), argument);
  const auto engine = static_cast<NetworkEngine>(found - network_names.begin());
  if (found != network_names.end() && (engine != NetworkEngine::simgrid || has_simgrid())) return engine;
  return Error{where, has_simgrid() ? "simgrid, fast or none" : without_simgrid("fast or none"),
               in_quotes(argument)};
}

NetworkEngine network_for(const Platform& platform, NetworkEngine usual) {
  if (platform.topology.kind == Kind::fat_tree) return NetworkEngine::fast;
  if (platform.nodes_per_link > 1) return usual == NetworkEngine::simgrid ? NetworkEngine::fast : usual;
  const bool is_usual = platform.topology.kind == Kind::crossbar || !has_simgrid();
  return is_usual ? usual : NetworkEngine::simgrid;
}

Result<Done> check_network(NetworkEngine engine, const Platform& platform, const std::string& where,
                           const std::string& source) {
  const Kind kind = platform.topology.kind;
  if (engine == NetworkEngine::simgrid && platform.nodes_per_link > 1)
    return Error{where, "fast or none, as nodes of " + source + " share links", in_quotes(name_of(engine))};
  if (engine == NetworkEngine::simgrid && has_level_bandwidths(platform.topology)) {
    return Error{where, "fast or none, as levels of " + source + " have bandwidths of their own",
                 in_quotes(name_of(engine))};
  }
  const bool is_fast = kind == Kind::crossbar || kind == Kind::fat_tree;
  const bool is_known =
      engine == NetworkEngine::simgrid || is_fast || (engine == NetworkEngine::none && kind != Kind::simgrid);
  if (is_known) return Done{};
  const std::string topology(text_of(kind));
  const std::string others = kind == Kind::simgrid ? "simgrid" : "simgrid or none";
  if (has_simgrid())
    return Error{where, others + ", as " + source + " is " + topology, in_quotes(name_of(engine))};
  const bool is_file = kind == Kind::simgrid;
  return Error{
      source,
      without_simgrid(is_file ? "a platform in JSON" : "a crossbar, a fat tree, or the network \"none\""),
      topology};
}

std::unique_ptr<EventLoop> make_network(NetworkEngine engine, const Platform& platform, unsigned nodes) {
  if (nodes == 1) return std::make_unique<Uncontended>();
  if (const auto possible = check_network(engine, platform, "simulate: network", "the platform"); !possible)
    throw ConfigurationError(possible.error().message());
  switch (engine) {
    case NetworkEngine::simgrid:
#if GUSSET_HAS_SIMGRID
      return make_simgrid_network(platform, nodes);
#else
      throw ConfigurationError("simulate: network", without_simgrid("fast or none"), "simgrid");
#endif
    case NetworkEngine::fast:
      return make_fast_network(platform, nodes);
    case NetworkEngine::none:
      break;
  }
  return std::make_unique<Uncontended>(platform);
}

}  // namespace gusset::simulator
