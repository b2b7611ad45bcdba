#include "gusset/traces/analysis/time/distribution.hpp"

#include <algorithm>
#include <numeric>

#include "distribution_parts.hpp"
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
  const Distribution result = without_ranks([&](auto visit) {
    for (const std::int64_t duration_ns : durations_ns) visit(duration_ns);
  });
  if (result.count == 0) return result;
  return with_ranks(result, [&](std::size_t n) { return nth(durations_ns, n); });
}

std::vector<HistogramBin> histogram_of(std::span<const std::int64_t> durations_ns) {
  HistogramCounts counts;
  for (const std::int64_t duration : durations_ns) counts.add(duration);
  return counts.bins();
}

}  // namespace gusset::traces
