#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/traffic.hpp"

namespace gusset::traces {

/// An arrow between nodes: one message, or all messages that one node sends another.
struct NodeArrow {
  NodeTraffic traffic;
  std::optional<std::size_t> message;  ///< of a single message: index into the trace's messages
  /// Position of a bundle, as a share of the picture's width; a bundle has no time.
  double place = 0.0;
};

/// The arrows drawn for messages between nodes.
struct NodeArrows {
  std::vector<NodeArrow> arrows;
  std::vector<std::string> notes;  ///< one line each: what bundles are, and what is not drawn and why
};

/// The most messages drawn one by one. Beyond that they are indistinguishable and are bundled by pair of
/// nodes.
inline constexpr std::size_t max_messages = 48;

/// With more bundles than this, tags show numbers only, so that they cover less of the picture.
inline constexpr std::size_t max_full_tags = 6;

/// Chooses what to draw of the messages under way in [from_ns, to_ns), in the trace's own times. Up to
/// `max_messages` messages are single arrows, in order of sending. More messages become one bundle for each
/// pair of nodes, side by side in order of nodes, so that a pair's two directions are neighbours. At most
/// `max_arrows` bundles are drawn, those with the most bytes. `is_shown` returns whether a node has rows in
/// the picture. With a moment, bundles count the messages sent by then and keep their places; bundles with no
/// message yet are not drawn. `traffic` must belong to the trace.
NodeArrows node_arrows(const Trace& trace, const Traffic& traffic, std::int64_t from_ns, std::int64_t to_ns,
                       const std::function<bool(NodeId)>& is_shown,
                       std::optional<std::int64_t> moment_ns = std::nullopt);

/// The width of an arrow's line, in pixels of a plain display.
double node_arrow_width(const NodeArrow& arrow);

}  // namespace gusset::traces
