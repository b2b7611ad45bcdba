#include "message_painter.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gusset/base/numbers.hpp"

namespace gusset::figure {

MessagePainter::MessagePainter(Canvas& canvas, const Panel& panel, const traces::Traffic& traffic,
                               const PanelLayout& place, const Layout& layout, const TimeAxis& axis,
                               Plates& plates, std::optional<std::int64_t> moment_ns)
    : canvas_(canvas),
      trace_(*panel.trace),
      place_(place),
      layout_(layout),
      axis_(axis),
      plates_(plates),
      scale_(arrow_scale(place)) {
  for (const RowLayout& row : place.rows) {
    for (const std::size_t lane : row.lanes) {
      const traces::NodeId node = trace_.workers[trace_.lanes[lane].worker.value()].node;
      const auto [rows, is_first] = rows_of_node_.try_emplace(node, row.top, row.bottom);
      if (!is_first) rows->second.second = row.bottom;
    }
  }
  const auto from_ns = static_cast<std::int64_t>(std::floor(axis_.grid().time_from_column(0)));
  const auto to_ns = static_cast<std::int64_t>(std::ceil(axis_.grid().time_from_column(axis_.columns())));
  found_ = traces::node_arrows(
      trace_, traffic, from_ns, to_ns, [this](traces::NodeId node) { return rows_of_node_.contains(node); },
      moment_ns);
}

void MessagePainter::draw_single() {
  draw(false);
}

void MessagePainter::draw_bundles_and_notes() {
  for (const std::string& words : found_.notes) plates_.add_note(words, message_colour, place_.rows_bottom);
  draw(true);
  for (const traces::NodeArrow& arrow : found_.arrows) {
    if (!arrow.message) count(arrow);
  }
}

void MessagePainter::draw(bool bundles) {
  std::vector<ArrowStroke> strokes;
  for (const traces::NodeArrow& arrow : found_.arrows) {
    if (arrow.message.has_value() != bundles) strokes.push_back(stroke_of(arrow));
  }
  for (const ArrowStroke& stroke : strokes) draw_rim(canvas_, stroke);
  for (const ArrowStroke& stroke : strokes) draw_arrow(canvas_, stroke);
}

double MessagePainter::middle_of(traces::NodeId node) const {
  const auto& [top, bottom] = rows_of_node_.at(node);
  return (top + bottom) / 2.0;
}

// From one node's rows to the other's, perhaps beyond the plot.
std::pair<Point, Point> MessagePainter::ends_of(const traces::NodeArrow& arrow) const {
  const double x = layout_.plot_left + axis_.columns() * arrow.place;
  Point from{x, middle_of(arrow.traffic.from)};
  Point to{x, middle_of(arrow.traffic.to)};
  if (arrow.message) {
    const traces::Message& message = trace_.messages[*arrow.message];
    from.x = layout_.plot_left + axis_.x_from_time(message.send_ns);
    to.x = layout_.plot_left + axis_.x_from_time(message.receive_ns);
  }
  return {from, to};
}

// The part of the way within the plot; a tip only where it arrives there.
ArrowStroke MessagePainter::stroke_of(const traces::NodeArrow& arrow) const {
  const auto [from, to] = ends_of(arrow);
  const double left = layout_.plot_left;
  const double right = layout_.plot_left + axis_.columns();
  const auto at = [a = from, b = to](double x) {
    return b.x == a.x ? a : Point{x, a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)};
  };
  const double width = traces::node_arrow_width(arrow);
  ArrowStroke stroke;
  stroke.points = {from.x < left    ? at(left)
                   : from.x > right ? at(right)
                                    : from,
                   to.x < left    ? at(left)
                   : to.x > right ? at(right)
                                  : to};
  stroke.width = width * scale_;
  stroke.tip = to.x < left || to.x > right ? 0.0 : (5.0 + 2.0 * width) * scale_;
  stroke.dash = message_dash * scale_;
  stroke.colour = message_colour;
  stroke.name = count_text(arrow.traffic.messages, "message") + " between nodes";
  return stroke;
}

void MessagePainter::count(const traces::NodeArrow& arrow) {
  const auto [from, to] = ends_of(arrow);
  std::vector<Point> points;
  for (const double share : {0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95})
    points.push_back({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
  const auto bytes = static_cast<double>(arrow.traffic.payload_bytes);
  const std::string size = " · " + bytes_text(bytes);
  const std::string shorter = count_text(arrow.traffic.messages) + size;
  const bool is_crowded = found_.arrows.size() > traces::most_worded_bundles;
  plates_.add(points, is_crowded ? shorter : count_text(arrow.traffic.messages, "message") + size,
              message_colour, "messages between nodes", shorter);
}

}  // namespace gusset::figure
