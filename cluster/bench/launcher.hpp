#pragma once
#include <string>
#include <vector>

namespace gusset::cluster::bench {

/// An MPI for which the benchmark was built.
struct Mpi {
  std::string name;      ///< "openmpi" or "mpich"
  std::string title;     ///< "Open MPI" or "MPICH"
  std::string launcher;  ///< its mpirun
  std::string plain;     ///< the program that measures this MPI alone
  std::string starpu;    ///< the program that measures StarPU-MPI; empty: not built for this MPI
};

/// The MPIs whose plug-in and launcher were found when the benchmark was built.
const std::vector<Mpi>& mpis();

/// The command that starts `nodes` processes of a program with an MPI's launcher. The processes are not bound
/// to cores, and may be more than there are cores.
std::vector<std::string> launch_command(const Mpi& mpi, unsigned nodes,
                                        const std::vector<std::string>& program);

}  // namespace gusset::cluster::bench
