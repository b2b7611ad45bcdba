#include "gusset/traces/picture/canvas/strokes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace gusset::picture {
namespace {

// Relative luminance (WCAG 2).
double luminance(Colour colour) {
  const auto linear = [](std::uint8_t channel) {
    const double v = channel / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

double distance(Point a, Point b) {
  return std::hypot(b.x - a.x, b.y - a.y);
}

Point interpolate(Point a, Point b, double share) {
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

// The distance of a point from the line through two others.
double distance_from_line(Point at, Point from, Point to) {
  const double length = distance(from, to);
  if (length == 0.0) return distance(at, from);
  return std::fabs((to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)) / length;
}

// Splits the curve by De Casteljau's algorithm until each part is flat.
void append_curve_from(std::vector<Point>& points, Point from, Point leaving, Point arriving, Point to,
                       int max_halvings) {
  constexpr double flat = 0.2;  // pixels
  const bool is_flat =
      std::max(distance_from_line(leaving, from, to), distance_from_line(arriving, from, to)) < flat;
  if (is_flat || max_halvings == 0) {
    points.push_back(to);
    return;
  }
  const Point middle = interpolate(leaving, arriving, 0.5);
  const Point a = interpolate(from, leaving, 0.5);
  const Point d = interpolate(arriving, to, 0.5);
  const Point b = interpolate(a, middle, 0.5);
  const Point c = interpolate(middle, d, 0.5);
  const Point half = interpolate(b, c, 0.5);
  append_curve_from(points, from, a, b, half, max_halvings - 1);
  append_curve_from(points, half, c, d, to, max_halvings - 1);
}

}  // namespace

void append_curve(std::vector<Point>& points, Point leaving, Point arriving, Point to) {
  append_curve_from(points, points.back(), leaving, arriving, to, 8);
}

void add_line(Path& path, Point from, Point to, double width) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length == 0.0) return;
  const double across_x = -(to.y - from.y) / length * width / 2.0;
  const double across_y = (to.x - from.x) / length * width / 2.0;
  path.move_to(from.x - across_x, from.y - across_y);
  path.line_to(to.x - across_x, to.y - across_y);
  path.line_to(to.x + across_x, to.y + across_y);
  path.line_to(from.x + across_x, from.y + across_y);
}

void add_disc(Path& path, Point centre, double radius) {
  constexpr std::size_t corners = 24;
  std::array<Point, corners> points;
  for (std::size_t i = 0; i < corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / corners;
    points[i] = {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
  }
  add_polyline(path, points);
}

void add_frame(Path& path, double left, double top, double right, double bottom, double width) {
  path.rectangle(left, top, right, top + width);
  path.rectangle(left, bottom - width, right, bottom);
  path.rectangle(left, top + width, left + width, bottom - width);
  path.rectangle(right - width, top + width, right, bottom - width);
}

void add_rounded(Path& path, double left, double top, double right, double bottom, double radius) {
  const double r = std::min({radius, (right - left) / 2.0, (bottom - top) / 2.0});
  if (r <= 0.0) {
    path.rectangle(left, top, right, bottom);
    return;
  }
  constexpr int steps = 4;  // steps per corner
  constexpr double quarter = std::numbers::pi / 2.0;
  const Point centres[] = {
      {right - r, top + r}, {right - r, bottom - r}, {left + r, bottom - r}, {left + r, top + r}};
  std::vector<Point> points;
  for (int corner = 0; corner < 4; ++corner) {
    for (int step = 0; step <= steps; ++step) {
      const double angle = quarter * (corner - 1 + static_cast<double>(step) / steps);
      points.push_back({centres[corner].x + r * std::cos(angle), centres[corner].y + r * std::sin(angle)});
    }
  }
  add_polyline(path, points);
}

void add_polyline(Path& path, std::span<const Point> points) {
  bool is_first = true;
  for (const Point point : points) {
    if (std::exchange(is_first, false)) {
      path.move_to(point.x, point.y);
    } else {
      path.line_to(point.x, point.y);
    }
  }
}

double length_of(std::span<const Point> points) {
  double length = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) length += distance(points[i - 1], points[i]);
  return length;
}

std::vector<Point> without_end(std::span<const Point> points, double length) {
  std::vector<Point> kept(points.begin(), points.end());
  while (kept.size() > 1) {
    const double last = distance(kept[kept.size() - 2], kept.back());
    if (last > length) {
      kept.back() = interpolate(kept.back(), kept[kept.size() - 2], length / last);
      return kept;
    }
    length -= last;
    kept.pop_back();
  }
  return {};
}

Colour mixed(Colour a, Colour b, double share) {
  const auto channel = [share](std::uint8_t x, std::uint8_t y) {
    return static_cast<std::uint8_t>(std::lround(x + (y - x) * share));
  };
  return {channel(a.red, b.red), channel(a.green, b.green), channel(a.blue, b.blue)};
}

double contrast(Colour a, Colour b) {
  const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
  return (lighter + 0.05) / (darker + 0.05);
}

Colour text_colour_on(Colour background) {
  constexpr Colour white{0xFF, 0xFF, 0xFF};
  const double of_white = contrast(white, background);
  for (const Colour dark : {Colour{0x22, 0x22, 0x22}, Colour{0, 0, 0}}) {
    const double of_dark = contrast(dark, background);
    if (std::max(of_white, of_dark) >= min_text_contrast) return of_white >= of_dark ? white : dark;
  }
  return white;
}

}  // namespace gusset::picture
