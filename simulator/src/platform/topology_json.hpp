#pragma once
#include "gusset/base/json_field.hpp"
#include "gusset/simulator/platform/topology.hpp"

namespace gusset::simulator {

/// Reads "crossbar" or an object with a kind and its fields. Throws DocumentError for anything else, and for
/// more than 65 536 places, 65 536 switches or 2²⁰ links. Accepts a SimGrid file only if `may_be_simgrid`.
Topology topology_from_json(const JsonField& field, bool may_be_simgrid = false);

/// Writes the form that topology_from_json reads. Not for SimGrid files.
nlohmann::ordered_json topology_to_json(const Topology& topology);

}  // namespace gusset::simulator
