#pragma once
#include <string>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::picture {

/// The lanes of a trace from the top: by node, then by worker.
std::vector<traces::LaneId> lanes_from_top(const traces::Trace& trace);

traces::NodeId node_of(const traces::Trace& trace, traces::LaneId lane);

}  // namespace gusset::picture
