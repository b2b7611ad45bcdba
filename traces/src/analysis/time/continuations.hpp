#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// For each wait of a fork-join program: when its task continued. That is the end of the wait's span, but in
/// a prediction the worker may run something else first.
std::vector<std::int64_t> continuations(const Trace& trace);

}  // namespace gusset::traces
