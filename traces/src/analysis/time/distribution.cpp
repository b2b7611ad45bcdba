#include "gusset/traces/analysis/time/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "histogram_counts.hpp"

namespace gusset::traces {
namespace {

std::int64_t nth(std::span<std::int64_t> values, std::size_t n) {
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(n);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

}  // namespace

std::int64_t median_ns(std::span<std::int64_t> durations_ns) {
  const std::size_t half = durations_ns.size() / 2;
  const std::int64_t upper = nth(durations_ns, half);
  if (durations_ns.size() % 2 == 1) return upper;
  const auto below = durations_ns.first(half);
  return std::midpoint(*std::max_element(below.begin(), below.end()), upper);
}

Distribution distribution_of(std::span<std::int64_t> durations_ns) {
  Distribution result;
  result.count = durations_ns.size();
  if (durations_ns.empty()) return result;
  result.total_ns = std::accumulate(durations_ns.begin(), durations_ns.end(), std::int64_t{0});
  const auto count = static_cast<double>(result.count);
  result.mean_ns = static_cast<double>(result.total_ns) / count;
  double squares = 0.0;
  for (const std::int64_t duration : durations_ns) {
    const double from_mean = static_cast<double>(duration) - result.mean_ns;
    squares += from_mean * from_mean;
  }
  result.deviation_ns = std::sqrt(squares / count);
  const auto [least, most] = std::minmax_element(durations_ns.begin(), durations_ns.end());
  result.min_ns = *least;
  result.max_ns = *most;
  result.p95_ns = nth(durations_ns, (durations_ns.size() * 19 + 19) / 20 - 1);
  result.p99_ns = nth(durations_ns, (durations_ns.size() * 99 + 99) / 100 - 1);
  result.median_ns = median_ns(durations_ns);
  return result;
}

std::vector<HistogramBin> histogram_of(std::span<const std::int64_t> durations_ns) {
  HistogramCounts counts;
  for (const std::int64_t duration : durations_ns) counts.add(duration);
  return counts.bins();
}

}  // namespace gusset::traces
