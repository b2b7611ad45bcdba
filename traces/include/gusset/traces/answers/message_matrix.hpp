#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

#include "gusset/traces/answers/table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

struct MessageMatrixOptions {
  /// Counts messages that were sent in [from_ns, to_ns). One whose sending was not recorded counts at its
  /// arrival.
  std::int64_t from_ns = std::numeric_limits<std::int64_t>::min();
  std::int64_t to_ns = std::numeric_limits<std::int64_t>::max();
  std::size_t min_columns = 0;  ///< minimum number of receivers' columns, to match other traces' tables
};

/// How many messages each node sent to each other node: one row per sender, one column per receiver, with
/// sums. Cells of pairs without messages are empty. Has no rows if there is only one node, or if messages
/// were not recorded. O(messages + nodes²).
Table message_matrix(const Trace& trace, const MessageMatrixOptions& options = {});

/// The same as a list of pairs with messages, sorted by sender, then receiver: `from`, `to` (numbers of
/// nodes), `messages`, `payload_bytes`.
Table message_pairs(const Trace& trace, const MessageMatrixOptions& options = {});

}  // namespace gusset::traces
