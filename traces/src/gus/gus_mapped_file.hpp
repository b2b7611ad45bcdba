#pragma once
#include <cstddef>
#include <filesystem>
#include <span>

#include "gusset/base/result.hpp"

namespace gusset::traces::gus {

/// A regular file's bytes, mapped for reading as long as this lives.
class MappedFile {
 public:
  /// Fails where the file can't be opened or is no regular file; an empty one has no bytes.
  static Result<MappedFile> open(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<std::byte> bytes) : bytes_(bytes) {}
  std::span<std::byte> bytes_;
};

}  // namespace gusset::traces::gus
