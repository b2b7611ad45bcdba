// A million tasks in the memory of a thousand. When Options::window tasks of the program are in flight,
// submit executes some before it continues. With GUSSET_WINDOW=0 and GUSSET_THREADS=1 all tasks are submitted
// before the first one runs, and the resident set grows.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iostream>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace {

/// Returns the process's resident memory in MiB; 0 if the system doesn't report it.
double resident_mib() {
  std::ifstream statm("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  statm >> all >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

}  // namespace

int main() {
  using Count = gusset::Tile<std::size_t>;
  constexpr std::size_t tasks = 1'000'000;
  constexpr std::size_t warm_up = 50'000;
  constexpr std::size_t counters = 100;
  constexpr double flat_mib = 16.0;

  gusset::Runtime runtime;
  auto counts = gusset::TiledMatrix<std::size_t>::full(runtime, "count", 1, counters, 1, counters);
  counts.init([](std::size_t, std::size_t, Count count, std::size_t, std::size_t) { count(0, 0) = 0; });

  const gusset::TaskType type("count");
  double before_mib = 0.0, max_mib = 0.0;
  for (std::size_t i = 0; i < tasks; ++i) {
    if (i == warm_up) before_mib = resident_mib();
    if (i >= warm_up && i % 10'000 == 0) max_mib = std::max(max_mib, resident_mib());
    runtime.submit(
        type(1.0), [](Count count) { ++count(0, 0); }, write(counts(0, i % counters)));
  }
  runtime.wait();
  if (!runtime.has_data()) return 0;

  std::size_t sum = 0;
  for (std::size_t c = 0; c < counters; ++c) sum += counts.element(0, c);
  std::cout << sum << " tasks ran; ";
  if (max_mib - before_mib < flat_mib) {
    std::cout << "the resident set was flat\n";
  } else {
    std::cout << "the resident set grew by " << static_cast<int>(max_mib - before_mib) << " MiB\n";
  }
}
