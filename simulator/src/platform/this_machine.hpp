#pragma once
#include "gusset/core/engine/processors.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// Adds sockets, caches and memory as hwloc tells of them, counting processors that may be used only. What
/// does not divide a node's cores evenly, or is not told, is left out. `synthetic` describes a machine that
/// does not exist ("package:2 core:4 pu:2", all of it may be used); null: this one.
Platform with_hwloc(Platform platform, const char* synthetic);

}  // namespace gusset::simulator
