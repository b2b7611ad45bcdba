#include "gusset/viewer/model/timeline/arrow_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "gusset/viewer/model/document/time_text.hpp"

namespace gusset::viewer {
namespace {

using Point = traces::ArrowPoint;
using Where = ArrowEnd::Where;

constexpr double tag_height = 19.0;  // at scale 1
constexpr double tag_padding = 10.0;
constexpr double tip_room = 12.0;  // so that a count doesn't hide what it is of

bool tags_overlap(const Box& a, const Box& b) {
  return a.left < b.right() && b.left < a.right() && a.top < b.bottom() && b.top < a.bottom();
}

const char* words_beyond(const ArrowEnd& end) {
  switch (end.where) {
    case Where::earlier:
      return " earlier";
    case Where::later:
      return " later";
    case Where::above:
      return " above";
    case Where::below:
      return " below";
    case Where::inside:
    case Where::filtered:
      break;
  }
  return "";
}

// Where a bundle's count may stand: at the edge of the view, or along the curve.
std::vector<Point> tag_points(const Shapes::Arrow& arrow, const ArrowBundle& bundle, double scale) {
  std::vector<Point> points;
  if (bundle.from.where == Where::inside && bundle.to.where == Where::inside) {
    for (const double share : {0.5, 0.35, 0.65, 0.2, 0.8})
      points.push_back(traces::arrow_point(arrow.curve, share));
    return points;
  }
  const Point edge = bundle.from.where == Where::inside ? arrow.curve[3] : arrow.curve[0];
  for (const int step : {0, -1, 1, -2, 2, -3, 3})
    points.push_back({edge.x, edge.y + step * tag_height * scale});
  return points;
}

Rgba tag_colour(const ArrowInk& ink, const ArrowBundle& bundle) {
  return bundle.is_message ? ink.message_tag : bundle.is_strong ? ink.strong_tag : ink.dependency_tag;
}

}  // namespace

const ArrowInk& arrow_ink_of(const Timeline& timeline) {
  static constexpr ArrowInk light{rgba(52, 64, 78), rgba(20, 98, 190), rgba(150, 70, 160),
                                  rgba(52, 64, 78), rgba(20, 98, 190), rgba(150, 70, 160)};
  static constexpr ArrowInk dark{rgba(206, 214, 224), rgba(92, 164, 250), rgba(222, 150, 232),
                                 rgba(82, 94, 110),   rgba(36, 104, 188), rgba(146, 76, 158)};
  return timeline.document().appearance.paper == traces::Paper::dark ? dark : light;
}

double distance_to(const Shapes::Arrow& arrow, Pointer pointer) {
  double nearest = std::numeric_limits<double>::infinity();
  if (!arrow.clip.contains(pointer.x, pointer.y)) return nearest;
  constexpr int steps = 48;
  Point from = arrow.curve[0];
  for (int i = 1; i <= steps + 1; ++i) {
    const Point to = i <= steps ? traces::arrow_point(arrow.curve, static_cast<double>(i) / steps)
                                : Point{from.x + arrow.tail, from.y};
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    const double square = x * x + y * y;
    const double along =
        square > 0.0 ? std::clamp(((pointer.x - from.x) * x + (pointer.y - from.y) * y) / square, 0.0, 1.0)
                     : 0.0;
    nearest = std::min(nearest, std::hypot(pointer.x - from.x - along * x, pointer.y - from.y - along * y));
    from = to;
  }
  return nearest;
}

Shapes::Arrow arrow_shape(const Timeline& timeline, std::size_t panel, const ArrowBundle& bundle) {
  const double scale = timeline.scale();
  const ArrowInk& ink = arrow_ink_of(timeline);
  Shapes::Arrow arrow;
  arrow.colour = bundle.is_message ? ink.message : bundle.is_strong ? ink.strong : ink.dependency;
  arrow.width = traces::arrow_width(bundle);
  arrow.dashed = bundle.is_message;
  arrow.clip = rows_box(timeline, panel);
  const double row_height = timeline.layout().row_height(panel);
  arrow.curve = traces::arrow_curve(bundle, row_height, scale);
  if (bundle.until_x > bundle.to.x + 1.0) arrow.tail = bundle.until_x - bundle.to.x;
  return arrow;
}

TagWords message_words(std::uint64_t messages, std::uint64_t bytes, const std::string& beyond) {
  const std::string end = beyond + " · " + bytes_text(bytes);
  return {count_text(messages, "message") + end, count_text(messages) + end};
}

TagWords bundle_words(const ArrowBundle& bundle) {
  const bool is_inside = bundle.from.where == Where::inside && bundle.to.where == Where::inside;
  if (is_inside && bundle.count == 1) return {};
  const std::string beyond = std::string(words_beyond(bundle.from)) + words_beyond(bundle.to);
  if (bundle.is_message) return message_words(bundle.count, bundle.bytes, beyond);
  return {count_text(bundle.count) + beyond, {}};
}

Shapes Shapes::timeless() const {
  Shapes found;
  found.halo = halo;
  found.letters = letters;
  std::copy_if(arrows.begin(), arrows.end(), std::back_inserter(found.arrows),
               [](const Arrow& arrow) { return arrow.timeless; });
  std::copy_if(tags.begin(), tags.end(), std::back_inserter(found.tags),
               [](const Tag& tag) { return tag.timeless; });
  return found;
}

TagPlacer::TagPlacer(const Timeline& timeline, Shapes& shapes)
    : timeline_(timeline), shapes_(shapes), scale_(timeline.scale()) {
  for (const Shapes::Tag& tag : shapes.tags) {
    taken_.push_back({static_cast<int>(tag.x), static_cast<int>(tag.y),
                      static_cast<int>(timeline_.text_width(tag.text) + tag_padding * scale_),
                      static_cast<int>(tag_height * scale_)});
  }
}

Box TagPlacer::box_at(double x, double y, const std::string& words, Box clip) const {
  const double width = timeline_.text_width(words) + tag_padding * scale_;
  const double height = tag_height * scale_;
  const double margin = 3.0 * scale_;
  const double left = std::max(clip.left + margin, std::min(x - width / 2, clip.right() - width - margin));
  const double top = std::max(clip.top + margin, std::min(y - height / 2, clip.bottom() - height - margin));
  return {static_cast<int>(std::lround(left)), static_cast<int>(std::lround(top)),
          static_cast<int>(std::lround(width)), static_cast<int>(std::lround(height))};
}

void TagPlacer::put(Box box, const std::string& words, Rgba colour, Box clip, bool timeless) {
  taken_.push_back(box);
  shapes_.tags.push_back(
      {static_cast<double>(box.left), static_cast<double>(box.top), words, colour, clip, timeless});
}

bool TagPlacer::place(std::span<const Point> points, const std::string& words, Rgba colour, Box clip,
                      bool timeless) {
  for (const Point& point : points) {
    const Box here = box_at(point.x, point.y, words, clip);
    const bool is_taken = std::any_of(taken_.begin(), taken_.end(),
                                      [&](const Box& other) { return tags_overlap(here, other); });
    if (is_taken) continue;
    put(here, words, colour, clip, timeless);
    return true;
  }
  return false;
}

void TagPlacer::add(std::span<const Point> points, const TagWords& words, Rgba colour, Box clip,
                    bool timeless) {
  if (words.whole.empty() || place(points, words.whole, colour, clip, timeless)) return;
  if (!words.shorter.empty()) place(points, words.shorter, colour, clip, timeless);
}

void TagPlacer::add_note(const std::string& words, Rgba colour, Box clip) {
  constexpr int most_steps = 8;
  std::vector<Point> points;
  for (int step = 0; step < most_steps; ++step)
    points.push_back({static_cast<double>(clip.left), clip.bottom() - (step + 0.5) * tag_height * scale_});
  if (place(points, words, colour, clip, true)) return;
  put(box_at(points.front().x, points.front().y, words, clip), words, colour, clip, true);
}

void add_arrow_shapes(const Timeline& timeline, std::size_t panel, const BundledArrows& arrows,
                      Shapes& shapes) {
  const double scale = timeline.scale();
  const ArrowInk& ink = arrow_ink_of(timeline);
  const Box clip = rows_box(timeline, panel);
  TagPlacer tags(timeline, shapes);
  for (const bool strong : {false, true}) {
    for (const ArrowBundle& bundle : arrows.bundles) {
      if (bundle.is_strong == strong) shapes.arrows.push_back(arrow_shape(timeline, panel, bundle));
    }
  }
  for (const ArrowBundle& bundle : arrows.bundles) {
    const Shapes::Arrow arrow = arrow_shape(timeline, panel, bundle);
    Box place = clip;
    if (bundle.to.where == Where::later) place.width -= static_cast<int>(tip_room * scale);
    tags.add(tag_points(arrow, bundle, scale), bundle_words(bundle), tag_colour(ink, bundle), place);
  }
  if (arrows.left_out > 0) {
    const std::string bundles =
        count_text(arrows.left_out_bundles) + (arrows.left_out_bundles == 1 ? " bundle" : " bundles");
    tags.add_note(
        (arrows.left_out == 1 ? "1 more arrow is"
                              : count_text(arrows.left_out) + " more arrows in " + bundles + " are") +
            " not drawn: zoom in, or select fewer tasks",
        ink.dependency_tag, clip);
  }
  if (arrows.filtered > 0) {
    tags.add_note(count_text(arrows.filtered) + (arrows.filtered == 1 ? " arrow ends" : " arrows end") +
                      " in rows that are filtered away",
                  ink.dependency_tag, clip);
  }
}

void add_too_many_arrows(const Timeline& timeline, std::size_t panel, const BundledArrows& arrows,
                         Shapes& shapes) {
  std::size_t count = arrows.left_out;
  for (const ArrowBundle& bundle : arrows.bundles) count += bundle.count;
  TagPlacer(timeline, shapes)
      .add_note("no arrows: " + count_text(count) + " are too many to follow; select fewer tasks, or zoom in",
                arrow_ink_of(timeline).dependency_tag, rows_box(timeline, panel));
}

}  // namespace gusset::viewer
