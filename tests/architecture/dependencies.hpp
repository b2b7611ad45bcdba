#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gusset::architecture {

/// One gusset_architecture() call of cmake/Architecture.cmake.
struct Module {
  std::string folder;               ///< relative to the repository's root
  std::set<std::string> may_use;    ///< modules whose headers it may include
  std::set<std::string> libraries;  ///< restricted third-party libraries that it may include
  std::vector<std::string> layers;  ///< its folders; each may include the layers before it
};
using Architecture = std::map<std::string, Module>;

/// Reads cmake/Architecture.cmake. Returns the modules by name.
Architecture read_architecture(const std::filesystem::path& table);

/// Checks every source file below `root`. Returns one line for each #include that the architecture does not
/// allow between modules or between layers, for each source file outside of all modules, and for each folder
/// of product code with more than 40 source files.
std::vector<std::string> violations(const std::filesystem::path& root, const Architecture& architecture);

}  // namespace gusset::architecture
