#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/time/traffic.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"

namespace gusset::picture {

/// An arrow between nodes: one message, or all messages that one node sends another.
struct DrawnMessages {
  Shapes::Arrow shape;
  traces::NodeTraffic traffic;
  std::optional<std::size_t> message;  ///< of a single message: index into the trace's messages
};

/// Draws the messages that traces::node_arrows chooses among those under way in the visible time, and a note
/// about messages that are not drawn. A single message leads from the middle of its sender's rows at its send
/// time to the middle of its receiver's rows at its receive time. With a moment, in the trace's own times,
/// bundles count the messages sent by then. Returns the drawn arrows.
std::vector<DrawnMessages> add_message_shapes(const PlacedRows& rows, const traces::Traffic& traffic,
                                              Shapes& shapes,
                                              std::optional<std::int64_t> moment_ns = std::nullopt);

}  // namespace gusset::picture
