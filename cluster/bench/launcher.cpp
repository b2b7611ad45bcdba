#include "launcher.hpp"

namespace gusset::cluster::bench {

const std::vector<Mpi>& mpis() {
  static const std::vector<Mpi> all = {
#ifdef CLUSTER_BENCH_OPENMPI_LAUNCHER
      {"openmpi", "Open MPI", CLUSTER_BENCH_OPENMPI_LAUNCHER, CLUSTER_BENCH_OPENMPI_PLAIN,
       CLUSTER_BENCH_OPENMPI_STARPU},
#endif
#ifdef CLUSTER_BENCH_MPICH_LAUNCHER
      {"mpich", "MPICH", CLUSTER_BENCH_MPICH_LAUNCHER, CLUSTER_BENCH_MPICH_PLAIN, CLUSTER_BENCH_MPICH_STARPU},
#endif
  };
  return all;
}

std::vector<std::string> launch_command(const Mpi& mpi, unsigned nodes,
                                        const std::vector<std::string>& program) {
  std::vector<std::string> words{mpi.launcher};
  if (mpi.name == "openmpi") words.insert(words.end(), {"--oversubscribe", "--bind-to", "none"});
  words.insert(words.end(), {"-n", std::to_string(nodes)});
  words.insert(words.end(), program.begin(), program.end());
  return words;
}

}  // namespace gusset::cluster::bench
