#include "gusset/traces/analysis/causes/idle_history.hpp"

#include <algorithm>

namespace gusset::traces {

void IdleHistory::finish() {
  for (Row& row : rows_) {
    const auto by_begin = [](const Stretch& a, const Stretch& b) { return a.begin_ns() < b.begin_ns(); };
    if (!std::is_sorted(row.stretches.begin(), row.stretches.end(), by_begin))
      std::sort(row.stretches.begin(), row.stretches.end(), by_begin);
    row.stretches.shrink_to_fit();
    IdleParts sum;
    for (std::size_t i = 0; i < row.stretches.size(); ++i) {
      if (i % block == 0) row.sums.push_back(sum);
      const Stretch& stretch = row.stretches[i];
      sum.of(stretch.cause()) += stretch.end_ns() - stretch.begin_ns();
    }
  }
}

IdleParts IdleHistory::before(WorkerId worker, std::int64_t time_ns) const {
  const Row& row = rows_[worker.value()];
  const auto after =
      std::partition_point(row.stretches.begin(), row.stretches.end(),
                           [=](const Stretch& stretch) { return stretch.begin_ns() < time_ns; });
  const auto count = static_cast<std::size_t>(after - row.stretches.begin());
  if (count == 0) return {};
  const std::size_t first = (count - 1) / block * block;
  IdleParts parts = row.sums[first / block];
  for (std::size_t i = first; i < count; ++i) {
    const Stretch& stretch = row.stretches[i];
    parts.of(stretch.cause()) += std::min(stretch.end_ns(), time_ns) - stretch.begin_ns();
  }
  return parts;
}

IdleParts IdleHistory::parts(WorkerId worker, std::int64_t begin_ns, std::int64_t end_ns) const {
  if (begin_ns >= end_ns) return {};
  IdleParts parts = before(worker, end_ns);
  const IdleParts earlier = before(worker, begin_ns);
  for (std::size_t cause = 0; cause < idle_causes; ++cause) parts.ns[cause] -= earlier.ns[cause];
  return parts;
}

}  // namespace gusset::traces
