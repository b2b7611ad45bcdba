#include "gusset/viewer/model/timeline/message_shapes.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "gusset/traces/picture/timeline/node_arrows.hpp"
#include "gusset/viewer/model/timeline/arrow_shapes.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "gusset/viewer/model/document/time_text.hpp"

namespace gusset::viewer {
namespace {

using Point = traces::ArrowPoint;

// The middle of each shown node's rows, in pixels; perhaps scrolled out of view.
std::map<traces::NodeId, double> node_middles(const Timeline& timeline, std::size_t panel) {
  std::map<traces::NodeId, double> middles;
  const RowArrangement& shown = timeline.arrangement(panel);
  std::size_t row = 0;
  for (std::size_t i = 0; i < shown.node_row_counts().size(); row += shown.node_row_counts()[i], ++i) {
    const Stretch rows = timeline.layout().node(panel, i, timeline.scrolls()[panel]);
    middles[shown.rows()[row].node] = rows.top + rows.height / 2.0;
  }
  return middles;
}

class MessageDrawer {
 public:
  MessageDrawer(const Timeline& timeline, std::size_t panel, Shapes& shapes)
      : axis_(timeline.axis(panel)),
        plot_left_(timeline.plot().left),
        trace_(*timeline.document().panel(panel).trace),
        shapes_(shapes),
        ink_(arrow_ink_of(timeline)),
        clip_(rows_box(timeline, panel)),
        middles_(node_middles(timeline, panel)),
        tags_(timeline, shapes) {}

  void draw(const traces::Traffic& traffic, std::optional<std::int64_t> moment_ns) {
    const auto from_ns = static_cast<std::int64_t>(std::floor(axis_.begin_ns()));
    const auto to_ns = static_cast<std::int64_t>(std::ceil(axis_.end_ns()));
    const traces::NodeArrows found = traces::node_arrows(
        trace_, traffic, from_ns, to_ns, [this](traces::NodeId node) { return middles_.contains(node); },
        moment_ns);
    for (const std::string& words : found.notes) tags_.add_note(words, ink_.message_tag, clip_);
    for (const traces::NodeArrow& arrow : found.arrows) add(arrow);
    const bool is_crowded = found.arrows.size() > traces::most_worded_bundles;
    for (const DrawnMessages& drawn : drawn_) {
      if (!drawn.message) tag(drawn, is_crowded);
    }
  }

  std::vector<DrawnMessages> take_drawn() { return std::move(drawn_); }

 private:
  void add(const traces::NodeArrow& arrow) {
    const traces::NodeTraffic& traffic = arrow.traffic;
    const double x = clip_.left + clip_.width * arrow.place;
    Point from{x, middles_.at(traffic.from)};
    Point to{x, middles_.at(traffic.to)};
    if (arrow.message) {
      from.x = x_from_time(trace_.messages[*arrow.message].send_ns);
      to.x = x_from_time(trace_.messages[*arrow.message].receive_ns);
    }
    const Point a{from.x + (to.x - from.x) / 3.0, from.y + (to.y - from.y) / 3.0};
    const Point b{from.x + (to.x - from.x) / 1.5, from.y + (to.y - from.y) / 1.5};
    Shapes::Arrow shape{{from, a, b, to}, ink_.message, traces::node_arrow_width(arrow), true, clip_};
    shape.timeless = !arrow.message;
    shapes_.arrows.push_back(shape);
    drawn_.push_back({shape, traffic, arrow.message});
  }

  void tag(const DrawnMessages& drawn, bool is_crowded) {
    std::vector<Point> points;
    for (const double share : {0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95})
      points.push_back(traces::arrow_point(drawn.shape.curve, share));
    TagWords words = message_words(drawn.traffic.messages, drawn.traffic.payload_bytes);
    if (is_crowded) words = {words.shorter, {}};
    tags_.add(points, words, ink_.message_tag, clip_, true);
  }

  double x_from_time(std::int64_t time_ns) const {
    return plot_left_ + axis_.x_from_time(static_cast<double>(time_ns));
  }

  const TimeAxis axis_;  // of the panel's own times
  const double plot_left_;
  const traces::Trace& trace_;
  Shapes& shapes_;
  const ArrowInk& ink_;
  Box clip_;
  std::map<traces::NodeId, double> middles_;
  TagPlacer tags_;
  std::vector<DrawnMessages> drawn_;
};

}  // namespace

std::vector<DrawnMessages> add_message_shapes(const Timeline& timeline, std::size_t panel,
                                              const traces::Traffic& traffic, Shapes& shapes,
                                              std::optional<std::int64_t> moment_ns) {
  if (panel >= timeline.layout().panels()) return {};
  MessageDrawer drawer(timeline, panel, shapes);
  drawer.draw(traffic, moment_ns);
  return drawer.take_drawn();
}

}  // namespace gusset::viewer
