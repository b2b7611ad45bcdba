#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace gusset::traces {

/// Fewer runs than this on one side say nothing about noise.
inline constexpr std::size_t min_runs = 3;
/// This many runs on each side are always enough for an interval.
inline constexpr std::size_t enough_runs = 4;
inline constexpr std::size_t max_runs = 100;
/// The least probability with which an interval contains the true ratio.
inline constexpr double interval_confidence = 0.95;

struct RatioInterval {
  double low = 1.0;
  double high = 1.0;
  friend bool operator==(const RatioInterval&, const RatioInterval&) = default;
};

/// How many times as long B takes as A.
struct RatioEstimate {
  double ratio = 1.0;                          ///< the median of all quotients, B's run ÷ A's run
  std::optional<RatioInterval> interval = {};  ///< nothing if there are too few runs
  friend bool operator==(const RatioEstimate&, const RatioEstimate&) = default;
};

/// The ratio of two groups of repeated durations, and an interval that contains the true ratio with
/// `interval_confidence`. Returns nothing if a group is empty or a duration is not positive. Each group has
/// at most `max_runs` durations.
///
/// The interval assumes nothing about the shape of the noise, so outliers and skewed noise are no problem:
/// with no difference between A and B, it lies above 1 at most 2.5 % of the time, and below 1 as often. It
/// assumes that runs are independent and that B's noise has the same shape as A's, scaled by the ratio. If
/// their spreads differ, it stays nearly correct as long as the groups have similar sizes.
///
/// This is the Hodges-Lehmann estimate for the logarithms of the durations, with Moses's interval from the
/// exact distribution of the Mann-Whitney statistic: Hollander, Wolfe and Chicken, Nonparametric Statistical
/// Methods, third edition, sections 4.2 and 4.3.
std::optional<RatioEstimate> estimate_ratio(std::span<const std::int64_t> a_ns,
                                            std::span<const std::int64_t> b_ns);

/// The rank, from 1, of the quotient at the interval's lower end; the upper end has the same rank, counted
/// from the top. 0 if there are too few runs for an interval. Both numbers are at most `max_runs`.
std::size_t interval_rank(std::size_t runs_a, std::size_t runs_b);

}  // namespace gusset::traces
