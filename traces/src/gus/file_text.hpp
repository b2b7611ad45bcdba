#pragma once
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"

namespace gusset::traces {

/// Zero bytes that can be read behind every text, so that a scan for a digit or a letter needs no other end
/// and simdjson may read ahead.
inline constexpr std::size_t padding_bytes = 64;

/// The bytes of one input, followed by padding; private, so that a reader may repair them in place.
class FileText {
 public:
  /// Maps a regular file. Fails where it can't be opened, or is a directory, a pipe or the like, and never
  /// waits for one; `kind` says what it should be: "trace".
  static Result<FileText> open(const std::filesystem::path& path, const std::string& kind = "trace");
  /// Copies.
  static FileText copy(std::string_view text, std::string name);
  /// Takes text off gzip. What follows a damaged place is missing; `is_whole` says whether there was none.
  static Result<FileText> unzip(const FileText& zipped, bool& is_whole);

  FileText(FileText&& other) noexcept;
  FileText& operator=(FileText&& other) noexcept;
  ~FileText();

  const std::string& name() const { return name_; }
  std::string_view text() const { return {data_, size_}; }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(data_, size_)); }
  /// With the padding; whoever writes into it must not read it elsewhere at the same time.
  char* data() { return data_; }
  /// Lets the text end at `size`, with padding behind it; at most `padding_bytes` / 2 longer than it is.
  void truncate(std::size_t size) {
    std::fill(data_ + size, data_ + std::min(size + padding_bytes, mapped_), '\0');
    size_ = size;
  }

 private:
  FileText(std::string name, char* data, std::size_t size, std::size_t mapped)
      : name_(std::move(name)), data_(data), size_(size), mapped_(mapped) {}

  std::string name_;
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t mapped_ = 0;
};

}  // namespace gusset::traces
