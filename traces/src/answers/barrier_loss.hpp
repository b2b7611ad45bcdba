#pragma once
#include <cstdint>
#include <span>

#include "gusset/traces/analysis/time/loops.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What threads lose at the barriers of the parallel regions of one type.
struct BarrierLoss {
  TypeId type;                   ///< none if there are no such barriers
  std::int64_t waited_ns = 0;    ///< by all threads
  std::uint64_t barriers = 0;    ///< their number
  WorkerId last;                 ///< the thread for which the others waited longest
  std::uint64_t times_last = 0;  ///< how often it came last
};

/// The type of region whose barriers cost most. Barriers at which tasks ran do not count: there, threads wait
/// because they lack tasks. `ended_at` (see Loops): the barriers at which the construct `except` ends do not
/// count either.
BarrierLoss costliest_barriers(const Trace& trace, std::span<const std::uint32_t> ended_at = {},
                               std::uint32_t except = Loops::none);

}  // namespace gusset::traces
