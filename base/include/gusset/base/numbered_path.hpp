#pragma once
#include <filesystem>
#include <string>

namespace gusset {

/// The path of the n-th file when a program writes several to one path: the path itself, then "NAME.2.EXT",
/// "NAME.3.EXT", …
inline std::filesystem::path numbered_path(const std::filesystem::path& path, unsigned n) {
  if (n == 1 || path.empty()) return path;
  return path.parent_path() / (path.stem().string() + "." + std::to_string(n) + path.extension().string());
}

}  // namespace gusset
