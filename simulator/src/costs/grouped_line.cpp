#include "costs/grouped_line.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gusset::simulator {
namespace {

/// Returns the continued fraction of the incomplete beta function (Lentz's method; Numerical Recipes, 6.4).
double beta_fraction(double a, double b, double x) {
  constexpr int most_steps = 300;
  constexpr double tiny = 1e-300;
  const auto away_from_0 = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1.0;
  double d = 1.0 / away_from_0(1.0 - (a + b) * x / (a + 1.0));
  double result = d;
  for (int m = 1; m <= most_steps; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1.0 / away_from_0(1.0 + even * d);
    c = away_from_0(1.0 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1.0 / away_from_0(1.0 + odd * d);
    c = away_from_0(1.0 + odd / c);
    result *= d * c;
    if (std::abs(d * c - 1.0) < 1e-15) break;
  }
  return result;
}

/// Returns the regularised incomplete beta function.
double incomplete_beta(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(a, b, x) / a;
  return 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

/// Returns the t beyond which Student's distribution has 5 %, by bisection.
double student_limit(double freedom) {
  double low = 0.0;
  double high = 1e3;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (student_beyond(middle, freedom) > 0.05 ? low : high) = middle;
  }
  return high;
}

/// Sums over all points of products of deviations from the groups' means.
struct Moments {
  double xx = 0.0;
  double xy = 0.0;
  double yy = 0.0;
  double freedom = 0.0;
};

Moments moments_of(const std::vector<GroupedPoint>& points) {
  struct Mean {
    double x = 0.0;
    double y = 0.0;
    double count = 0.0;
  };
  std::vector<Mean> means;
  for (const GroupedPoint& point : points) {
    if (means.size() <= point.group) means.resize(point.group + 1);
    Mean& mean = means[point.group];
    mean.count += 1.0;
    mean.x += (point.x - mean.x) / mean.count;
    mean.y += (point.y - mean.y) / mean.count;
  }
  Moments sums;
  for (const GroupedPoint& point : points) {
    const double x = point.x - means[point.group].x;
    const double y = point.y - means[point.group].y;
    sums.xx += x * x;
    sums.xy += x * y;
    sums.yy += y * y;
  }
  const auto groups = std::ranges::count_if(means, [](const Mean& mean) { return mean.count > 0.0; });
  sums.freedom = static_cast<double>(points.size()) - static_cast<double>(groups) - 1.0;
  return sums;
}

}  // namespace

double student_beyond(double t, double freedom) {
  return incomplete_beta(0.5 * freedom, 0.5, freedom / (freedom + t * t));
}

std::optional<GroupedLine> grouped_line(const std::vector<GroupedPoint>& points) {
  const Moments sums = moments_of(points);
  double largest = 0.0;
  for (const GroupedPoint& point : points) largest = std::max(largest, std::abs(point.x));
  // Rounding in the means leaves a little variance where there is none.
  const double rounding = 1e-12 * largest;
  if (sums.freedom < 2.0 || sums.xx <= rounding * rounding * static_cast<double>(points.size()))
    return std::nullopt;
  GroupedLine line;
  line.slope = sums.xy / sums.xx;
  const double rest = std::max(0.0, sums.yy - line.slope * sums.xy);
  line.r_squared = sums.yy > 0.0 ? std::clamp(1.0 - rest / sums.yy, 0.0, 1.0) : 0.0;
  const double error = std::sqrt(rest / sums.freedom / sums.xx);
  const double half_width = student_limit(sums.freedom) * error;
  line.low_slope = line.slope - half_width;
  line.high_slope = line.slope + half_width;
  if (error > 0.0) {
    line.p = student_beyond(line.slope / error, sums.freedom);
  } else {
    line.p = line.slope == 0.0 ? 1.0 : 0.0;
  }
  return line;
}

}  // namespace gusset::simulator
