#include "contestants.hpp"

namespace gusset::bench {

std::vector<Contestant> contestants(const Row& row, std::chrono::milliseconds budget) {
  const auto contestant = [&](const char* name, auto measure) {
    return Contestant{name, [=] { return measure(row, budget); }};
  };
  return {
      contestant("Gusset", measure_gusset),
#ifdef GUSSET_BENCH_HAS_OPENMP
      contestant("OpenMP", measure_openmp),
#endif
#ifdef GUSSET_BENCH_HAS_TBB
      contestant("oneTBB", measure_tbb),
#endif
#ifdef GUSSET_BENCH_HAS_STARPU
      contestant("StarPU", measure_starpu),
#endif
  };
}

const std::vector<std::string>& absent_contestants() {
  static const std::vector<std::string> absent = {
#ifndef GUSSET_BENCH_HAS_OPENMP
      "OpenMP",
#endif
#ifndef GUSSET_BENCH_HAS_TBB
      "oneTBB",
#endif
#ifndef GUSSET_BENCH_HAS_STARPU
      "StarPU",
#endif
  };
  return absent;
}

}  // namespace gusset::bench
