#pragma once
#include <map>
#include <string>

namespace gusset::testing {

/// Variables for tests that start MPI programs. Open MPI refuses root otherwise, and both MPIs leak memory of
/// their own.
inline std::map<std::string, std::string> mpi_environment() {
  return {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
          {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
          {"LSAN_OPTIONS", "detect_leaks=0"}};
}

}  // namespace gusset::testing
