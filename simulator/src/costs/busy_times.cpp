#include "busy_times.hpp"

#include <algorithm>
#include <utility>

namespace gusset::simulator {

BusyTimes::BusyTimes(const traces::Trace& trace) {
  // The workers' outermost runs: +1 where one starts, −1 where one ends.
  std::vector<std::pair<std::int64_t, int>> changes;
  for (const traces::Lane& lane : trace.lanes) {
    std::int64_t end_ns = traces::unknown_time;
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.kind[i] != traces::SpanKind::run || lane.spans.begin_ns[i] < end_ns) continue;
      end_ns = lane.spans.end_ns[i];
      changes.emplace_back(lane.spans.begin_ns[i], 1);
      changes.emplace_back(end_ns, -1);
    }
  }
  std::sort(changes.begin(), changes.end());
  const auto all = static_cast<std::int64_t>(trace.lanes.size());
  std::int64_t busy = 0;
  std::int64_t sum_ns = 0;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    busy += changes[i].second;
    if (busy < all || i + 1 == changes.size() || changes[i + 1].first == changes[i].first) continue;
    stretches_.push_back({changes[i].first, changes[i + 1].first, sum_ns});
    sum_ns += changes[i + 1].first - changes[i].first;
  }
}

std::int64_t BusyTimes::before(std::int64_t time_ns) const {
  const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), time_ns,
                                      [](std::int64_t time, const Stretch& s) { return time < s.begin_ns; });
  if (after == stretches_.begin()) return 0;
  const Stretch& last = *std::prev(after);
  return last.sum_ns + std::min(time_ns, last.end_ns) - last.begin_ns;
}

}  // namespace gusset::simulator
