#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/analysis/time/loops.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What threads lose at the barriers of the parallel regions of one type.
struct BarrierLoss {
  TypeId type;                          ///< none if there are no such barriers
  std::int64_t waited_ns = 0;           ///< by all threads
  std::uint64_t barriers = 0;           ///< their number
  WorkerId last;                        ///< the thread for which the others waited longest
  std::uint64_t times_last = 0;         ///< how often it came last
  std::int64_t waited_for_last_ns = 0;  ///< by all threads, at the barriers where it came last
  /// The part of `waited_ns` before the last thread came. The rest is the runtime's: it ends the barrier.
  std::int64_t uneven_ns = 0;
  std::int64_t waited_anywhere_ns = 0;  ///< by all threads, at the barriers of regions of all types
  std::uint64_t all_barriers = 0;       ///< of regions of all types
  std::int64_t longest_ns = 0;          ///< by all threads, at the one barrier at which they waited longest
  std::int64_t longest_at_ns = 0;       ///< when the last thread came to that barrier
  WorkerId longest_last;                ///< that thread
};

/// The type of region whose barriers cost most. Barriers at which tasks ran do not count: there, threads wait
/// because they lack tasks. The barriers at which the constructs `except` of `loops` end do not count either.
BarrierLoss costliest_barriers(const Trace& trace, const Loops& loops = {},
                               const std::vector<bool>& except = {});

/// Whether threads without work were at barriers: `no_work_ns` is how long threads had none, `created` how
/// many tasks the program created, and `loss` what all its barriers cost.
bool is_at_barriers(const BarrierLoss& loss, std::uint64_t created, std::int64_t no_work_ns);

}  // namespace gusset::traces
