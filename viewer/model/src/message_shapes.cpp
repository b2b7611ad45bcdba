#include "gusset/viewer/model/message_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "gusset/viewer/model/arrow_shapes.hpp"
#include "gusset/viewer/model/selection_shapes.hpp"
#include "gusset/viewer/model/time_text.hpp"

namespace gusset::viewer {
namespace {

using Point = traces::ArrowPoint;

constexpr double message_width = 1.6;
constexpr double widest_bundle = 7.0;

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

  void draw(const traces::Traffic& traffic) {
    if (!trace_.recorded.messages) return note("messages between nodes: not recorded");
    if (trace_.nodes.size() < 2) return note("messages between nodes: there is one node");
    const auto from_ns = static_cast<std::int64_t>(std::floor(axis_.begin_ns()));
    const auto to_ns = static_cast<std::int64_t>(std::ceil(axis_.end_ns()));
    std::vector<traces::NodeTraffic> pairs = traffic.between(from_ns, to_ns);
    const auto hidden = std::stable_partition(pairs.begin(), pairs.end(), [this](const auto& pair) {
      return middles_.contains(pair.from) && middles_.contains(pair.to);
    });
    if (hidden != pairs.end())
      note(count_of(hidden, pairs.end()) + " to or from nodes that are filtered away");
    pairs.erase(hidden, pairs.end());
    if (pairs.empty()) return note("messages between nodes: none here");
    std::uint64_t messages = 0;
    for (const traces::NodeTraffic& pair : pairs) messages += pair.messages;
    if (messages > most_messages) return bundles(std::move(pairs));
    for (const std::size_t message : traffic.under_way(from_ns, to_ns)) one(message);
  }

  std::vector<DrawnMessages> take_drawn() { return std::move(drawn_); }

 private:
  template <class Iterator>
  static std::string count_of(Iterator from, Iterator to) {
    std::uint64_t messages = 0;
    for (; from != to; ++from) messages += from->messages;
    return count_text(messages) + (messages == 1 ? " message" : " messages");
  }

  void note(const std::string& words) { tags_.add_note(words, ink_.message_tag, clip_); }

  void add(Point from, Point to, double width, traces::NodeTraffic traffic,
           std::optional<std::size_t> message) {
    const Point a{from.x + (to.x - from.x) / 3.0, from.y + (to.y - from.y) / 3.0};
    const Point b{from.x + (to.x - from.x) / 1.5, from.y + (to.y - from.y) / 1.5};
    const Shapes::Arrow shape{{from, a, b, to}, ink_.message, width, true, clip_};
    shapes_.arrows.push_back(shape);
    drawn_.push_back({shape, traffic, message});
  }

  void one(std::size_t index) {
    const traces::Message& message = trace_.messages[index];
    const auto from = middles_.find(message.from);
    const auto to = middles_.find(message.to);
    if (from == middles_.end() || to == middles_.end()) return;
    add({x_from_time(message.send_ns), from->second}, {x_from_time(message.receive_ns), to->second},
        message_width, {message.from, message.to, 1, message.payload_bytes}, index);
  }

  void bundles(std::vector<traces::NodeTraffic> pairs) {
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const auto& a, const auto& b) { return a.payload_bytes > b.payload_bytes; });
    if (pairs.size() > most_arrows) {
      const auto rest = pairs.begin() + most_arrows;
      note(count_of(rest, pairs.end()) + " between " + count_text(pairs.size() - most_arrows) +
           " more pairs of nodes are not drawn");
      pairs.resize(most_arrows);
    }
    // Side by side by their nodes, so that a pair's two directions are neighbours.
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
      const auto key = [](const traces::NodeTraffic& pair) {
        return std::tuple(std::min(pair.from, pair.to), std::max(pair.from, pair.to), pair.from);
      };
      return key(a) < key(b);
    });
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const traces::NodeTraffic& pair = pairs[i];
      const double x =
          clip_.left + clip_.width * (static_cast<double>(i) + 0.5) / static_cast<double>(pairs.size());
      const double width =
          std::min(widest_bundle, message_width + 0.4 * std::log2(static_cast<double>(pair.messages)));
      add({x, middles_.at(pair.from)}, {x, middles_.at(pair.to)}, width, pair, std::nullopt);
    }
    for (const DrawnMessages& drawn : drawn_) {
      std::vector<Point> points;
      for (const double share : {0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95})
        points.push_back(traces::arrow_point(drawn.shape.curve, share));
      tags_.add(points, count_text(drawn.traffic.messages) + " · " + bytes_text(drawn.traffic.payload_bytes),
                ink_.message_tag, clip_);
    }
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
                                              const traces::Traffic& traffic, Shapes& shapes) {
  if (panel >= timeline.layout().panels()) return {};
  MessageDrawer drawer(timeline, panel, shapes);
  drawer.draw(traffic);
  return drawer.take_drawn();
}

}  // namespace gusset::viewer
