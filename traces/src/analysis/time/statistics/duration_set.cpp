#include "duration_set.hpp"

#include <algorithm>
#include <numeric>

#include "distribution_parts.hpp"
#include "histogram_counts.hpp"

namespace gusset::traces {

template <class Visit>
void DurationSet::for_each(std::span<const DurationSet> sets, Visit visit) {
  for (const DurationSet& set : sets) {
    for (const auto& block : set.blocks_) {
      for (const std::uint32_t duration_ns : block) visit(std::int64_t{duration_ns});
    }
    for (const std::int64_t duration_ns : set.long_ns_) visit(duration_ns);
  }
}

void DurationSet::add(std::int64_t duration_ns) {
  ++count_;
  if (duration_ns >= std::int64_t{too_long}) {
    long_ns_.push_back(duration_ns);
    return;
  }
  if (blocks_.empty() || blocks_.back().size() == block_size) {
    blocks_.emplace_back();
    if (blocks_.size() > 1) blocks_.back().reserve(block_size);
  }
  blocks_.back().push_back(static_cast<std::uint32_t>(duration_ns));
}

/// Finds the n-th duration by rank: counts high halves once, then the low halves of the values with the right
/// high half.
class DurationSet::Ranks {
 public:
  explicit Ranks(std::span<const DurationSet> sets) : sets_(sets), high_counts_(halves, 0) {
    for (const DurationSet& set : sets) {
      for (const auto& block : set.blocks_) {
        for (const std::uint32_t value : block) ++high_counts_[value >> half_bits];
      }
      long_ns_.insert(long_ns_.end(), set.long_ns_.begin(), set.long_ns_.end());
    }
    short_count_ = std::accumulate(high_counts_.begin(), high_counts_.end(), std::uint64_t{0});
    std::sort(long_ns_.begin(), long_ns_.end());
  }

  std::int64_t nth(std::uint64_t n) {
    if (n >= short_count_) return long_ns_[static_cast<std::size_t>(n - short_count_)];
    const std::size_t high = take(high_counts_, n);
    if (high != high_) count_low_halves(high);
    return static_cast<std::int64_t>(high << half_bits | take(low_counts_, n));
  }

 private:
  static constexpr unsigned half_bits = 16;
  static constexpr std::size_t halves = std::size_t{1} << half_bits;

  /// Finds the entry that holds the n-th value. Leaves its rank within that entry in `n`.
  static std::size_t take(const std::vector<std::uint64_t>& counts, std::uint64_t& n) {
    std::size_t place = 0;
    while (n >= counts[place]) n -= counts[place++];
    return place;
  }

  void count_low_halves(std::size_t high) {
    high_ = high;
    low_counts_.assign(halves, 0);
    for (const DurationSet& set : sets_) {
      for (const auto& block : set.blocks_) {
        for (const std::uint32_t value : block) {
          if (value >> half_bits == high) ++low_counts_[value & (halves - 1)];
        }
      }
    }
  }

  std::span<const DurationSet> sets_;
  std::vector<std::uint64_t> high_counts_;
  std::vector<std::uint64_t> low_counts_;
  std::size_t high_ = halves;  ///< the high half that low_counts_ belong to
  std::vector<std::int64_t> long_ns_;
  std::uint64_t short_count_ = 0;
};

namespace {

// For so few values, sorting is faster than counting. There may be as many sets as tasks.
constexpr std::uint64_t few = 4096;

}  // namespace

Distribution DurationSet::distribution_of(std::span<const DurationSet> sets) {
  const Distribution result = without_ranks([&](auto visit) { for_each(sets, visit); });
  if (result.count == 0) return result;
  if (result.count <= few) {
    std::vector<std::int64_t> sorted;
    for_each(sets, [&](std::int64_t duration_ns) { sorted.push_back(duration_ns); });
    std::sort(sorted.begin(), sorted.end());
    return with_ranks(result, [&](std::uint64_t n) { return sorted[static_cast<std::size_t>(n)]; });
  }
  Ranks ranks(sets);
  return with_ranks(result, [&](std::uint64_t n) { return ranks.nth(n); });
}

std::vector<HistogramBin> DurationSet::histogram_of(std::span<const DurationSet> sets) {
  HistogramCounts counts;
  for_each(sets, [&](std::int64_t duration_ns) { counts.add(duration_ns); });
  return counts.bins();
}

}  // namespace gusset::traces
