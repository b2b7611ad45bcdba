#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace gusset::cli {

/// What a program's file reveals, before it runs, about how it can be recorded.
struct ProgramFile {
  enum class Kind {
    unknown,         ///< a missing file, or a script or another program, which may start one of the others
    gusset,          ///< uses Gusset's runtime
    openmp,          ///< loads an OpenMP runtime, itself or through its libraries
    static_program,  ///< loads no libraries, so its OpenMP runtime can't be replaced
  };
  Kind kind = Kind::unknown;
  bool runs_on_nodes = false;                    ///< links gusset::cluster
  std::vector<std::filesystem::path> libraries;  ///< libraries that it will load, if known in advance
  bool loads_libgomp = false;                    ///< GCC's OpenMP runtime
  std::string libomp;  ///< path of LLVM's OpenMP runtime, if the program loads it; else empty
  /// Calls to GCC's runtime by the program and its libraries, sorted.
  std::vector<std::string> openmp_calls;
};

/// The file of a program: the name itself if it has a slash, else the program in PATH. Empty if PATH has
/// none.
std::filesystem::path find_in_path(const std::string& program);

/// Inspects a program. Looks it up in PATH if its name has no slash.
ProgramFile inspect_program(const std::string& program);

}  // namespace gusset::cli
