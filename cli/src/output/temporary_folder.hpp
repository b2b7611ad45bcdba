#pragma once
#include <filesystem>

namespace gusset::cli {

/// Creates a new folder and removes it with its contents at the end of the scope, unless it is kept.
class TemporaryFolder {
 public:
  /// Creates `parent`/`prefix`XXXXXX. Throws std::filesystem::filesystem_error.
  TemporaryFolder(const std::filesystem::path& parent, const std::string& prefix);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Leaves the folder where it is.
  void keep() { is_kept_ = true; }

 private:
  std::filesystem::path path_;
  bool is_kept_ = false;
};

}  // namespace gusset::cli
