#pragma once
#include "gusset/traces/model/metadata.hpp"

namespace gusset::core_tracing {

/// Where a trace that is measured here and now comes from. What the system does not tell is left empty.
traces::Metadata measured_metadata();

}  // namespace gusset::core_tracing
