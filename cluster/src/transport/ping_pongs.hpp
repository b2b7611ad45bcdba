#pragma once
#include "gusset/cluster/measure_network.hpp"
#include "transport/transport.hpp"

namespace gusset::cluster {

/// Measures as measure_network does, over this transport. All nodes call this.
NetworkMeasurement ping_pongs(Transport& transport);

}  // namespace gusset::cluster
