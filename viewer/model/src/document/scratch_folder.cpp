#include "gusset/viewer/model/document/scratch_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace gusset::viewer {
namespace {

constexpr const char* folder_prefix = "gusset-viewer-";
constexpr const char* lock_name = "lock";

// A descriptor of the locked file, or -1 if another process holds the lock. The system releases the lock
// however the process ends. Child processes do not inherit it.
int lock_in(const std::filesystem::path& folder, bool create) {
  const int file =
      open((folder / lock_name).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0), 0600);
  if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  if (file >= 0) close(file);
  return -1;
}

bool is_own_folder(const std::filesystem::path& folder) {
  struct stat status {};
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

// Removes the folders of ended processes. Skips folders without a lock file: other processes are creating
// them.
void remove_stale_folders(const std::filesystem::path& parent) {
  std::error_code ignored;
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(parent, ignored)) {
    if (entry.path().filename().string().starts_with(folder_prefix) && is_own_folder(entry.path()))
      folders.push_back(entry.path());
  }
  for (const std::filesystem::path& folder : folders) {
    const int lock = lock_in(folder, false);
    if (lock < 0) continue;
    std::filesystem::remove_all(folder, ignored);
    close(lock);
  }
}

}  // namespace

Result<ScratchFolder> ScratchFolder::make(const std::filesystem::path& parent) {
  remove_stale_folders(parent);
  std::string name = (parent / (std::string(folder_prefix) + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr)
    return Error{parent.string(), "a folder that can be written", std::strerror(errno)};
  const int lock = lock_in(name, true);
  if (lock < 0) {
    const int reason = errno;
    std::error_code ignored;
    std::filesystem::remove_all(name, ignored);
    return Error{name, "a file that can be locked", std::strerror(reason)};
  }
  return ScratchFolder(name, lock);
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

ScratchFolder& ScratchFolder::operator=(ScratchFolder&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}

ScratchFolder::~ScratchFolder() {
  if (lock_ < 0) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  close(lock_);
}

}  // namespace gusset::viewer
