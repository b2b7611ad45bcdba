#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gusset::cluster {

/// Node 0's view of nodes that can't go on without messages. They report this again and again. If all nodes
/// have reported the same often enough, all messages have arrived, and no sum is under way that all nodes
/// have begun, no node can ever go on.
class StuckNodes {
 public:
  struct Report {
    std::uint64_t sent = 0;  ///< messages
    std::uint64_t received = 0;
    std::uint64_t sums = 0;   ///< how many the node has begun, one after the other
    bool awaits_sum = false;  ///< the last one is not complete
    std::string text = "";    ///< what the node waits for
    friend bool operator==(const Report&, const Report&) = default;
  };

  explicit StuckNodes(unsigned nodes) : nodes_(nodes) {}

  /// Takes a report. Returns what all nodes wait for if this is a deadlock. Not thread-safe.
  std::optional<std::string> add(unsigned node, Report report);

 private:
  /// Several threads may use the runtime of a single node, and one of them may go on for a while before it
  /// submits.
  unsigned enough() const { return nodes_.size() == 1 ? 40 : 4; }

  struct Node {
    Report report;
    unsigned times = 0;
  };
  std::vector<Node> nodes_;
};

}  // namespace gusset::cluster
