#pragma once
#include <filesystem>
#include <string>

namespace gusset {

/// The path with a number before the extension: "NAME.3.EXT".
inline std::filesystem::path path_with_number(const std::filesystem::path& path, unsigned number) {
  return path.parent_path() /
         (path.stem().string() + "." + std::to_string(number) + path.extension().string());
}

/// The path of the n-th file when a program writes several to one path: the path itself, then "NAME.2.EXT",
/// "NAME.3.EXT", …
inline std::filesystem::path numbered_path(const std::filesystem::path& path, unsigned n) {
  return n == 1 || path.empty() ? path : path_with_number(path, n);
}

}  // namespace gusset
