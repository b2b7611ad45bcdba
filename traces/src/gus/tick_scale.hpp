#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "gus_recording.hpp"

namespace gusset::traces::gus {

/// Converts ticks to ns with a line through two readings of both clocks. Monotonic.
class TickScale {
  __extension__ using Wide = __int128;

 public:
  explicit TickScale(const std::vector<Recording::ClockSample>& samples) {
    if (samples.empty()) return;
    const auto& [first_ticks, first_ns] = samples.front();
    const auto& [last_ticks, last_ns] = samples.back();
    first_ticks_ = first_ticks;
    first_ns_ = first_ns;
    const Wide ticks = Wide{last_ticks} - first_ticks;
    const Wide ns = Wide{last_ns} - first_ns;
    if (ticks <= 0 || ns <= 0 || ticks == ns) return;
    ns_per_tick_ = std::min<Wide>((ns << fraction_bits) / ticks, Wide{1} << 62);
  }

  std::int64_t ns(std::int64_t ticks) const {
    const Wide since = Wide{ticks} - first_ticks_;
    const Wide ns = ((since * ns_per_tick_) >> fraction_bits) + first_ns_;
    return static_cast<std::int64_t>(std::clamp<Wide>(ns, -largest, largest));
  }

 private:
  static constexpr int fraction_bits = 32;  // accurate to a microsecond per hour
  static constexpr Wide largest = Wide{1} << 61;
  std::int64_t first_ticks_ = 0;
  std::int64_t first_ns_ = 0;
  Wide ns_per_tick_ = Wide{1} << fraction_bits;
};

}  // namespace gusset::traces::gus
