#include "contender.hpp"

namespace gusset::bench {

const std::vector<Contender>& contenders() {
  static const std::vector<Contender> present = {
      {"Gusset", measure_gusset},
#ifdef GUSSET_BENCH_HAS_OPENMP
      {"OpenMP", measure_openmp},
#endif
#ifdef GUSSET_BENCH_HAS_TBB
      {"oneTBB", measure_tbb},
#endif
#ifdef GUSSET_BENCH_HAS_STARPU
      {"StarPU", measure_starpu},
#endif
  };
  return present;
}

const std::vector<std::string>& absent_contenders() {
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
