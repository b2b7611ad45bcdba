#include "gus_mapped_file.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <utility>

#include "gus_errors.hpp"
#include "gusset/base/regular_file.hpp"

namespace gusset::traces::gus {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const auto file = RegularFile::open(path, {errors::cannot_read, errors::no_regular_file});
  if (!file) return file.error();
  if (file->size() == 0) return MappedFile({});
  void* const start = ::mmap(nullptr, file->size(), PROT_READ, MAP_PRIVATE, file->descriptor(), 0);
  if (start == MAP_FAILED) return errors::cannot_read(path.string(), errno);
  return MappedFile({static_cast<std::byte*>(start), file->size()});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

}  // namespace gusset::traces::gus
