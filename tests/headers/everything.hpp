#pragma once
#include <gusset/core.hpp>
#include <gusset/core_tracing.hpp>
#include <gusset/traces.hpp>
#if GUSSET_HAS_CLUSTER
#include <gusset/cluster.hpp>
#endif
#if GUSSET_HAS_SIMULATOR
#include <gusset/simulator.hpp>
#endif

namespace gusset::headers {
/// Uses a few types of the headers from a second translation unit.
int count_things();
}  // namespace gusset::headers
