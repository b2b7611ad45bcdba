#pragma once
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// A small trace that has content in every table and every optional field: two nodes, a nested span, unknown
/// times, an attribute of each kind, and non-ASCII names.
Trace sample_trace();

}  // namespace gusset::traces::testing
