#include "text_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace gusset::simulator {
namespace {

namespace fs = std::filesystem;

Error unreadable(const fs::path& path, const std::string& reason) {
  return {path.string(), "a file to read", reason};
}
Error unwritable(const fs::path& path, const std::string& reason) {
  return {path.string(), "a file to write", reason};
}
std::string reason_of(int error) {
  return std::generic_category().message(error);
}

fs::path directory_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
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
  if (fs::is_directory(path, error)) return unreadable(path, "a directory");
  if (fs::is_fifo(path, error)) return unreadable(path, "a pipe");  // opening it would wait for a writer
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return unreadable(path, reason_of(errno == 0 ? EIO : errno));
  std::string text;
  char buffer[1 << 14];
  while (file.read(buffer, sizeof buffer) || file.gcount() > 0) {
    text.append(buffer, static_cast<std::size_t>(file.gcount()));
    if (text.size() > max_bytes) {
      return Error{path.string(), "at most " + std::to_string(max_bytes) + " bytes", "more"};
    }
  }
  if (file.bad()) return unreadable(path, reason_of(errno == 0 ? EIO : errno));
  return text;
}

Result<Done> check_writable(const fs::path& path) {
  std::error_code error;
  if (path.filename().empty() || fs::is_directory(path, error)) return unwritable(path, "a directory");
  const fs::path target = is_special(path) ? path : directory_of(path);
  if (::access(target.c_str(), W_OK) != 0) return unwritable(path, reason_of(errno));
  if (!is_special(path) && !fs::is_directory(target, error)) return unwritable(path, reason_of(ENOTDIR));
  return Done{};
}

Result<Done> write_text(const fs::path& path, const std::string& text) {
  if (auto possible = check_writable(path); !possible) return possible.error();
  const bool direct = is_special(path);
  fs::path target = path;
  if (!direct) target += ".part" + std::to_string(::getpid());
  errno = 0;
  std::ofstream file(target, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    const int reason = errno == 0 ? EIO : errno;
    std::error_code ignored;
    if (!direct) fs::remove(target, ignored);
    return unwritable(path, reason_of(reason));
  }
  if (direct) return Done{};
  std::error_code error;
  fs::rename(target, path, error);
  if (error) {
    std::error_code ignored;
    fs::remove(target, ignored);
    return unwritable(path, error.message());
  }
  return Done{};
}

}  // namespace gusset::simulator
