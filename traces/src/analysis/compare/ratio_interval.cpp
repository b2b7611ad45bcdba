#include "gusset/traces/analysis/compare/ratio_interval.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace gusset::traces {
namespace {

bool all_positive(std::span<const std::int64_t> durations_ns) {
  return std::all_of(durations_ns.begin(), durations_ns.end(), [](std::int64_t ns) { return ns > 0; });
}

// Of two middle quotients, takes the mean of their logarithms.
double median_of_sorted(const std::vector<double>& quotients) {
  const std::size_t half = quotients.size() / 2;
  return quotients.size() % 2 == 1 ? quotients[half] : std::sqrt(quotients[half - 1] * quotients[half]);
}

}  // namespace

std::size_t interval_rank(std::size_t runs_a, std::size_t runs_b) {
  assert(runs_a <= max_runs && runs_b <= max_runs);
  if (std::min(runs_a, runs_b) < min_runs) return 0;
  // orders_with[u]: in how many of the `orders` possible orders of all runs exactly u pairs have B's run
  // first. The generating function of these numbers is a Gaussian binomial coefficient, the product of
  // (1 - q^(runs_b + i)) / (1 - q^i) for i from 1 to runs_a. Half of the coefficients suffice: they are
  // symmetric.
  std::vector<double> orders_with(runs_a * runs_b / 2 + 1, 0.0);
  orders_with[0] = 1.0;
  double orders = 1.0;
  for (std::size_t i = 1; i <= runs_a; ++i) {
    for (std::size_t u = orders_with.size() - 1; u >= runs_b + i; --u)
      orders_with[u] -= orders_with[u - runs_b - i];
    for (std::size_t u = i; u < orders_with.size(); ++u) orders_with[u] += orders_with[u - i];
    orders *= static_cast<double>(runs_b + i) / static_cast<double>(i);
  }
  const double allowed = orders * (1.0 - interval_confidence) / 2.0;
  double tail = 0.0;
  std::size_t rank = 0;
  for (; rank < orders_with.size(); ++rank) {
    tail += orders_with[rank];
    if (tail > allowed) break;
  }
  return rank;
}

std::optional<RatioEstimate> estimate_ratio(std::span<const std::int64_t> a_ns,
                                            std::span<const std::int64_t> b_ns) {
  if (a_ns.empty() || b_ns.empty() || !all_positive(a_ns) || !all_positive(b_ns)) return std::nullopt;
  std::vector<double> quotients;
  quotients.reserve(a_ns.size() * b_ns.size());
  for (const std::int64_t a : a_ns) {
    for (const std::int64_t b : b_ns) quotients.push_back(static_cast<double>(b) / static_cast<double>(a));
  }
  std::sort(quotients.begin(), quotients.end());
  RatioEstimate estimate{median_of_sorted(quotients)};
  const std::size_t rank = interval_rank(a_ns.size(), b_ns.size());
  if (rank > 0) estimate.interval = RatioInterval{quotients[rank - 1], quotients[quotients.size() - rank]};
  return estimate;
}

}  // namespace gusset::traces
