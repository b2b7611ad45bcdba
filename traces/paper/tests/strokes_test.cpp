#include "canvas/canvas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "recording_canvas.hpp"

namespace gusset::paper {
namespace {

using testing::area_of;

double signed_area_of(const Path& path) {
  double sum = 0.0;
  std::vector<Point> points;
  path.for_each_point([&](Point p, bool) { points.push_back(p); });
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& a = points[i];
    const Point& b = points[(i + 1) % points.size()];
    sum += a.x * b.y - b.x * a.y;
  }
  return sum / 2.0;
}

constexpr std::array<Point, 3> corner_line = {{{0, 0}, {10, 0}, {10, 20}}};

TEST(Strokes, LinesAndDiscsHaveTheSameOrientation) {
  Path disc;
  add_disc(disc, {5, 5}, 2.0);
  EXPECT_NEAR(area_of(disc), 12.4, 0.2);
  Path rounded;
  add_rounded(rounded, 0, 0, 10, 8, 2.0);
  EXPECT_GT(signed_area_of(rounded) * signed_area_of(disc), 0.0);
  for (const Point end : {Point{9, 5}, Point{1, 5}, Point{5, 9}, Point{2, 1}}) {
    Path line;
    add_line(line, {5, 5}, end, 1.0);
    EXPECT_GT(signed_area_of(line) * signed_area_of(disc), 0.0);
  }
}

TEST(Strokes, RoundedCornersReduceTheArea) {
  Path sharp;
  add_rounded(sharp, 0, 0, 10, 8, 0.0);
  EXPECT_DOUBLE_EQ(area_of(sharp), 80.0);
  Path rounded;
  add_rounded(rounded, 0, 0, 10, 8, 2.0);
  EXPECT_NEAR(area_of(rounded), 80.0 - (4.0 - 3.1416) * 4.0, 0.4);
  Path disc;  // the radius is limited by the rectangle
  add_rounded(disc, 0, 0, 8, 8, 100.0);
  EXPECT_NEAR(area_of(disc), 3.1416 * 16.0, 1.5);
}

TEST(Strokes, PolylineKeepsTheOrderOfPoints) {
  Path path;
  add_polyline(path, corner_line);
  add_polyline(path, corner_line);
  EXPECT_EQ(path.polygons(), 2U);
  std::vector<Point> points;
  path.for_each_point([&](Point p, bool) { points.push_back(p); });
  ASSERT_EQ(points.size(), 6U);
  EXPECT_TRUE(std::equal(corner_line.begin(), corner_line.end(), points.begin() + 3));
}

TEST(Strokes, CurveIsApproximatedClosely) {
  std::vector<Point> points = {{0, 0}};
  append_curve(points, {0, 50}, {200, 50}, {200, 100});
  EXPECT_EQ(points.back(), (Point{200, 100}));
  EXPECT_LT(points.size(), 60U);
  for (int i = 0; i <= 100; ++i) {
    const double t = i / 100.0;
    const double u = 1.0 - t;
    const Point exact{200.0 * (3.0 * u * t * t + t * t * t),
                      50.0 * (3.0 * u * u * t + 3.0 * u * t * t) + 100.0 * t * t * t};
    double nearest = 1e9;
    for (std::size_t k = 1; k < points.size(); ++k) {
      for (int part = 0; part <= 50; ++part) {
        const double share = part / 50.0;
        nearest = std::min(nearest,
                           std::hypot(points[k - 1].x + (points[k].x - points[k - 1].x) * share - exact.x,
                                      points[k - 1].y + (points[k].y - points[k - 1].y) * share - exact.y));
      }
    }
    EXPECT_LT(nearest, 0.3);
  }
  std::vector<Point> straight = {{0, 0}};
  append_curve(straight, {0, 5}, {0, 5}, {0, 10});
  EXPECT_EQ(straight.size(), 2U);
}

TEST(Strokes, LengthIsTheSumOfSegments) {
  EXPECT_DOUBLE_EQ(length_of(corner_line), 30.0);
  EXPECT_EQ(length_of({}), 0.0);
}

TEST(Strokes, CuttingTheEndShortensALine) {
  const std::vector<Point> shorter = without_end(corner_line, 5.0);
  ASSERT_EQ(shorter.size(), 3U);
  EXPECT_EQ(shorter.back(), (Point{10, 15}));
  const std::vector<Point> one_leg = without_end(corner_line, 24.0);
  ASSERT_EQ(one_leg.size(), 2U);
  EXPECT_NEAR(one_leg.back().x, 6.0, 1e-9);
  EXPECT_TRUE(without_end(corner_line, 31.0).empty());
}

}  // namespace
}  // namespace gusset::paper
