#pragma once
#include <string>
#include <utility>
#include <vector>

#include "nodes/launcher.hpp"

namespace gusset::cli::testing {

/// The launchers that the build has found. May be empty.
inline std::vector<std::pair<std::string, Launcher::Kind>> installed_launchers() {
  std::vector<std::pair<std::string, Launcher::Kind>> launchers;
  for (const auto& [program, kind] : {std::pair(std::string(MPIRUN_OPENMPI), Launcher::Kind::openmpi),
                                      std::pair(std::string(MPIRUN_MPICH), Launcher::Kind::mpich)}) {
    if (!program.empty()) launchers.emplace_back(program, kind);
  }
  return launchers;
}

}  // namespace gusset::cli::testing
