#pragma once
#include <cstdint>

#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/causes/idle_history.hpp"

namespace gusset::traces {

/// Records each idle stretch once: in its worker's sums, in the longest stretch of its cause and, if there is
/// one, in a history.
class IdleLedger {
 public:
  /// The sums in `idle` are indexed by WorkerId. `history` may be null.
  IdleLedger(IdleTime& idle, IdleHistory* history) : idle_(idle), history_(history) {}

  void add(WorkerId worker, IdleCause cause, std::int64_t begin_ns, std::int64_t end_ns) {
    if (begin_ns >= end_ns) return;
    idle_.workers[worker.value()].of(cause) += end_ns - begin_ns;
    IdleStretch& longest = idle_.longest[static_cast<std::size_t>(cause)];
    if (end_ns - begin_ns > longest.end_ns - longest.begin_ns) longest = {worker, begin_ns, end_ns};
    if (history_ != nullptr) history_->add(worker, {cause, begin_ns, end_ns});
  }

 private:
  IdleTime& idle_;
  IdleHistory* history_;
};

}  // namespace gusset::traces
