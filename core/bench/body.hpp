#pragma once
#include <chrono>
#include <cstdint>

namespace gusset::bench {

/// What tasks do. Stateless, so that no runtime has to store anything for them.
struct EmptyBody {
  void operator()() const {}
};

/// Counts in plain memory, which comes out right only if no two run at once.
struct CountingBody {
  static inline std::uint64_t count = 0;
  void operator()() const { ++count; }
};

/// Keeps its worker busy for `duration`.
struct BusyBody {
  static inline std::chrono::nanoseconds duration{0};
  void operator()() const {
    const auto end = std::chrono::steady_clock::now() + duration;
    while (std::chrono::steady_clock::now() < end) {
    }
  }
};

}  // namespace gusset::bench
