#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace gusset::cli {

/// What an executable or a shared library says of itself.
struct ElfFile {
  std::string interpreter;      ///< that loads its libraries; empty in a library or a static program
  bool is_dynamic = false;      ///< whether it can load any
  std::set<std::string> needs;  ///< names of functions and data that it takes from others, weak ones left out
  std::set<std::string> gives;  ///< and that it has for others
};

/// Nothing where the file can't be read or is no ELF file of this machine's kind (a script, say).
std::optional<ElfFile> read_elf(const std::filesystem::path& path);

}  // namespace gusset::cli
