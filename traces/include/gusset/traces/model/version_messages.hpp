#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The messages of a trace that carry a version of a handle, by handle, version, destination and receipt.
/// Messages without a handle (of imports) are left out. The trace must outlive this. Any number of threads
/// may ask it.
class VersionMessages {
 public:
  VersionMessages() = default;
  /// O(n log n) in messages.
  explicit VersionMessages(const Trace& trace);

  bool empty() const { return messages_.empty(); }
  /// Those that carry one version, by destination.
  std::span<const Message* const> carrying(HandleId handle, std::uint32_t version) const;
  /// The first to bring the version of an access to a node; null where there is none.
  const Message* first_to(NodeId node, const Access& access) const;

 private:
  std::vector<const Message*> messages_;
};

}  // namespace gusset::traces
