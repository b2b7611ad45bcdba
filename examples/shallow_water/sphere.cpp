#include "sphere.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace shallow_water {
namespace {

constexpr double pi = std::numbers::pi;

Vector on_spiral(std::size_t point, std::size_t points) {
  const double z = 1.0 - (2.0 * static_cast<double>(point) + 1.0) / static_cast<double>(points);
  const double turns = static_cast<double>(point) / std::numbers::phi;
  const double longitude = 2.0 * pi * (turns - std::floor(turns));
  const double radius = std::sqrt(1.0 - z * z);
  return {radius * std::cos(longitude), radius * std::sin(longitude), z};
}

double longitude_of(const Vector& point) {
  const double angle = std::atan2(point[1], point[0]);
  return angle < 0.0 ? angle + 2.0 * pi : angle;
}

// Returns the smallest sine between two colatitudes.
double min_sine(double north, double south) {
  return std::max(0.0, std::min(std::sin(north), std::sin(south)));
}

double squared_half_sine(double angle) {
  return std::pow(std::sin(angle / 2.0), 2);
}

}  // namespace

double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Sphere::Sphere(std::size_t points, std::size_t blocks, std::size_t stencil)
    : points_(points), cells_(blocks), coupled_(blocks) {
  const auto count = static_cast<double>(blocks);
  const auto zones =
      std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(std::sqrt(pi * count) / 2)));
  const auto colatitude = [points](std::size_t point) {
    return std::acos(1.0 - 2.0 * static_cast<double>(point) / static_cast<double>(points));
  };
  std::size_t begin = 0;
  for (std::size_t zone = 0; zone < zones; ++zone) {
    // The number of blocks is proportional to the zone's area.
    const double south = pi * static_cast<double>(zone + 1) / static_cast<double>(zones);
    const auto end =
        zone + 1 == zones ? blocks : static_cast<std::size_t>(std::lround(count * squared_half_sine(south)));
    const auto in_zone = static_cast<double>(first_point(end) - first_point(begin));
    for (std::size_t block = begin; block < end; ++block) {
      const auto angle = [&](std::size_t point) {
        return 2.0 * pi * static_cast<double>(point - first_point(begin)) / in_zone;
      };
      const double west = angle(first_point(block));
      cells_[block] = {zone, colatitude(first_point(begin)), colatitude(first_point(end)), west,
                       angle(first_point(block + 1)) - west};
    }
    begin = end;
  }
  // A cap of this radius holds the stencil. It is enlarged by a quarter, because the spiral is only even on
  // average.
  const double reach =
      std::min(pi, 1.25 * 2.0 * std::sqrt(static_cast<double>(stencil) / static_cast<double>(points)));
  for (std::size_t i = 0; i < blocks; ++i) {
    for (std::size_t j = 0; j < blocks; ++j) {
      if (are_near(cells_[i], cells_[j], reach)) coupled_[i].push_back(j);
    }
  }
}

std::size_t Sphere::first_point(std::size_t block) const {
  return block * (points_ / blocks()) + std::min(block, points_ % blocks());
}

/// Uses a lower bound of the distance between any two of their points (haversine formula).
bool Sphere::are_near(const Cell& a, const Cell& b, double reach) {
  const double gap = std::max({0.0, a.north - b.south, b.north - a.south});
  if (gap > reach) return false;
  // Only points within reach of the other cell's colatitudes count.
  const double sines = min_sine(std::max(a.north, b.north - reach), std::min(a.south, b.south + reach)) *
                       min_sine(std::max(b.north, a.north - reach), std::min(b.south, a.south + reach));
  const double centres = std::abs(a.west + a.width / 2.0 - b.west - b.width / 2.0);
  const double around = std::min(centres, 2.0 * pi - centres) - (a.width + b.width) / 2.0;
  return squared_half_sine(gap) + sines * squared_half_sine(std::max(0.0, around)) <=
         squared_half_sine(reach);
}

std::vector<Vector> Sphere::positions() const {
  std::vector<Vector> all(points_);
  for (std::size_t point = 0; point < points_; ++point) all[point] = on_spiral(point, points_);
  for (std::size_t block = 0; block < blocks();) {
    std::size_t end = block;
    while (end < blocks() && cells_[end].zone == cells_[block].zone) ++end;
    std::sort(all.begin() + static_cast<std::ptrdiff_t>(first_point(block)),
              all.begin() + static_cast<std::ptrdiff_t>(first_point(end)),
              [](const Vector& a, const Vector& b) { return longitude_of(a) < longitude_of(b); });
    block = end;
  }
  return all;
}

}  // namespace shallow_water
