#include "gusset/traces/picture/timeline/arrow_shapes.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "gusset/base/numbers.hpp"

namespace gusset::picture {
namespace {

using gusset::count_text;
using traces::ArrowBundle;
using traces::ArrowEnd;
using traces::BundledArrows;
using Where = ArrowEnd::Where;

constexpr double tip_room = 12.0;  // keeps a count clear of its arrow's tip

const char* text_beyond(const ArrowEnd& end) {
  constexpr std::array words{"", " earlier", " later", " above", " below", ""};  // in the order of Where
  return words[static_cast<std::size_t>(end.where)];
}

// Candidate points for a bundle's count: at the edge of the view, or along the curve.
std::vector<Point> tag_points(const Shapes::Arrow& arrow, const ArrowBundle& bundle, double tag_height) {
  std::vector<Point> points;
  if (bundle.from.where == Where::inside && bundle.to.where == Where::inside) {
    for (const double share : {0.5, 0.35, 0.65, 0.2, 0.8})
      points.push_back(traces::arrow_point(arrow.curve, share));
    return points;
  }
  const Point edge = bundle.from.where == Where::inside ? arrow.curve[3] : arrow.curve[0];
  for (const int step : {0, -1, 1, -2, 2, -3, 3}) points.push_back({edge.x, edge.y + step * tag_height});
  return points;
}

Rgba tag_colour(const ArrowPalette& palette, const ArrowBundle& bundle) {
  return bundle.is_message  ? palette.message_tag
         : bundle.is_strong ? palette.strong_tag
                            : palette.dependency_tag;
}

std::string arrow_name(const ArrowBundle& bundle) {
  const std::string what = bundle.is_message ? "message" : "dependency";
  if (bundle.count == 1) return bundle.is_strong ? "last " + what : what;
  return count_text(bundle.count) + (bundle.is_message ? " messages" : " dependencies");
}

}  // namespace

const ArrowPalette& arrow_palette_on(traces::Background background) {
  static constexpr ArrowPalette light{rgba(52, 64, 78), rgba(20, 98, 190), rgba(150, 70, 160),
                                      rgba(52, 64, 78), rgba(20, 98, 190), rgba(150, 70, 160)};
  static constexpr ArrowPalette dark{rgba(206, 214, 224), rgba(92, 164, 250), rgba(222, 150, 232),
                                     rgba(82, 94, 110),   rgba(36, 104, 188), rgba(146, 76, 158)};
  return background == traces::Background::dark ? dark : light;
}

ArrowEnd arrow_end(const PlacedRows& rows, traces::LaneId lane, std::int64_t time_ns, traces::TaskId task) {
  const std::optional<std::size_t> place = rows.table->place_of(lane);
  if (!place) return {Where::filtered, 0, 0.0, 0.0};
  const Box clip = rows.clip_of(*place);
  const Stretch track = rows.track_at(*place, task.is_none() ? 0 : rows.detail->depth(task));
  const double x = rows.x_from_time(static_cast<double>(time_ns));
  const double y = track.top + track.height / 2.0;
  const double seen_x = std::clamp<double>(x, clip.left, clip.right());
  if (y < clip.top) return {Where::above, 0, seen_x, static_cast<double>(clip.top)};
  if (y >= clip.bottom()) return {Where::below, 0, seen_x, static_cast<double>(clip.bottom())};
  const Where where = x < clip.left ? Where::earlier : x > clip.right() ? Where::later : Where::inside;
  return {where, *place, seen_x, y};
}

BundledArrows bundle_arrows(const PlacedRows& rows, std::span<const traces::TaskArrow> arrows,
                            std::size_t most) {
  if (rows.clip.width <= 0) {
    BundledArrows unseen;
    unseen.unseen = arrows.size();
    return unseen;
  }
  std::vector<traces::PlacedArrow> placed;
  placed.reserve(arrows.size());
  for (const traces::TaskArrow& arrow : arrows) {
    const ArrowEnd to = arrow_end(rows, arrow.to_lane, arrow.to_ns, arrow.to_task);
    const ArrowEnd until =
        arrow_end(rows, arrow.to_lane, std::max(arrow.to_ns, arrow.until_ns), arrow.to_task);
    placed.push_back({arrow_end(rows, arrow.from_lane, arrow.from_ns, arrow.from_task),
                      traces::with_wait(to, until), arrow.is_message, arrow.is_strong, arrow.bytes, until.x});
  }
  return traces::bundle_arrows(placed, most);
}

Shapes::Arrow arrow_shape(const PlacedRows& rows, const ArrowBundle& bundle) {
  const ArrowPalette& palette = arrow_palette_on(rows.background);
  Shapes::Arrow arrow;
  arrow.colour = bundle.is_message ? palette.message : bundle.is_strong ? palette.strong : palette.dependency;
  arrow.width = traces::arrow_width(bundle);
  arrow.dashed = bundle.is_message;
  arrow.clip = rows.clip_from(std::min(bundle.from.y, bundle.to.y));
  arrow.curve = traces::arrow_curve(bundle, rows.row_height, rows.scale);
  if (bundle.until_x > bundle.to.x + 1.0) arrow.tail = bundle.until_x - bundle.to.x;
  arrow.name = arrow_name(bundle);
  return arrow;
}

TagText message_text(std::uint64_t messages, std::uint64_t bytes, const std::string& beyond) {
  const std::string end = beyond + " · " + bytes_text(static_cast<double>(bytes));
  return {count_text(messages, "message") + end, count_text(messages) + end};
}

TagText bundle_text(const ArrowBundle& bundle) {
  const bool is_inside = bundle.from.where == Where::inside && bundle.to.where == Where::inside;
  if (is_inside && bundle.count == 1) return {};
  const std::string beyond = std::string(text_beyond(bundle.from)) + text_beyond(bundle.to);
  if (bundle.is_message) return message_text(bundle.count, bundle.bytes, beyond);
  return {count_text(bundle.count) + beyond, {}};
}

void add_arrow_shapes(const PlacedRows& rows, const BundledArrows& arrows, Shapes& shapes) {
  const ArrowPalette& palette = arrow_palette_on(rows.background);
  TagPlacer tags(rows, shapes);
  for (const bool strong : {false, true}) {
    for (const ArrowBundle& bundle : arrows.bundles) {
      if (bundle.is_strong == strong) shapes.arrows.push_back(arrow_shape(rows, bundle));
    }
  }
  for (const ArrowBundle& bundle : arrows.bundles) {
    const Shapes::Arrow arrow = arrow_shape(rows, bundle);
    Shapes::Tag tag;
    tag.colour = tag_colour(palette, bundle);
    tag.clip = arrow.clip;
    tag.name = arrow.name;
    if (bundle.to.where == Where::later) tag.clip.width -= static_cast<int>(tip_room * rows.scale);
    tags.add(tag_points(arrow, bundle, rows.tag_size.height), bundle_text(bundle), tag);
  }
  if (arrows.left_out > 0) {
    tags.add_note("not drawn: " + count_text(arrows.left_out, "more arrow") +
                      (arrows.left_out == 1 ? "" : " in " + count_text(arrows.left_out_bundles, "bundle")) +
                      (rows.has_pointer ? "; zoom in or select fewer tasks" : ""),
                  palette.dependency_tag);
  }
  if (arrows.filtered > 0) {
    tags.add_note(
        count_text(arrows.filtered, "arrow") + (arrows.filtered == 1 ? " ends" : " end") + " in hidden rows",
        palette.dependency_tag);
  }
}

void add_too_many_arrows(const PlacedRows& rows, const BundledArrows& arrows, Shapes& shapes) {
  std::size_t count = arrows.left_out;
  for (const ArrowBundle& bundle : arrows.bundles) count += bundle.count;
  TagPlacer(rows, shapes)
      .add_note(count_text(count, "arrow") + " are too many to follow: zoom in or select fewer tasks",
                arrow_palette_on(rows.background).dependency_tag);
}

}  // namespace gusset::picture
