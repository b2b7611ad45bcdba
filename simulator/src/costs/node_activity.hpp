#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// How many workers of each node ran tasks over time.
class NodeActivity {
 public:
  explicit NodeActivity(const traces::Trace& trace);

  unsigned workers(traces::NodeId node) const { return nodes_[node.value()].workers; }
  /// Returns how many of the node's workers ran a task at the time.
  unsigned running(traces::NodeId node, std::int64_t time_ns) const;
  /// Returns true if the node had a worker without a task during all of [begin_ns, end_ns).
  bool has_idle_worker(traces::NodeId node, std::int64_t begin_ns, std::int64_t end_ns) const;

 private:
  struct Node {
    unsigned workers = 0;
    std::vector<std::pair<std::int64_t, unsigned>> running;  // from this time on; ascending
  };
  std::vector<Node> nodes_;
};

}  // namespace gusset::simulator
