#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace gusset::cli {

/// What the file of a program tells about what can be recorded of it, before it runs.
struct ProgramFile {
  enum class Kind {
    unknown,         ///< a script, a program that starts others, or one that is not there
    gusset,          ///< uses Gusset's runtime
    openmp,          ///< loads an OpenMP runtime, itself or through its libraries
    static_program,  ///< loads nothing, so nothing can be put in an OpenMP runtime's place
  };
  Kind kind = Kind::unknown;
  std::vector<std::filesystem::path> libraries;  ///< that it will load, as far as is known before
  bool loads_libgomp = false;                    ///< GCC's OpenMP runtime
  std::string libomp;                            ///< path of LLVM's, where it loads that; else empty
  /// Calls of GCC's runtime that it and its libraries make, sorted.
  std::vector<std::string> openmp_calls;
};

/// Looks at a program, which is found in PATH where its name has no slash.
ProgramFile inspect_program(const std::string& program);

}  // namespace gusset::cli
