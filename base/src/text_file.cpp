#include "gusset/base/text_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace gusset {
namespace {

namespace fs = std::filesystem;

Error unreadable(const fs::path& path, int reason) {
  return {path.string(), "a file that can be read", std::generic_category().message(reason)};
}
Error unwritable(const fs::path& path, int reason) {
  return {path.string(), "a file that can be written", std::generic_category().message(reason)};
}

/// Whether the path names something that has to be written in place.
bool is_special(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

}  // namespace

Result<std::string> read_text(const fs::path& path, std::size_t max_bytes) {
  std::error_code error;
  if (fs::is_directory(path, error)) return unreadable(path, EISDIR);
  if (fs::is_fifo(path, error)) return Error{path.string(), "a file that can be read", "a pipe"};
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return unreadable(path, errno == 0 ? EIO : errno);
  std::string text;
  char buffer[1 << 14];
  while (file.read(buffer, sizeof buffer) || file.gcount() > 0) {
    text.append(buffer, static_cast<std::size_t>(file.gcount()));
    if (text.size() > max_bytes)
      return Error{path.string(), "at most " + std::to_string(max_bytes) + " bytes", "more"};
  }
  if (file.bad()) return unreadable(path, errno == 0 ? EIO : errno);
  return text;
}

Result<Done> check_writable(const fs::path& path) {
  std::error_code error;
  if (path.filename().empty() || fs::is_directory(path, error)) return unwritable(path, EISDIR);
  const bool is_direct = is_special(path);
  const fs::path target = is_direct ? path : path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (::access(target.c_str(), W_OK) != 0) return unwritable(path, errno);
  if (!is_direct && !fs::is_directory(target, error)) return unwritable(path, ENOTDIR);
  return Done{};
}

Result<Done> write_text(const fs::path& path, std::string_view text) {
  if (auto possible = check_writable(path); !possible) return possible.error();
  const bool is_direct = is_special(path);
  std::error_code error;
  const fs::path place = fs::weakly_canonical(path, error);  // the file that a link leads to, not the link
  fs::path target = is_direct || error ? path : place;
  if (!is_direct) target += ".part" + std::to_string(::getpid());
  errno = 0;
  std::ofstream file(target, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  int failure = file ? 0 : errno == 0 ? EIO : errno;
  if (is_direct) return failure == 0 ? Result<Done>(Done{}) : unwritable(path, failure);
  if (failure == 0) {
    fs::rename(target, place.empty() ? path : place, error);
    failure = error.value();
  }
  if (failure == 0) return Done{};
  fs::remove(target, error);
  return unwritable(path, failure);
}

}  // namespace gusset
