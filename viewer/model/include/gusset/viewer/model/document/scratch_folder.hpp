#pragma once
#include <filesystem>

#include "gusset/base/result.hpp"

namespace gusset::viewer {

/// A temporary folder that belongs to this process. The destructor removes it. If the process ends without
/// running the destructor, the next call of `make` by another process removes the folder.
class ScratchFolder {
 public:
  /// Creates a folder in `parent` and removes the folders of processes that have ended. Fails with one line.
  static Result<ScratchFolder> make(
      const std::filesystem::path& parent = std::filesystem::temp_directory_path());

  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&& other) noexcept;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  ScratchFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;
  int lock_ = -1;  ///< descriptor of a file in the folder that stays locked while the process lives
};

}  // namespace gusset::viewer
