#include "gusset/traces/picture/timeline/row_order.hpp"

#include <algorithm>
#include <tuple>

namespace gusset::picture {

std::vector<traces::LaneId> lanes_from_top(const traces::Trace& trace) {
  std::vector<traces::LaneId> lanes;
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) lanes.emplace_back(lane);
  const auto key = [&](traces::LaneId lane) {
    return std::tuple(node_of(trace, lane), trace.lanes[lane.value()].worker, lane);
  };
  std::sort(lanes.begin(), lanes.end(), [&](traces::LaneId a, traces::LaneId b) { return key(a) < key(b); });
  return lanes;
}

traces::NodeId node_of(const traces::Trace& trace, traces::LaneId lane) {
  return trace.workers[trace.lanes[lane.value()].worker.value()].node;
}

}  // namespace gusset::picture
