#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace gusset::traces {

/// The distribution of durations. Times are in ns; all are 0 if there are no durations.
struct Distribution {
  std::uint64_t count = 0;
  std::int64_t total_ns = 0;
  std::int64_t min_ns = 0;
  std::int64_t median_ns = 0;  ///< for an even count: the mean of the middle two
  std::int64_t p95_ns = 0;     ///< the smallest duration that 95 % of all durations do not exceed
  std::int64_t p99_ns = 0;     ///< likewise for 99 %
  std::int64_t max_ns = 0;
  double mean_ns = 0.0;
  double deviation_ns = 0.0;  ///< standard deviation of the population (not of a sample)
  friend bool operator==(const Distribution&, const Distribution&) = default;
};

/// Computes the distribution of durations ≥ 0 whose sum fits into 64 bits. Reorders the durations. Linear.
Distribution distribution_of(std::span<std::int64_t> durations_ns);

/// The median, defined as in Distribution. Needs at least one value; reorders the durations.
std::int64_t median_ns(std::span<std::int64_t> durations_ns);

/// One bar of a histogram: the durations in [from_ns, to_ns).
struct HistogramBin {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
  std::uint64_t count = 0;
  friend bool operator==(const HistogramBin&, const HistogramBin&) = default;
};

/// Bins on a logarithmic scale, from the first to the last non-empty bin. Edges are at 0, 1, 2, 5, 10, 20,
/// 50, … ns. If ten or more durations give fewer than eight such bins, the bins are narrower: edges are at
/// 10, 20 or 40 preferred numbers per decade (ISO 3). The fewest that give eight bins or more are chosen, or
/// else 40. Linear. Empty if there are no durations.
std::vector<HistogramBin> histogram_of(std::span<const std::int64_t> durations_ns);

}  // namespace gusset::traces
