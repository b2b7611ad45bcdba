#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gusset::architecture {

/// One line of the table in cmake/Architecture.cmake.
struct Module {
  std::string folder;               ///< relative to the repository
  std::set<std::string> may_use;    ///< modules that it may include
  std::set<std::string> libraries;  ///< restricted outside libraries that it may include
  std::vector<std::string> rooms;   ///< folders inside it; each may include those before it
};
using Architecture = std::map<std::string, Module>;

/// The table as CMake reads it.
Architecture read_architecture(const std::filesystem::path& table);

/// One line per #include below `root` that the table does not allow between modules or between rooms, per
/// source file outside of all modules, and per folder of product code with more than 40 source files.
std::vector<std::string> violations(const std::filesystem::path& root, const Architecture& architecture);

}  // namespace gusset::architecture
