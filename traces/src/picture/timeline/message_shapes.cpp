#include "gusset/traces/picture/timeline/message_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/traces/picture/timeline/node_arrows.hpp"

namespace gusset::picture {
namespace {

class MessageComposer {
 public:
  MessageComposer(const PlacedRows& rows, Shapes& shapes)
      : rows_(rows),
        shapes_(shapes),
        palette_(arrow_palette_on(rows.background)),
        clip_(rows.clip),
        tags_(rows, shapes) {}

  std::vector<DrawnMessages> compose(const traces::Traffic& traffic, std::optional<std::int64_t> moment_ns) {
    const traces::ColumnGrid grid = rows_.grid;
    const traces::NodeArrows found = traces::node_arrows(
        rows_.trace(), traffic, static_cast<std::int64_t>(std::floor(grid.time_from_column(0.0))),
        static_cast<std::int64_t>(std::ceil(grid.time_from_column(clip_.width))),
        [this](traces::NodeId node) { return rows_.middle_of(node).has_value(); }, moment_ns);
    for (const std::string& text : found.notes) tags_.add_note(text, palette_.message_tag);
    for (const traces::NodeArrow& arrow : found.arrows) add(arrow);
    const bool is_crowded = found.arrows.size() > traces::max_full_tags;
    for (const DrawnMessages& drawn : drawn_) {
      if (!drawn.message) tag(drawn, is_crowded);
    }
    return std::move(drawn_);
  }

 private:
  void add(const traces::NodeArrow& arrow) {
    const traces::NodeTraffic& traffic = arrow.traffic;
    const double x = clip_.left + clip_.width * arrow.place;
    Point from{x, *rows_.middle_of(traffic.from)};
    Point to{x, *rows_.middle_of(traffic.to)};
    if (arrow.message) {
      const traces::Message& message = rows_.trace().messages[*arrow.message];
      from.x = rows_.x_from_time(static_cast<double>(message.send_ns));
      to.x = rows_.x_from_time(static_cast<double>(message.receive_ns));
    }
    // An arrow from a pinned row to a row that is scrolled out of view ends where rows scroll.
    const bool is_from_pinned = rows_.is_pinned(traffic.from);
    const bool is_to_pinned = rows_.is_pinned(traffic.to);
    const Box clip = is_from_pinned || is_to_pinned ? clip_ : rows_.scroll_clip();
    if (is_to_pinned && !is_from_pinned) from.y = std::max<double>(from.y, rows_.scroll_top);
    if (is_from_pinned && !is_to_pinned) to.y = std::max<double>(to.y, rows_.scroll_top);
    const Point a{from.x + (to.x - from.x) / 3.0, from.y + (to.y - from.y) / 3.0};
    const Point b{from.x + (to.x - from.x) / 1.5, from.y + (to.y - from.y) / 1.5};
    Shapes::Arrow shape{{from, a, b, to}, palette_.message, traces::node_arrow_width(arrow), true, clip};
    shape.timeless = !arrow.message;
    shape.name = count_text(traffic.messages, "message") + " between nodes";
    shapes_.arrows.push_back(shape);
    drawn_.push_back({std::move(shape), traffic, arrow.message});
  }

  void tag(const DrawnMessages& drawn, bool is_crowded) {
    std::vector<Point> points;
    for (const double share : {0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95})
      points.push_back(traces::arrow_point(drawn.shape.curve, share));
    TagText text = message_text(drawn.traffic.messages, drawn.traffic.payload_bytes);
    if (is_crowded) text = {text.shorter, {}};
    Shapes::Tag tag;
    tag.colour = palette_.message_tag;
    tag.clip = drawn.shape.clip;
    tag.timeless = true;
    tag.name = "messages between nodes";
    tags_.add(points, text, tag);
  }

  const PlacedRows& rows_;
  Shapes& shapes_;
  const ArrowPalette& palette_;
  Box clip_;
  TagPlacer tags_;
  std::vector<DrawnMessages> drawn_;
};

}  // namespace

std::vector<DrawnMessages> add_message_shapes(const PlacedRows& rows, const traces::Traffic& traffic,
                                              Shapes& shapes, std::optional<std::int64_t> moment_ns) {
  if (rows.clip.width <= 0) return {};
  return MessageComposer(rows, shapes).compose(traffic, moment_ns);
}

}  // namespace gusset::picture
