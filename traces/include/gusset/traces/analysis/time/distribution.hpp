#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace gusset::traces {

/// How durations spread. Times in ns; all 0 where there are none.
struct Distribution {
  std::uint64_t count = 0;
  std::int64_t total_ns = 0;
  std::int64_t min_ns = 0;
  std::int64_t median_ns = 0;  ///< of an even count: the mean of the middle two
  std::int64_t p95_ns = 0;     ///< the least duration that 95 % of all do not exceed
  std::int64_t p99_ns = 0;     ///< the same of 99 %
  std::int64_t max_ns = 0;
  double mean_ns = 0.0;
  double deviation_ns = 0.0;  ///< the standard deviation of all (not of a sample)
  friend bool operator==(const Distribution&, const Distribution&) = default;
};

/// Durations ≥ 0 whose sum fits 64 bits; their order changes. Linear.
Distribution distribution_of(std::span<std::int64_t> durations_ns);

/// The median as above; of at least one value.
std::int64_t median_ns(std::span<std::int64_t> durations_ns);

/// One bar of a histogram: durations in [from_ns, to_ns).
struct HistogramBin {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
  std::uint64_t count = 0;
  friend bool operator==(const HistogramBin&, const HistogramBin&) = default;
};

/// Bins on a logarithmic scale, from the first that is not empty to the last: with edges at 0, 1, 2, 5, 10,
/// 20, 50, … ns; where that makes less than eight of ten durations or more, at 10, 20 or at most 40 preferred
/// numbers a decade (ISO 3). Linear. None where there are no durations.
std::vector<HistogramBin> histogram_of(std::span<const std::int64_t> durations_ns);

}  // namespace gusset::traces
