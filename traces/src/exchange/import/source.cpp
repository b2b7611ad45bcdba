#include "source.hpp"

#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "gusset/base/regular_file.hpp"
#include "import_errors.hpp"

namespace gusset::traces::import {
namespace {

std::size_t with_padding(std::size_t size) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (size + padding_bytes + page - 1) / page * page;
}

char* map_zeros(std::size_t size) {
  void* const start =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return start == MAP_FAILED ? nullptr : static_cast<char*>(start);
}

}  // namespace

Result<Source> Source::open(const std::filesystem::path& path) {
  const std::string name = path.string();
  const auto file = RegularFile::open(path, {errors::cannot_read, errors::no_regular_file});
  if (!file) return file.error();
  const std::size_t size = file->size();
  const std::size_t mapped = with_padding(size);
  char* const data = map_zeros(mapped);
  if (data == nullptr) return errors::cannot_read(name, errno);
  Source source(name, data, size, mapped);
  // The file's pages lie over the zeros; those behind its last page stay.
  if (size > 0 && ::mmap(data, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file->descriptor(),
                         0) == MAP_FAILED) {
    return errors::cannot_read(name, errno);
  }
  return source;
}

Source Source::copy(std::string_view text, std::string name) {
  const std::size_t mapped = with_padding(text.size());
  char* const data = map_zeros(mapped);
  if (data == nullptr) throw std::bad_alloc();
  std::copy(text.begin(), text.end(), data);
  return {std::move(name), data, text.size(), mapped};
}

Result<Source> Source::unzip(const Source& zipped, bool& is_whole) {
  z_stream stream{};
  constexpr int gzip_only = 16 + MAX_WBITS;
  if (::inflateInit2(&stream, gzip_only) != Z_OK) throw std::bad_alloc();
  std::size_t capacity = with_padding(std::max<std::size_t>(zipped.size_ * 8, 1 << 16));
  char* data = map_zeros(capacity);
  std::size_t size = 0;
  std::size_t taken = 0;
  int state = Z_OK;
  while (data != nullptr && state == Z_OK) {
    if (capacity - size < 2 * padding_bytes) {
      void* const grown = ::mremap(data, capacity, capacity * 2, MREMAP_MAYMOVE);
      if (grown == MAP_FAILED) {
        ::munmap(data, capacity);
        data = nullptr;
        break;
      }
      data = static_cast<char*>(grown);
      capacity *= 2;
    }
    if (stream.avail_in == 0) {
      const std::size_t part = std::min<std::size_t>(zipped.size_ - taken, std::numeric_limits<uInt>::max());
      stream.next_in = reinterpret_cast<Bytef*>(zipped.data_ + taken);
      stream.avail_in = static_cast<uInt>(part);
      taken += part;
    }
    const std::size_t room = std::min<std::size_t>(capacity - size - padding_bytes, 1u << 30);
    stream.next_out = reinterpret_cast<Bytef*>(data + size);
    stream.avail_out = static_cast<uInt>(room);
    state = ::inflate(&stream, Z_NO_FLUSH);
    size += room - stream.avail_out;
    const bool is_used_up = stream.avail_in == 0 && taken == zipped.size_;
    // Several members one after the other are one file, as gzip has it.
    if (state == Z_STREAM_END && !is_used_up) state = ::inflateReset(&stream);
    if (state == Z_OK && is_used_up && stream.avail_out > 0) state = Z_BUF_ERROR;
  }
  ::inflateEnd(&stream);
  if (data == nullptr) throw std::bad_alloc();
  is_whole = state == Z_STREAM_END;
  std::fill(data + size, data + size + padding_bytes, '\0');
  return Source(zipped.name_, data, size, capacity);
}

Source::Source(Source&& other) noexcept
    : name_(std::move(other.name_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      mapped_(std::exchange(other.mapped_, 0)) {}

Source& Source::operator=(Source&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

Source::~Source() {
  if (data_ != nullptr) ::munmap(data_, mapped_);
}

}  // namespace gusset::traces::import
