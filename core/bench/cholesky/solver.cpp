#include "solver.hpp"

namespace gusset::bench {

const std::vector<Solver>& solvers() {
  static const std::vector<Solver> present = {
      {"Gusset", false, factorize_gusset},
#ifdef GUSSET_BENCH_HAS_OPENMP
      {"OpenMP", false, factorize_openmp},
#endif
#ifdef GUSSET_BENCH_HAS_TBB
      {"oneTBB", false, factorize_tbb},
#endif
#ifdef GUSSET_BENCH_HAS_STARPU
      {"StarPU", false, factorize_starpu},
#endif
      {"OpenBLAS dpotrf", true, factorize_openblas},
  };
  return present;
}

}  // namespace gusset::bench
