#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The messages that one node sends to another in a time interval.
struct NodeTraffic {
  NodeId from;
  NodeId to;
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  friend bool operator==(const NodeTraffic&, const NodeTraffic&) = default;
};

/// Finds the messages between nodes that are in flight in a time interval, without visiting all messages. A
/// message is in flight from its sending to its receipt, inclusive; from receipt to sending if clock error
/// reverses them. Messages that lack either time or stay on their node are left out. Immutable once built;
/// any number of threads may query it. Expects a trace that `validate` accepts; keeps no reference to it.
class Traffic {
 public:
  /// O(n log n) in messages.
  explicit Traffic(const Trace& trace);

  /// The traffic of all pairs of nodes with messages in flight in [from_ns, to_ns), by sender, then receiver.
  /// Exact; O(pairs · log n).
  std::vector<NodeTraffic> between(std::int64_t from_ns, std::int64_t to_ns) const;

  /// The messages in flight in [from_ns, to_ns), as indices into the trace's messages, in order of sending.
  /// O(n / 512 + messages found), so call it only if `between` counts few messages.
  std::vector<std::size_t> under_way(std::int64_t from_ns, std::int64_t to_ns) const;

 private:
  /// The times of one pair's messages, ascending, with the prefix sums of their bytes.
  struct Column {
    std::vector<std::int64_t> time_ns;  ///< ascending
    std::vector<std::uint64_t> bytes;   ///< one entry more than times
  };
  struct Pair {
    NodeId from;
    NodeId to;
    Column begins;
    Column ends;
  };
  struct Entry {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    std::size_t message = 0;
  };
  static constexpr std::size_t block = 512;

  static Column column(std::vector<std::pair<std::int64_t, std::uint64_t>> entries);

  std::vector<Pair> pairs_;
  std::vector<Entry> entries_;              ///< by start time
  std::vector<std::int64_t> block_end_ns_;  ///< the latest end of each block of entries
};

}  // namespace gusset::traces
