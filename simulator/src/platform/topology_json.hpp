#pragma once
#include "gusset/base/json_field.hpp"
#include "gusset/simulator/platform/topology.hpp"

namespace gusset::simulator {

/// "crossbar" or an object with a kind and what it needs. Throws DocumentError for anything else, and for
/// more than 65 536 places, as many switches, or 2²⁰ links. A file of SimGrid's is refused unless
/// `may_be_simgrid`.
Topology topology_from_json(const JsonField& field, bool may_be_simgrid = false);

/// What topology_from_json reads back, but for a file of SimGrid's.
nlohmann::ordered_json topology_to_json(const Topology& topology);

}  // namespace gusset::simulator
