#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What one node sends another in a stretch of time.
struct NodeTraffic {
  NodeId from;
  NodeId to;
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  friend bool operator==(const NodeTraffic&, const NodeTraffic&) = default;
};

/// Finds the messages between nodes that are under way in a stretch of time, without a loop over all of them.
/// A message is under way from its sending to its receipt, both included; the other way round where clocks
/// differ that much. One without either time, or that stays on its node, is left out. Immutable once built,
/// so any number of threads may ask it. Expects a trace that `validate` accepts; nothing of it is kept.
class Traffic {
 public:
  /// O(n log n) in messages.
  explicit Traffic(const Trace& trace);

  /// Of all pairs of nodes with messages under way in [from_ns, to_ns), by sender, then receiver. Exact;
  /// O(pairs · log n).
  std::vector<NodeTraffic> between(std::int64_t from_ns, std::int64_t to_ns) const;

  /// Which these are, as indices into the trace's messages, in order of sending. O(n / 512 + those found): to
  /// be asked for where `between` counts few.
  std::vector<std::size_t> under_way(std::int64_t from_ns, std::int64_t to_ns) const;

 private:
  /// Times of one pair's messages, and the bytes of the first so many in that order.
  struct Column {
    std::vector<std::int64_t> time_ns;  ///< ascending
    std::vector<std::uint64_t> bytes;   ///< one more than times
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
  std::vector<Entry> entries_;              ///< by begin
  std::vector<std::int64_t> block_end_ns_;  ///< the latest end of each block of entries
};

}  // namespace gusset::traces
