#pragma once
#include <chrono>
#include <cstdint>

namespace gusset::bench {

/// The body of a task. Stateless, so that runtimes need not store anything for it.
struct EmptyBody {
  void operator()() const {}
};

/// Increments plain memory; the count is only correct if no two bodies run at once.
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
