#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/traffic.hpp"

namespace gusset::traces {

/// An arrow from node to node: of one message, or of all that one node sends another.
struct NodeArrow {
  NodeTraffic traffic;
  std::optional<std::size_t> message;  ///< of one alone: into the trace's messages
  /// Of a bundle, which stands at no time in particular: where it does, as a share of the picture's width.
  double place = 0.0;
};

/// What is drawn of messages between nodes.
struct NodeArrows {
  std::vector<NodeArrow> arrows;
  std::vector<std::string> notes;  ///< what bundles are, and what is not drawn and why; a line each
};

/// So many messages can be told apart in a picture: beyond it they are bundled by pair of nodes.
inline constexpr std::size_t most_messages = 48;

/// Beyond so many bundles their tags give numbers alone, which hide less.
inline constexpr std::size_t most_worded_bundles = 6;

/// What to draw of the messages under way in [from_ns, to_ns), of the trace's own times: each of them by
/// itself, in order of sending; or, where they are more than `most_messages`, one bundle for each pair of
/// nodes, side by side by their nodes, so that a pair's two directions are neighbours. At most `most_arrows`
/// bundles are drawn, those of the most bytes. `is_shown` tells whether a node has rows in the picture. With
/// a moment, bundles count what was sent by then and stay where they are; those of nothing yet are not drawn.
/// `traffic` must be the trace's.
NodeArrows node_arrows(const Trace& trace, const Traffic& traffic, std::int64_t from_ns, std::int64_t to_ns,
                       const std::function<bool(NodeId)>& is_shown,
                       std::optional<std::int64_t> moment_ns = std::nullopt);

/// How wide an arrow's line is, in pixels of a plain display.
double node_arrow_width(const NodeArrow& arrow);

}  // namespace gusset::traces
