#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/analysis/time/distribution.hpp"

namespace gusset::traces {

/// Stores many durations in four bytes each (eight bytes for durations above four seconds) and computes their
/// exact distribution.
class DurationSet {
 public:
  /// `duration_ns` must be ≥ 0.
  void add(std::int64_t duration_ns);
  std::uint64_t size() const { return count_; }

  /// The distribution of all durations in several sets together. Linear.
  static Distribution distribution_of(std::span<const DurationSet> sets);
  static std::vector<HistogramBin> histogram_of(std::span<const DurationSet> sets);
  /// The distribution of this set.
  Distribution distribution() const { return distribution_of({this, 1}); }

 private:
  static constexpr std::uint32_t too_long = ~std::uint32_t{0};
  static constexpr std::size_t block_size = std::size_t{1} << 16;

  template <class Visit>
  static void for_each(std::span<const DurationSet> sets, Visit visit);
  class Ranks;

  std::vector<std::vector<std::uint32_t>> blocks_;  ///< in blocks, so a growing set is never copied
  std::vector<std::int64_t> long_ns_;
  std::uint64_t count_ = 0;
};

}  // namespace gusset::traces
