#pragma once
#include <cstddef>

#include "common/repetition.hpp"

namespace examples {

struct LoopArguments {
  std::size_t size = 20'000;  ///< iterations of the largest loop
  std::size_t chunk = 1'000;  ///< iterations of a task
  std::size_t times = 10;     ///< repetitions of all loops
  Repetition repetition;
};

/// Each program runs, checks its result, prints one line about it, and returns main's exit status.
int run_q12(const LoopArguments& arguments);
int run_su3(const LoopArguments& arguments);

}  // namespace examples
