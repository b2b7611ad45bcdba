#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace gusset::cli {

/// What an executable or a shared library says about itself.
struct ElfFile {
  std::string interpreter;        ///< loads its libraries; empty for libraries and static programs
  bool is_dynamic = false;        ///< whether it has a dynamic section
  std::set<std::string> imports;  ///< names of functions and data, without weak ones
  std::set<std::string> exports;  ///< names of functions and data
};

/// Nothing if the file can't be read or is not an ELF file (for example a script).
std::optional<ElfFile> read_elf(const std::filesystem::path& path);

}  // namespace gusset::cli
