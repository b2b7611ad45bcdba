#include "gusset/base/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace gusset {
namespace {

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

}  // namespace

Result<RegularFile> RegularFile::open(const std::filesystem::path& path, const Errors& errors) {
  const std::string name = path.string();
  // Non-blocking, so that a pipe that nobody writes to is refused instead of waited for.
  RegularFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK), 0);
  if (file.descriptor_ < 0) return errors.cannot_read(name, errno);
  struct stat status {};
  if (::fstat(file.descriptor_, &status) != 0) return errors.cannot_read(name, errno);
  if (!S_ISREG(status.st_mode)) return errors.no_regular_file(name, kind_of(status.st_mode));
  file.size_ = static_cast<std::size_t>(status.st_size);
  return file;
}

RegularFile::RegularFile(RegularFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

RegularFile::~RegularFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace gusset
