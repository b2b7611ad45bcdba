#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "arrow_strokes.hpp"
#include "canvas/canvas.hpp"
#include "gusset/traces/paper/timeline/figure.hpp"
#include "gusset/traces/picture/timeline/node_arrows.hpp"
#include "gusset/traces/analysis/time/traffic.hpp"
#include "layout.hpp"
#include "time_axis.hpp"

namespace gusset::figure {

/// The messages between nodes that are under way in the time that is drawn, as traces::node_arrows chooses
/// them: one alone from the middle of its node's rows when it was sent to that of the other's when it was
/// received; bundles, which stand at no time, upright with their number and bytes, at a moment of what was
/// sent by then. What is not drawn is said in a line.
class MessagePainter {
 public:
  MessagePainter(Canvas& canvas, const Panel& panel, const traces::Traffic& traffic, const PanelLayout& place,
                 const Layout& layout, const TimeAxis& axis, Plates& plates,
                 std::optional<std::int64_t> moment_ns);

  void draw_single();
  void draw_bundles_and_notes();

 private:
  double middle_of(traces::NodeId node) const;
  std::pair<Point, Point> ends_of(const traces::NodeArrow& arrow) const;
  ArrowStroke stroke_of(const traces::NodeArrow& arrow) const;
  void draw(bool bundles);
  void count(const traces::NodeArrow& arrow);

  Canvas& canvas_;
  const traces::Trace& trace_;
  const PanelLayout& place_;
  const Layout& layout_;
  const TimeAxis& axis_;
  Plates& plates_;
  double scale_;
  std::map<traces::NodeId, std::pair<int, int>> rows_of_node_;
  traces::NodeArrows found_;
};

}  // namespace gusset::figure
