#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "costs/hashed_numbers.hpp"
#include "gusset/simulator/costs/variation.hpp"

namespace gusset::simulator {

/// Interrupts workers at random times while they compute (a Poisson process in their processor time). Such a
/// process has no memory, so what happens during a task depends only on the seed and the task.
class InterruptionProcess {
 public:
  InterruptionProcess(const Interruptions& interruptions, std::uint64_t seed)
      : interruptions_(interruptions), seed_(hashed(seed, 3)) {}

  /// Returns how long other programs have the processor during a task with this processor time.
  double lost_s(std::uint64_t task, double processor_s) const {
    if (interruptions_.per_s <= 0.0 || interruptions_.lengths_s.empty()) return 0.0;
    const std::uint64_t stream = hashed(seed_, task);
    double lost_s = 0.0;
    double at_s = 0.0;
    for (std::uint64_t i = 0; i < most_interruptions; ++i) {
      at_s -= std::log(uniform(hashed(stream, 2 * i))) / interruptions_.per_s;
      if (at_s >= processor_s) break;
      const auto count = interruptions_.lengths_s.size();
      const auto place =
          static_cast<std::size_t>(uniform(hashed(stream, 2 * i + 1)) * static_cast<double>(count));
      lost_s += interruptions_.lengths_s[place < count ? place : count - 1];
    }
    return lost_s;
  }

 private:
  static constexpr std::uint64_t most_interruptions = 1'000'000;

  const Interruptions& interruptions_;
  std::uint64_t seed_;
};

}  // namespace gusset::simulator
