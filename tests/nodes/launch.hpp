#pragma once
#include <map>
#include <string>
#include <vector>

#include "run_program.hpp"

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

/// Open MPI refuses root otherwise. Both MPIs leak memory of their own.
inline std::map<std::string, std::string> mpi_environment() {
  return {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
          {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
          {"LSAN_OPTIONS", "detect_leaks=0"}};
}

}  // namespace gusset::testing
