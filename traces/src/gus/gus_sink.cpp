#include "gus_sink.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "gus_errors.hpp"

namespace gusset::traces::gus {
namespace {

/// Creates a new file in the folder of `target`. Its name contains the process ID, so that two writers of one
/// target do not collide.
std::pair<std::filesystem::path, int> create_beside(const std::filesystem::path& target) {
  for (int attempt = 0;; ++attempt) {
    std::filesystem::path beside = target;
    beside.replace_filename("." + target.filename().string() + "." + std::to_string(::getpid()) + "." +
                            std::to_string(attempt) + ".tmp");
    const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return {beside, descriptor};
  }
}

}  // namespace

Result<Done> MemorySink::write(std::span<const std::byte> bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return Done{};
}

Result<FileSink> FileSink::open(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::filesystem::path target = path;
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return errors::cannot_write(name, EISDIR);
    if (!S_ISREG(status.st_mode)) {
      const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      if (descriptor < 0) return errors::cannot_write(name, errno);
      return FileSink(name, target, {}, descriptor);
    }
    std::error_code failure;
    target = std::filesystem::canonical(path, failure);
    if (failure) return errors::cannot_write(name, failure.value());
  } else if (errno != ENOENT) {
    return errors::cannot_write(name, errno);
  }
  if (target.filename().empty()) return errors::cannot_write(name, path.empty() ? ENOENT : EISDIR);
  auto [temporary, descriptor] = create_beside(target);
  if (descriptor < 0) return errors::cannot_write(name, errno);
  return FileSink(name, std::move(target), std::move(temporary), descriptor);
}

FileSink::FileSink(std::string name, std::filesystem::path target, std::filesystem::path temporary,
                   int descriptor)
    : DirectSink(std::move(name), descriptor), target_(std::move(target)), temporary_(std::move(temporary)) {}

FileSink::FileSink(FileSink&& other) noexcept
    : DirectSink(std::move(other)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})) {}

FileSink::~FileSink() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<Done> FileSink::commit() {
  if (::close(std::exchange(descriptor_, -1)) != 0) return errors::cannot_write(name_, errno);
  if (temporary_.empty()) return Done{};
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return errors::cannot_write(name_, errno);
  temporary_.clear();
  return Done{};
}

Result<DirectSink> DirectSink::open(const std::filesystem::path& path) {
  const std::string name = path.string();
  struct stat status {};
  int flags = O_WRONLY | O_CLOEXEC;
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return errors::cannot_write(name, EISDIR);
    // Replaces a regular file, but writes to a device or a pipe directly.
    if (S_ISREG(status.st_mode)) {
      std::error_code failure;
      const std::filesystem::path target = std::filesystem::canonical(path, failure);
      if (failure) return errors::cannot_write(name, failure.value());
      if (::unlink(target.c_str()) != 0) return errors::cannot_write(name, errno);
      const int descriptor = ::open(target.c_str(), flags | O_CREAT | O_EXCL, 0666);
      if (descriptor < 0) return errors::cannot_write(name, errno);
      return DirectSink(name, descriptor);
    }
  } else {
    flags |= O_CREAT;
  }
  const int descriptor = ::open(path.c_str(), flags, 0666);
  if (descriptor < 0) return errors::cannot_write(name, errno);
  return DirectSink(name, descriptor);
}

DirectSink::DirectSink(DirectSink&& other) noexcept
    : name_(std::move(other.name_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

DirectSink::~DirectSink() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<Done> DirectSink::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errors::cannot_write(name_, errno);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return Done{};
}

}  // namespace gusset::traces::gus
