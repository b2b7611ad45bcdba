#include "histogram_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <numeric>

namespace gusset::traces {
namespace {

// Preferred numbers (ISO 3) of the series R40, R20 and R10. The coarsest scale has only 1, 2 and 5. Scales
// are numbered from coarse to fine.
constexpr std::array<int, 40> hundredths{100, 106, 112, 118, 125, 132, 140, 150, 160, 170, 180, 190, 200, 212,
                                         224, 236, 250, 265, 280, 300, 315, 335, 355, 375, 400, 425, 450, 475,
                                         500, 530, 560, 600, 630, 670, 710, 750, 800, 850, 900, 950};
constexpr std::size_t finest = 3;
// For many durations, fewer bins than this say too little, so a finer scale is used.
constexpr std::size_t enough_bins = 8;
constexpr std::uint64_t many_durations = 10;

// The coarsest scale that contains the number at this place in R40.
std::size_t scale_at(std::size_t place) {
  if (hundredths[place] == 100 || hundredths[place] == 200 || hundredths[place] == 500) return 0;
  return place % 4 == 0 ? 1 : place % 2 == 0 ? 2 : finest;
}

struct Edge {
  std::int64_t ns = 0;
  std::size_t scale = 0;  // the coarsest scale that contains it
};

// 0, all preferred numbers rounded up to whole ns, and the largest number.
std::vector<Edge> bin_edges() {
  std::vector<Edge> edges{{0, 0}};
  const auto add = [&](std::int64_t ns, std::size_t scale) {
    if (edges.back().ns == ns) {
      edges.back().scale = std::min(edges.back().scale, scale);
    } else {
      edges.push_back({ns, scale});
    }
  };
  for (const std::int64_t decade : {1, 10}) {
    for (std::size_t i = 0; i < hundredths.size(); ++i) {
      add((hundredths[i] * decade + 99) / 100, scale_at(i));
    }
  }
  for (std::int64_t unit = 1; unit <= 10'000'000'000'000'000; unit *= 10) {
    for (std::size_t i = 0; i < hundredths.size(); ++i) {
      if (hundredths[i] <= std::numeric_limits<std::int64_t>::max() / unit)
        add(hundredths[i] * unit, scale_at(i));
    }
  }
  add(std::numeric_limits<std::int64_t>::max(), 0);
  return edges;
}

const std::vector<Edge>& edges() {
  static const std::vector<Edge> all = bin_edges();
  return all;
}

/// For each number of significant bits: the bin of the smallest such number.
std::array<std::size_t, 65> first_bins() {
  std::array<std::size_t, 65> first{};
  for (std::size_t bits = 1; bits <= 63; ++bits) {
    const std::int64_t least = std::int64_t{1} << (bits - 1);
    const auto above = std::upper_bound(edges().begin(), edges().end() - 1, least,
                                        [](std::int64_t ns, const Edge& edge) { return ns < edge.ns; });
    first[bits] = static_cast<std::size_t>(above - edges().begin()) - 1;
  }
  return first;
}

}  // namespace

HistogramCounts::HistogramCounts() : counts_(edges().size(), 0) {}

void HistogramCounts::add(std::int64_t duration_ns) {
  static const std::array<std::size_t, 65> first = first_bins();
  std::size_t bin = first[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(duration_ns)))];
  while (bin + 2 < edges().size() && duration_ns >= edges()[bin + 1].ns) ++bin;
  ++counts_[bin];
}

std::vector<HistogramBin> HistogramCounts::bins() const {
  const std::uint64_t count = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
  for (std::size_t scale = 0;; ++scale) {
    std::vector<HistogramBin> bins = bins_on(scale);
    if (count < many_durations || bins.size() >= enough_bins || scale == finest) return bins;
  }
}

std::vector<HistogramBin> HistogramCounts::bins_on(std::size_t scale) const {
  std::vector<HistogramBin> bins;
  HistogramBin bin;
  for (std::size_t i = 0; i + 1 < edges().size(); ++i) {
    bin.count += counts_[i];
    if (edges()[i + 1].scale > scale) continue;
    bin.to_ns = edges()[i + 1].ns;
    if (bin.count > 0 || !bins.empty()) bins.push_back(bin);
    bin = {bin.to_ns, 0, 0};
  }
  while (!bins.empty() && bins.back().count == 0) bins.pop_back();
  return bins;
}

}  // namespace gusset::traces
