#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// The total size of the handles that each task of a trace accesses, as costs count it.
class AccessedBytes {
 public:
  /// The trace must outlive this object.
  explicit AccessedBytes(const traces::Trace& trace);

  /// Counts each handle once, and no events (see traces::event_mode). 0 if the trace doesn't record accesses.
  std::uint64_t of(traces::TaskId task) const;

 private:
  const traces::Trace& trace_;
  std::vector<bool> is_event_;  // by handle; empty without events
};

}  // namespace gusset::simulator
