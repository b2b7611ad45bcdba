#pragma once
#include <optional>
#include <utility>
#include <vector>

namespace gusset::simulator {

/// y = offset + slope · x.
struct Line {
  double offset = 0.0;
  double slope = 0.0;
};

/// Measured pairs of x and y.
using Points = std::vector<std::pair<double, double>>;

/// Returns the median; the values must not be empty.
double median_of(std::vector<double> values);

/// Fits a line through points that may contain outliers, by the method of Theil and Sen: the slope is the
/// median of the slopes between any two points with different x, and half of the points lie above the line.
/// Of very many points, a sample is used. Returns none if all points have the same x.
std::optional<Line> robust_line(const Points& points);

}  // namespace gusset::simulator
