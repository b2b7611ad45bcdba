#pragma once
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"

namespace gusset::traces {

/// Number of readable zero bytes after every text. Scanners need no other end condition, and simdjson may
/// read ahead.
inline constexpr std::size_t padding_bytes = 64;

/// The bytes of one input, followed by padding. The copy is private, so a reader may modify it in place.
class FileText {
 public:
  /// Maps a regular file. Fails if the file cannot be opened or is not a regular file (for example a
  /// directory or a pipe); never blocks. `kind` is the expected kind of file: "trace".
  static Result<FileText> open(const std::filesystem::path& path, const std::string& kind = "trace");
  /// Copies the text.
  static FileText copy(std::string_view text, std::string name);
  /// Decompresses gzip. Stops at damaged data, and after `max_bytes` + 1 bytes; `is_whole` tells whether all
  /// data were intact.
  static FileText unzip(const FileText& zipped, bool& is_whole, std::size_t max_bytes);

  FileText(FileText&& other) noexcept;
  FileText& operator=(FileText&& other) noexcept;
  ~FileText();

  const std::string& name() const { return name_; }
  std::string_view text() const { return {data_, size_}; }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(data_, size_)); }
  /// The text with its padding. The caller must not write while another thread reads.
  char* data() { return data_; }
  /// Sets the text's length and zeroes the padding after it. `size` may exceed the current length by at most
  /// `padding_bytes` / 2.
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
