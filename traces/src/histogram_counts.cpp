#include "histogram_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>

namespace gusset::traces {
namespace {

/// 0, 1, 2, 5, 10, 20, 50, …, and the greatest number of all.
std::vector<std::int64_t> bin_edges() {
  std::vector<std::int64_t> edges{0};
  for (std::int64_t decade = 1; decade <= 1'000'000'000'000'000'000; decade *= 10) {
    for (const std::int64_t step : {1, 2, 5}) edges.push_back(step * decade);
    if (decade == 1'000'000'000'000'000'000) break;
  }
  edges.push_back(std::numeric_limits<std::int64_t>::max());
  return edges;
}

const std::vector<std::int64_t>& edges() {
  static const std::vector<std::int64_t> all = bin_edges();
  return all;
}

/// Per number of significant bits, the bin of the least number that has as many.
std::array<std::size_t, 65> first_bins() {
  std::array<std::size_t, 65> first{};
  for (std::size_t bits = 1; bits <= 63; ++bits) {
    const std::int64_t least = std::int64_t{1} << (bits - 1);
    const auto above = std::upper_bound(edges().begin(), edges().end() - 1, least);
    first[bits] = static_cast<std::size_t>(above - edges().begin()) - 1;
  }
  return first;
}

}  // namespace

HistogramCounts::HistogramCounts() : counts_(edges().size(), 0) {}

void HistogramCounts::add(std::int64_t duration_ns) {
  static const std::array<std::size_t, 65> first = first_bins();
  std::size_t bin = first[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(duration_ns)))];
  while (bin + 2 < edges().size() && duration_ns >= edges()[bin + 1]) ++bin;
  ++counts_[bin];
}

std::vector<HistogramBin> HistogramCounts::bins() const {
  std::vector<HistogramBin> bins;
  for (std::size_t i = 0; i + 1 < edges().size(); ++i) {
    if (counts_[i] > 0 || !bins.empty()) bins.push_back({edges()[i], edges()[i + 1], counts_[i]});
  }
  while (!bins.empty() && bins.back().count == 0) bins.pop_back();
  return bins;
}

}  // namespace gusset::traces
