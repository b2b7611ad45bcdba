#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/analysis/time/distribution.hpp"

namespace gusset::traces {

/// Counts durations into the bins of `histogram_of`.
class HistogramCounts {
 public:
  HistogramCounts();
  void add(std::int64_t duration_ns);
  std::vector<HistogramBin> bins() const;

 private:
  std::vector<HistogramBin> bins_on(std::size_t scale) const;

  std::vector<std::uint64_t> counts_;
};

}  // namespace gusset::traces
