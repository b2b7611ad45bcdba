#include "trace_file.hpp"

#include <unistd.h>

#include <system_error>

#include "gusset/core/errors.hpp"

namespace gusset::core_tracing {

std::filesystem::path numbered(const std::filesystem::path& path, unsigned n) {
  if (n == 1) return path;
  std::filesystem::path result = path;
  result.replace_filename(path.stem().string() + "." + std::to_string(n) + path.extension().string());
  return result;
}

void check_writable(const std::filesystem::path& path, const std::string& where) {
  const std::filesystem::path folder =
      path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  std::error_code error;  // what can't be looked at can't be written either
  if (path.has_filename() && !std::filesystem::is_directory(path, error) &&
      std::filesystem::is_directory(folder, error) && access(folder.c_str(), W_OK | X_OK) == 0) {
    return;
  }
  throw ConfigurationError(where, "a file in a folder that can be written to", "\"" + path.string() + "\"");
}

}  // namespace gusset::core_tracing
