#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "gusset/simulator/platform/topology.hpp"
#include "gusset/base/result.hpp"

namespace gusset::simulator {

/// "crossbar" or an object with a kind and what it needs; anything else is refused, where and why in one
/// line, and so is what would take more than 65 536 places, as many switches, or 2²⁰ links. A file of
/// SimGrid's can't stand here.
Result<Topology> topology_from_json(const nlohmann::json& value, const std::string& where);

/// What topology_from_json reads back, but for a file of SimGrid's.
nlohmann::ordered_json topology_to_json(const Topology& topology);

}  // namespace gusset::simulator
