#include "gusset/base/text_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <memory>
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

/// Follows links to their target, whether the target exists or not.
fs::path followed(fs::path path) {
  constexpr int max_links = 40;
  std::error_code error;
  for (int links = 0; links < max_links && fs::is_symlink(path, error); ++links) {
    const fs::path next = fs::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / next;
  }
  return path;
}

/// The file that a write to a path goes to.
struct Target {
  fs::path file;
  bool is_direct = false;  ///< a device or a pipe, written in place
};

Result<Target> target_of(const fs::path& path) {
  std::error_code error;
  if (path.filename().empty() || fs::is_directory(path, error)) return unwritable(path, EISDIR);
  const fs::file_status status = fs::status(path, error);
  const bool is_direct = fs::exists(status) && !fs::is_regular_file(status);
  const Target target{is_direct ? path : followed(path), is_direct};
  const fs::path folder = target.file.has_parent_path() ? target.file.parent_path() : fs::path(".");
  if (::access((is_direct ? path : folder).c_str(), W_OK) != 0) return unwritable(path, errno);
  if (is_direct) return target;
  if (!fs::is_directory(folder, error)) return unwritable(path, ENOTDIR);
  if (::access(folder.c_str(), X_OK) != 0) return unwritable(path, errno);
  return target;
}

/// Hands `take` what a pipe's writers write, until all of them have closed the pipe or `take` fails. Waits a
/// second for the first writer.
template <class Take>
Result<Done> read_pipe(const fs::path& path, Take take) {
  constexpr int timeout_ms = 1000;
  const int pipe = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (pipe < 0) return unreadable(path, errno);
  const auto close = [](const int* opened) { ::close(*opened); };
  const std::unique_ptr<const int, decltype(close)> closed_at_end(&pipe, close);
  char buffer[1 << 16];
  for (;;) {
    pollfd event{pipe, POLLIN, 0};
    const int ready = ::poll(&event, 1, timeout_ms);
    const ssize_t count = ::read(pipe, buffer, sizeof buffer);
    if (count > 0) {
      if (auto done = take(std::string_view(buffer, static_cast<std::size_t>(count))); !done) return done;
    } else if (count == 0 && ready == 0) {
      return Error{path.string(), "a file that can be read", "a pipe without a writer"};
    } else if (count == 0 && ready > 0) {
      return Done{};
    } else if (count < 0 && errno != EAGAIN && errno != EINTR) {
      return unreadable(path, errno);
    }
  }
}

}  // namespace

Result<std::string> read_text(const fs::path& path, std::size_t max_bytes) {
  std::error_code error;
  if (fs::is_directory(path, error)) return unreadable(path, EISDIR);
  std::string text;
  const auto take = [&](std::string_view part) -> Result<Done> {
    if (part.size() > max_bytes - text.size())
      return Error{path.string(), "at most " + std::to_string(max_bytes) + " bytes", "more"};
    text += part;
    return Done{};
  };
  if (fs::is_fifo(path, error)) {
    if (auto done = read_pipe(path, take); !done) return done.error();
    return text;
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return unreadable(path, errno == 0 ? EIO : errno);
  char buffer[1 << 14];
  while (file.read(buffer, sizeof buffer) || file.gcount() > 0) {
    if (auto done = take({buffer, static_cast<std::size_t>(file.gcount())}); !done) return done.error();
  }
  if (file.bad()) return unreadable(path, errno == 0 ? EIO : errno);
  return text;
}

Result<int> copy_pipe(const fs::path& path) {
  const int copy = ::memfd_create("gusset", 0);
  if (copy < 0) return unreadable(path, errno);
  const auto done = read_pipe(path, [&](std::string_view part) -> Result<Done> {
    const ssize_t written = ::write(copy, part.data(), part.size());
    if (written == static_cast<ssize_t>(part.size())) return Done{};
    return unreadable(path, written < 0 ? errno : ENOSPC);
  });
  if (done) return copy;
  ::close(copy);
  return done.error();
}

Result<Done> check_writable(const fs::path& path) {
  const auto target = target_of(path);
  return target ? Result<Done>(Done{}) : target.error();
}

Result<Done> write_text(const fs::path& path, std::string_view text) {
  const auto target = target_of(path);
  if (!target) return target.error();
  fs::path written = target->file;
  if (!target->is_direct) written += ".part" + std::to_string(::getpid());
  errno = 0;
  std::ofstream file(written, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  int failure = file ? 0 : errno == 0 ? EIO : errno;
  std::error_code error;
  if (failure == 0 && !target->is_direct) {
    fs::rename(written, target->file, error);
    failure = error.value();
  }
  if (failure == 0) return Done{};
  if (!target->is_direct) fs::remove(written, error);
  return unwritable(path, failure);
}

}  // namespace gusset
