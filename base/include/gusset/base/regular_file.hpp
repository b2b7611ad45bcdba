#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"

namespace gusset {

/// A regular file that is open for reading as long as this lives.
class RegularFile {
 public:
  /// How the caller words what can be wrong.
  struct Errors {
    Error (*cannot_read)(const std::string& name, int error_number);
    Error (*no_regular_file)(const std::string& name, std::string_view found);
  };

  /// Fails where the file can't be opened, or is a directory, a pipe or the like; never waits for one.
  static Result<RegularFile> open(const std::filesystem::path& path, const Errors& errors);
  RegularFile(RegularFile&& other) noexcept;
  RegularFile& operator=(RegularFile&& other) = delete;
  ~RegularFile();

  int descriptor() const { return descriptor_; }
  std::size_t size() const { return size_; }

 private:
  RegularFile(int descriptor, std::size_t size) : descriptor_(descriptor), size_(size) {}

  int descriptor_ = -1;
  std::size_t size_ = 0;
};

}  // namespace gusset
