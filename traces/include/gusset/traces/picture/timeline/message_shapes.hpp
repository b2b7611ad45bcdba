#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/time/traffic.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"

namespace gusset::picture {

/// An arrow from node to node: of one message, or of all that one node sends another.
struct DrawnMessages {
  Shapes::Arrow shape;
  traces::NodeTraffic traffic;
  std::optional<std::size_t> message;  ///< of one alone: into the trace's messages
};

/// Draws what traces::node_arrows chooses of the messages that are under way in what the rows show, and says
/// in a line what is not drawn of them. One alone leads from the middle of its node's rows when it was sent
/// to the middle of the other node's when it was received. With a moment, of the trace's own times, bundles
/// count what was sent by then. Returns what was drawn.
std::vector<DrawnMessages> add_message_shapes(const PlacedRows& rows, const traces::Traffic& traffic,
                                              Shapes& shapes,
                                              std::optional<std::int64_t> moment_ns = std::nullopt);

}  // namespace gusset::picture
