#include "robust_line.hpp"

#include <algorithm>
#include <cstddef>
#include <random>

namespace gusset::simulator {
namespace {

/// A larger set of points is reduced to a sample of this size, because the number of pairs grows
/// quadratically.
constexpr std::size_t max_points = 1000;

Points sample_of(Points points) {
  std::mt19937 random(1);  // the same sample in every run
  std::shuffle(points.begin(), points.end(), random);
  if (points.size() > max_points) points.resize(max_points);
  return points;
}

}  // namespace

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2.0;
}

std::optional<Line> robust_line(const Points& points) {
  const Points used = sample_of(points);
  std::vector<double> slopes;
  for (std::size_t a = 0; a < used.size(); ++a) {
    for (std::size_t b = a + 1; b < used.size(); ++b) {
      if (used[a].first == used[b].first) continue;
      slopes.push_back((used[b].second - used[a].second) / (used[b].first - used[a].first));
    }
  }
  if (slopes.empty()) return std::nullopt;
  Line line;
  line.slope = median_of(std::move(slopes));
  std::vector<double> offsets;
  for (const auto& [x, y] : used) offsets.push_back(y - line.slope * x);
  line.offset = median_of(std::move(offsets));
  return line;
}

}  // namespace gusset::simulator
