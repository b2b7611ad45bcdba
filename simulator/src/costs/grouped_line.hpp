#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace gusset::simulator {

/// A measured pair of x and y in a group. Each group has an offset of its own.
struct GroupedPoint {
  std::size_t group = 0;
  double x = 0.0;
  double y = 0.0;
};

/// y = offset of the group + slope · x, by least squares.
struct GroupedLine {
  double slope = 0.0;
  double low_slope = 0.0;  ///< ends of the slope's 95 % confidence interval
  double high_slope = 0.0;
  double r_squared = 0.0;  ///< share of the variance within the groups that the line explains
  double p = 1.0;          ///< two-sided probability of such a slope if x and y are independent
};

/// Returns none unless there are at least three more points than groups and x varies within a group.
std::optional<GroupedLine> grouped_line(const std::vector<GroupedPoint>& points);

/// Returns the probability that Student's t with that many degrees of freedom (> 0) is beyond ±t.
double student_beyond(double t, double freedom);

}  // namespace gusset::simulator
