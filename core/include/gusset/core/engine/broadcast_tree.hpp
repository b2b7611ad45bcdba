#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/core/ids.hpp"
#include "gusset/core/options.hpp"

namespace gusset {

/// How a version of data reaches many nodes: from the owner to all of them, or along a tree, in which nodes
/// that have it send it on. Used by the engine over MPI and by the simulator.
struct BroadcastTree {
  bool is_on = false;
  unsigned fan_out = 0;  ///< the most nodes that a node sends a version to; 0: see children()

  /// Parses the setting `broadcast` (GUSSET_BROADCAST): "direct" (the default), "tree" or "tree,K" with K
  /// nodes. Throws ConfigurationError.
  static BroadcastTree from(const Options& options);
  /// The same for any text; `source` names its origin in errors. Empty: off.
  static BroadcastTree parse(const std::string& text, const std::string& source);
  /// The text that parse accepts; empty if it is off.
  std::string text() const;

  /// The most nodes that a node sends a version of that size to: without a fan-out, 2 for contents above
  /// eager_bytes, which share the sender's link, and 4 for others, where each hop costs a latency.
  unsigned children(std::uint64_t bytes) const;

  friend bool operator==(const BroadcastTree&, const BroadcastTree&) = default;
};

/// The nodes that read the newest version of a handle, in the order of the program, which all nodes know.
/// Reader i, counted from 1, gets the version from reader (i − 1) / K, where 0 is the owner. No node needs to
/// know how many readers will come.
class VersionReaders {
 public:
  struct Way {
    NodeId from;          ///< the node that sends; none: the owner
    NodeId first;         ///< the first node after the owner on the way: the reader itself, or another node
    bool is_new = false;  ///< the node gets a message; false: it has asked for this version before
  };

  /// A task on `node`, which does not own the handle, reads a version of it. Call it in the order of the
  /// program. Versions that were reserved (Engine::reserve), and older versions, come from the owner: other
  /// nodes may no longer have them.
  Way add(const BroadcastTree& tree, std::uint64_t bytes, std::uint32_t version, NodeId node,
          bool is_reserved);

 private:
  struct Reader {
    NodeId node;
    std::uint32_t parent = 0;  ///< index; 0: the owner
    NodeId first;
  };
  static constexpr std::uint32_t none = 0;
  static constexpr std::uint32_t direct = UINT32_MAX;

  void restart(std::uint32_t version);
  std::uint32_t& index_of(NodeId node);

  std::uint32_t version_ = 0;
  bool has_version_ = false;
  std::vector<Reader> readers_;         // index − 1
  std::vector<NodeId> direct_;          // nodes that got the version from the owner, outside of the tree
  std::vector<std::uint32_t> indices_;  // by node
};

}  // namespace gusset
