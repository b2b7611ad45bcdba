#include "trace_file.hpp"

#include <unistd.h>

#include <system_error>

#include "gusset/base/text.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::core_tracing {

void check_writable(const std::filesystem::path& path, const std::string& where) {
  const std::filesystem::path folder =
      path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  std::error_code error;  // what can't be looked at can't be written either
  if (path.has_filename() && !std::filesystem::is_directory(path, error) &&
      std::filesystem::is_directory(folder, error) && access(folder.c_str(), W_OK | X_OK) == 0) {
    return;
  }
  throw ConfigurationError(where, "a file in a folder that can be written to", double_quoted(path.string()));
}

}  // namespace gusset::core_tracing
