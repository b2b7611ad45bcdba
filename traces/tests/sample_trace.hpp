#pragma once
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// A small trace with something in every table and every optional field recorded: two nodes, a nested span,
/// unknown times, an attribute of each kind, names beyond ASCII.
Trace sample_trace();

}  // namespace gusset::traces::testing
