#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "gusset/traces/analysis/time/distribution.hpp"

namespace gusset::traces {

/// All of a distribution but the ranks. `for_each(visit)` visits every duration, the same ones each time.
template <class ForEach>
Distribution without_ranks(ForEach for_each) {
  Distribution result;
  result.min_ns = std::numeric_limits<std::int64_t>::max();
  result.max_ns = std::numeric_limits<std::int64_t>::min();
  for_each([&](std::int64_t duration_ns) {
    ++result.count;
    result.total_ns += duration_ns;
    result.min_ns = std::min(result.min_ns, duration_ns);
    result.max_ns = std::max(result.max_ns, duration_ns);
  });
  if (result.count == 0) return {};
  const auto count = static_cast<double>(result.count);
  result.mean_ns = static_cast<double>(result.total_ns) / count;
  double squares = 0.0;
  for_each([&](std::int64_t duration_ns) {
    const double from_mean = static_cast<double>(duration_ns) - result.mean_ns;
    squares += from_mean * from_mean;
  });
  result.deviation_ns = std::sqrt(squares / count);
  return result;
}

/// Adds the ranks. `nth(n)` is the n-th smallest duration, from 0. There must be a duration.
template <class Nth>
Distribution with_ranks(Distribution of, Nth nth) {
  of.median_ns = nth(of.count / 2);
  if (of.count % 2 == 0) of.median_ns = std::midpoint(nth(of.count / 2 - 1), of.median_ns);
  of.p95_ns = nth((of.count * 19 + 19) / 20 - 1);
  of.p99_ns = nth((of.count * 99 + 99) / 100 - 1);
  return of;
}

}  // namespace gusset::traces
