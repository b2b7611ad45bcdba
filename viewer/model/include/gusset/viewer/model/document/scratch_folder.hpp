#pragma once
#include <filesystem>

#include "gusset/base/result.hpp"

namespace gusset::viewer {

/// A folder of this process alone for files that nobody wants to keep. It goes with the object; where the
/// process ended before that, the next one that makes such a folder removes it.
class ScratchFolder {
 public:
  /// Makes one in `parent` and removes those whose processes are gone. Fails with one line.
  static Result<ScratchFolder> make(
      const std::filesystem::path& parent = std::filesystem::temp_directory_path());

  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&& other) noexcept;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  ScratchFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;
  int lock_ = -1;  ///< a file in it that is locked as long as the process lives
};

}  // namespace gusset::viewer
