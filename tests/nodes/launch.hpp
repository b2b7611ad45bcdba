#pragma once
#include <string>
#include <vector>

namespace gusset::testing {

/// An MPI whose launcher and plug-in were found when the tests were built.
struct Mpi {
  std::string name;
  std::string launcher;
  std::string random_programs;  ///< random_programs.cpp with this MPI
};

inline std::vector<Mpi> installed_mpis() {
  std::vector<Mpi> found;
  for (const Mpi& mpi : {Mpi{"openmpi", MPIRUN_OPENMPI, RANDOM_PROGRAMS_OPENMPI},
                         Mpi{"mpich", MPIRUN_MPICH, RANDOM_PROGRAMS_MPICH}}) {
    if (!mpi.launcher.empty() && !mpi.random_programs.empty()) found.push_back(mpi);
  }
  return found;
}

}  // namespace gusset::testing
