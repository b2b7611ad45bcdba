#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::traces::gus {

/// Destination for the bytes of a file, in order.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual Result<Done> write(std::span<const std::byte> bytes) = 0;
};

class MemorySink : public Sink {
 public:
  Result<Done> write(std::span<const std::byte> bytes) override;
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Replaces the old file with a new one at once. The new file remains if its writer crashes. Processes that
/// have the old file open or mapped keep it.
class DirectSink : public Sink {
 public:
  static Result<DirectSink> open(const std::filesystem::path& path);
  DirectSink(DirectSink&& other) noexcept;
  DirectSink& operator=(DirectSink&& other) = delete;
  ~DirectSink() override;

  Result<Done> write(std::span<const std::byte> bytes) override;

 protected:
  DirectSink(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}

  std::string name_;  ///< as the user gave it
  int descriptor_ = -1;
};

/// A file that appears whole or not at all. It is written under a temporary name in the same folder; `commit`
/// renames it. Without `commit`, nothing remains. Existing devices and pipes are written directly, because
/// renaming would replace them.
class FileSink : public DirectSink {
 public:
  static Result<FileSink> open(const std::filesystem::path& path);
  FileSink(FileSink&& other) noexcept;
  ~FileSink() override;

  Result<Done> commit();

 private:
  FileSink(std::string name, std::filesystem::path target, std::filesystem::path temporary, int descriptor);

  std::filesystem::path target_;     ///< with symbolic links resolved
  std::filesystem::path temporary_;  ///< empty if the target is written directly
};

}  // namespace gusset::traces::gus
