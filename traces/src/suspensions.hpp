#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/trace.hpp"

namespace gusset::traces {

/// When tasks that had begun and not ended ran nowhere. Each column ascends on its own: they count, and name
/// no task.
struct Suspensions {
  std::vector<std::int64_t> begin_ns;
  std::vector<std::int64_t> end_ns;
  friend bool operator==(const Suspensions&, const Suspensions&) = default;
};

/// Of all tasks that have several runs, wherever these are. Where one run ends as the next begins there is
/// one without length. O(n log n) in the runs of such tasks, linear in all others.
Suspensions suspensions_of(const Trace& trace);

}  // namespace gusset::traces
