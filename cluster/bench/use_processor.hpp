#pragma once
#include <ctime>

#include "metg.hpp"

namespace gusset::cluster::bench {

/// Computes until this thread has used that much processor time, so that other threads on the same core do
/// not make the task shorter.
inline void use_processor(double us) {
  if (us <= 0.0) return;
  const auto used_us = [] {
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) * 1e6 + static_cast<double>(used.tv_nsec) * 1e-3;
  };
  const double end_us = used_us() + us;
  while (used_us() < end_us) compute(1000);
}

}  // namespace gusset::cluster::bench
