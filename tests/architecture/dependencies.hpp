#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gusset::architecture {

/// A module's folder, relative to the repository, and the modules and outside libraries that it may include.
struct Module {
  std::string folder;
  std::set<std::string> may_use;
  std::set<std::string> libraries;
};

/// The arrows of docs/architecture.md.
const std::map<std::string, Module>& modules();

/// One line per #include below `root` that the modules' arrows do not allow, and per source file outside of
/// all modules.
std::vector<std::string> violations(const std::filesystem::path& root);

/// The arrows as cmake/GussetModule.cmake has them: module → modules it may link.
std::map<std::string, std::set<std::string>> arrows_in_cmake(const std::filesystem::path& module_file);

}  // namespace gusset::architecture
