#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/time/traffic.hpp"
#include "gusset/viewer/model/timeline/shapes.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// An arrow from node to node: of one message, or of all that one node sends another.
struct DrawnMessages {
  Shapes::Arrow shape;
  traces::NodeTraffic traffic;
  std::optional<std::size_t> message;  ///< of one alone: into the trace's messages
};

/// Draws what traces::node_arrows chooses of the messages that are under way in what a panel shows, and what
/// is not drawn of them as a line. One alone leads from the middle of its node's rows when it was sent to
/// that of the other's when it was received. With a moment, of the panel's own times, bundles count what was
/// sent by then. Returns what was drawn.
std::vector<DrawnMessages> add_message_shapes(const Timeline& timeline, std::size_t panel,
                                              const traces::Traffic& traffic, Shapes& shapes,
                                              std::optional<std::int64_t> moment_ns = std::nullopt);

}  // namespace gusset::viewer
