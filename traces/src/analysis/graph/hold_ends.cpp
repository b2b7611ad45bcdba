#include "hold_ends.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace gusset::traces {

std::vector<std::int64_t> hold_ends(const ForkJoin& fork_join) {
  const std::vector<LockHold>& holds = fork_join.holds;
  std::vector<std::size_t> order(holds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {},
                    [&](std::size_t i) { return std::tuple(holds[i].lock, holds[i].begin_ns, i); });
  std::vector<std::int64_t> ends_ns(holds.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const LockHold& hold = holds[order[i]];
    ends_ns[order[i]] = hold.end_ns;
    if (i + 1 == order.size()) continue;
    const LockHold& next = holds[order[i + 1]];
    if (next.lock == hold.lock && next.task != hold.task)
      ends_ns[order[i]] = std::min(hold.end_ns, next.begin_ns);
  }
  return ends_ns;
}

}  // namespace gusset::traces
