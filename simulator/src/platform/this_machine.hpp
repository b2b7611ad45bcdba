#pragma once
#include "gusset/core/engine/processors.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// Adds the sockets, caches and memory that hwloc reports, counting only processors that this thread may use.
/// Leaves out parts that hwloc doesn't report or that don't divide a node's cores evenly. `synthetic`
/// describes a fictitious machine ("package:2 core:4 pu:2", all of it usable); null: this machine.
Platform with_hwloc(Platform platform, const char* synthetic);

}  // namespace gusset::simulator
