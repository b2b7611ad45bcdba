// The parts of the shallow water example: points in blocks, neighbours' weights and the equations.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "shallow_water/flow.hpp"
#include "shallow_water/sphere.hpp"
#include "shallow_water/weights.hpp"

namespace shallow_water {
namespace {

constexpr std::size_t stencil = 25;

/// Returns the points nearest to one of them, itself first.
std::vector<Vector> nearest(const std::vector<Vector>& points, std::size_t to) {
  std::vector<Vector> sorted = points;
  std::partial_sort(
      sorted.begin(), sorted.begin() + stencil, sorted.end(),
      [&](const Vector& a, const Vector& b) { return dot(a, points[to]) > dot(b, points[to]); });
  sorted.resize(stencil);
  return sorted;
}

TEST(Sphere, BlocksHoldEachPointOnceAndDifferByAtMostOne) {
  for (const std::size_t blocks : {1u, 2u, 3u, 10u, 97u, 400u}) {
    const Sphere sphere(400, blocks, stencil);
    ASSERT_EQ(sphere.blocks(), blocks);
    EXPECT_EQ(sphere.first_point(0), 0u);
    EXPECT_EQ(sphere.first_point(blocks), 400u);
    std::size_t least = 400, most = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      const std::size_t points = sphere.first_point(block + 1) - sphere.first_point(block);
      least = std::min(least, points);
      most = std::max(most, points);
    }
    EXPECT_LE(most - least, 1u);
    auto positions = sphere.positions();
    ASSERT_EQ(positions.size(), 400u);
    for (const Vector& point : positions) EXPECT_NEAR(dot(point, point), 1.0, 1e-14);
    std::sort(positions.begin(), positions.end());
    EXPECT_EQ(std::adjacent_find(positions.begin(), positions.end()), positions.end());
  }
}

TEST(Sphere, CouplesBlocksSymmetricallyWithFewOthers) {
  const Sphere sphere(100'000, 200, stencil);
  std::size_t couplings = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    const auto& near = sphere.coupled(i);
    EXPECT_TRUE(std::is_sorted(near.begin(), near.end()));
    EXPECT_TRUE(std::binary_search(near.begin(), near.end(), i));
    for (const std::size_t j : near) {
      const auto& back = sphere.coupled(j);
      EXPECT_TRUE(std::binary_search(back.begin(), back.end(), i)) << i << " and " << j;
    }
    couplings += near.size();
  }
  EXPECT_GT(couplings, 200u * 5);
  EXPECT_LT(couplings, 200u * 12);
}

TEST(Sphere, CoupledBlocksHoldTheNearestPoints) {
  const Sphere sphere(2000, 60, stencil);
  const auto points = sphere.positions();
  for (std::size_t block = 0; block < 60; ++block) {
    for (std::size_t point = sphere.first_point(block); point < sphere.first_point(block + 1); point += 7) {
      const double farthest = dot(points[point], nearest(points, point).back());
      for (std::size_t other = 0; other < 60; ++other) {
        const auto& near = sphere.coupled(block);
        if (std::binary_search(near.begin(), near.end(), other)) continue;
        for (std::size_t k = sphere.first_point(other); k < sphere.first_point(other + 1); ++k)
          EXPECT_LT(dot(points[point], points[k]), farthest) << point << " needs " << k;
      }
    }
  }
}

TEST(Weights, AreExactForCubicsInTheTangentPlane) {
  const auto points = Sphere(2000, 1, stencil).positions();
  for (const std::size_t centre : {0u, 3u, 700u, 1999u}) {
    const auto near = nearest(points, centre);
    const auto weights = weights_of(near);
    Vector first = cross(points[centre], points[(centre + 500) % 2000]);
    const double length = std::sqrt(dot(first, first));
    for (double& part : first) part /= length;
    const Vector second = cross(points[centre], first);
    Vector gradient{};
    double roughness = 0.0;
    for (std::size_t k = 0; k < stencil; ++k) {
      const double s = dot(first, near[k]), t = dot(second, near[k]);
      const double value = 2.0 + 0.3 * s - 1.2 * t + s * t + 5.0 * s * s * s - 4.0 * s * t * t;
      for (std::size_t d = 0; d < 3; ++d) gradient[d] += weights[k].gradient[d] * value;
      roughness += weights[k].roughness * value;
    }
    for (std::size_t d = 0; d < 3; ++d)
      EXPECT_NEAR(gradient[d], 0.3 * first[d] - 1.2 * second[d], 1e-10) << centre;
    EXPECT_NEAR(roughness, 0.0, 1e-12) << centre;
  }
}

TEST(Weights, ConvergeAtLeastWithThirdOrder) {
  const auto error_with = [](std::size_t count) {
    const auto points = Sphere(count, 1, stencil).positions();
    double largest = 0.0;
    for (std::size_t centre = 0; centre < count; centre += count / 40) {
      const auto near = nearest(points, centre);
      const auto weights = weights_of(near);
      const Vector& at = points[centre];
      const auto value = [](const Vector& p) { return std::exp(p[0]) * p[2]; };
      const Vector slope{value(at), 0.0, std::exp(at[0])};
      const double outward = dot(slope, at);
      for (std::size_t d = 0; d < 3; ++d) {
        double sum = 0.0;
        for (std::size_t k = 0; k < stencil; ++k) sum += weights[k].gradient[d] * value(near[k]);
        largest = std::max(largest, std::abs(sum - (slope[d] - outward * at[d])));
      }
    }
    return largest;
  };
  const double coarse = error_with(500), fine = error_with(2000);  // half the distance between points
  EXPECT_GT(coarse / fine, 7.0) << coarse << ", " << fine;
}

TEST(Flow, SteadyStateHasNoTendency) {
  const auto points = Sphere(8000, 1, stencil).positions();
  for (std::size_t centre = 0; centre < 8000; centre += 500) {
    const auto near = nearest(points, centre);
    const auto weights = weights_of(near);
    std::array<Local, fields> local{};
    for (std::size_t k = 0; k < stencil; ++k) {
      const State state = steady_state(near[k]);
      for (std::size_t f = 0; f < fields; ++f) {
        for (std::size_t d = 0; d < 3; ++d)
          local[f].gradient[d] += weights[k].gradient[d] * state[f] / earth_radius_m;
        local[f].roughness += weights[k].roughness * state[f];
      }
    }
    const State change = tendency(points[centre], steady_state(points[centre]), local, 1e-4);
    // Per day, less than a thousandth of a wind of 38 m/s and of a depth of 3 km.
    for (std::size_t f = 0; f < 3; ++f) EXPECT_LT(std::abs(change[f]) * 86400, 38e-3) << centre;
    EXPECT_LT(std::abs(change[3]) * 86400, 3.0) << centre;
    EXPECT_GT(std::abs(local[3].gradient[0]) + std::abs(local[3].gradient[1]), 0.0);
  }
}

}  // namespace
}  // namespace shallow_water
