#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The messages of a trace that carry a version of a handle, sorted by handle, version, destination and time
/// of receipt. Leaves out messages without a handle, which come from importers. The trace must outlive this
/// object. Any number of threads may query it.
class VersionMessages {
 public:
  VersionMessages() = default;
  /// O(n log n) in messages.
  explicit VersionMessages(const Trace& trace);

  bool empty() const { return messages_.empty(); }
  /// The messages that carry one version, sorted by destination.
  std::span<const Message* const> carrying(HandleId handle, std::uint32_t version) const;
  /// The first message that brings the accessed version to a node; null if there is none.
  const Message* first_to(NodeId node, const Access& access) const;
  /// The last of these messages that was received at or before `by_ns`; null if there is none.
  const Message* last_to(NodeId node, const Access& access, std::int64_t by_ns) const;

 private:
  std::vector<const Message*> messages_;
};

}  // namespace gusset::traces
