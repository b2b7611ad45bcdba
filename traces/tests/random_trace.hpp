#pragma once
#include <cstdint>
#include <memory>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// What a random trace is made of. The same options give the same trace, on every platform.
struct RandomTrace {
  std::uint64_t seed = 1;
  std::size_t tasks = 100;
  std::size_t handles = 10;
  std::size_t nodes = 1;
  std::size_t workers_per_node = 3;
  bool adds = true;
};

/// A program that never was: each task accesses one to three handles, modifying at most one, which its node
/// owns; versions as SuperGlue gives them; run in submission order, each task at the first moment that its
/// accesses and a random worker allow, so that the schedule is a valid one. Durations are 0 to 20 ns; submit
/// and ready are recorded, messages are not.
std::shared_ptr<const Trace> random_trace(const RandomTrace& options);

}  // namespace gusset::traces::testing
