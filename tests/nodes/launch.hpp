#pragma once
#include <string>
#include <vector>

namespace gusset::testing {

/// An MPI whose launcher and plug-in were found when the tests were built.
struct Mpi {
  std::string name;
  std::string launcher;
};

inline std::vector<Mpi> installed_mpis() {
  std::vector<Mpi> found;
  for (const Mpi& mpi : {Mpi{"openmpi", MPIRUN_OPENMPI}, Mpi{"mpich", MPIRUN_MPICH}}) {
    if (!mpi.launcher.empty()) found.push_back(mpi);
  }
  return found;
}

}  // namespace gusset::testing
