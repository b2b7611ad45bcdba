#include "gusset/traces/picture/timeline/tag_placer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gusset::picture {
namespace {

bool tags_overlap(const Box& a, const Box& b) {
  return a.left < b.right() && b.left < a.right() && a.top < b.bottom() && b.top < a.bottom();
}

}  // namespace

TagPlacer::TagPlacer(const PlacedRows& rows, Shapes& shapes)
    : rows_(rows), shapes_(shapes), size_(rows.tag_size) {
  for (const Shapes::Tag& tag : shapes.tags) {
    taken_.push_back({static_cast<int>(tag.x), static_cast<int>(tag.y),
                      static_cast<int>(rows.text_width(tag.text) + size_.padding),
                      static_cast<int>(size_.height)});
  }
}

Box TagPlacer::box_at(double x, double y, const std::string& text, Box clip) const {
  const double width = rows_.text_width(text) + size_.padding;
  const double height = size_.height;
  const double margin = size_.margin;
  const double left = std::max(clip.left + margin, std::min(x - width / 2, clip.right() - width - margin));
  const double top = std::max(clip.top + margin, std::min(y - height / 2, clip.bottom() - height - margin));
  return {static_cast<int>(std::lround(left)), static_cast<int>(std::lround(top)),
          static_cast<int>(std::lround(width)), static_cast<int>(std::lround(height))};
}

void TagPlacer::put(Box box, const std::string& text, Shapes::Tag tag) {
  taken_.push_back(box);
  tag.x = box.left;
  tag.y = box.top;
  tag.text = text;
  shapes_.tags.push_back(std::move(tag));
}

bool TagPlacer::place(std::span<const Point> points, const std::string& text, const Shapes::Tag& tag) {
  for (const Point& point : points) {
    const Box here = box_at(point.x, point.y, text, tag.clip);
    const bool is_taken = std::any_of(taken_.begin(), taken_.end(),
                                      [&](const Box& other) { return tags_overlap(here, other); });
    if (is_taken) continue;
    put(here, text, tag);
    return true;
  }
  return false;
}

void TagPlacer::add(std::span<const Point> points, const TagText& text, const Shapes::Tag& tag) {
  if (text.whole.empty() || place(points, text.whole, tag)) return;
  if (!text.shorter.empty()) place(points, text.shorter, tag);
}

void TagPlacer::add_note(const std::string& text, Rgba colour) {
  constexpr int max_steps = 8;
  const Box clip = rows_.clip;
  std::vector<Point> points;
  for (int step = 0; step < max_steps; ++step)
    points.push_back({static_cast<double>(clip.left), clip.bottom() - (step + 0.5) * size_.height});
  Shapes::Tag tag;
  tag.colour = colour;
  tag.clip = clip;
  tag.timeless = true;
  tag.name = not_drawn_note;
  if (place(points, text, tag)) return;
  put(box_at(points.front().x, points.front().y, text, clip), text, tag);
}

}  // namespace gusset::picture
