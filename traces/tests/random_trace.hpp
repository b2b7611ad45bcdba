#pragma once
#include <cstdint>
#include <memory>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// Options of a random trace. The same options give the same trace on every platform.
struct RandomTrace {
  std::uint64_t seed = 1;
  std::size_t tasks = 100;
  std::size_t handles = 10;
  std::size_t nodes = 1;
  std::size_t workers_per_node = 3;
  bool adds = true;
};

/// A random program. Each task accesses one to three handles and modifies at most one, which its node owns.
/// Versions follow SuperGlue's rules. Tasks run in submission order, each at the first moment that its
/// accesses and a random worker allow, so the schedule is valid. Durations are 0 to 20 ns. Submit and ready
/// times are recorded, messages are not.
std::shared_ptr<const Trace> random_trace(const RandomTrace& options);

}  // namespace gusset::traces::testing
