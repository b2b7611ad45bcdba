#include "file_text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>

namespace gusset::traces {
namespace {

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

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

Result<FileText> FileText::open(const std::filesystem::path& path, const std::string& kind) {
  const std::string name = path.string();
  const auto unreadable = [&](int reason) {
    return Error{name, "a readable " + kind, "\"" + std::generic_category().message(reason) + "\""};
  };
  // Non-blocking: a pipe without a writer is refused at once.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return unreadable(errno);
  const auto close = [](const int* opened) { ::close(*opened); };
  const std::unique_ptr<const int, decltype(close)> closed_at_end(&file, close);
  struct stat status {};
  if (::fstat(file, &status) != 0) return unreadable(errno);
  if (!S_ISREG(status.st_mode)) return Error{name, "a " + kind, kind_of(status.st_mode)};
  const auto size = static_cast<std::size_t>(status.st_size);
  const std::size_t mapped = with_padding(size);
  char* const data = map_zeros(mapped);
  if (data == nullptr) return unreadable(errno);
  FileText text(name, data, size, mapped);
  // Maps the file's pages over the zeros; the zeros after its last page remain.
  if (size > 0 && ::mmap(data, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file,
                         0) == MAP_FAILED)
    return unreadable(errno);
  return text;
}

FileText FileText::copy(std::string_view text, std::string name) {
  const std::size_t mapped = with_padding(text.size());
  char* const data = map_zeros(mapped);
  if (data == nullptr) throw std::bad_alloc();
  std::copy(text.begin(), text.end(), data);
  return {std::move(name), data, text.size(), mapped};
}

FileText FileText::unzip(const FileText& zipped, bool& is_whole, std::size_t max_bytes) {
  z_stream stream{};
  constexpr int gzip_only = 16 + MAX_WBITS;
  if (::inflateInit2(&stream, gzip_only) != Z_OK) throw std::bad_alloc();
  std::size_t capacity = with_padding(std::clamp<std::size_t>(zipped.size_ * 8, 1 << 16, max_bytes));
  char* data = map_zeros(capacity);
  std::size_t size = 0;
  std::size_t taken = 0;
  int state = Z_OK;
  while (data != nullptr && state == Z_OK && size <= max_bytes) {
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
    const std::size_t room =
        std::min({capacity - size - padding_bytes, max_bytes + 1 - size, std::size_t{1} << 30});
    stream.next_out = reinterpret_cast<Bytef*>(data + size);
    stream.avail_out = static_cast<uInt>(room);
    state = ::inflate(&stream, Z_NO_FLUSH);
    size += room - stream.avail_out;
    const bool is_used_up = stream.avail_in == 0 && taken == zipped.size_;
    // A gzip file may consist of several members.
    if (state == Z_STREAM_END && !is_used_up) state = ::inflateReset(&stream);
    if (state == Z_OK && is_used_up && stream.avail_out > 0) state = Z_BUF_ERROR;
  }
  ::inflateEnd(&stream);
  if (data == nullptr) throw std::bad_alloc();
  is_whole = state == Z_STREAM_END;
  std::fill(data + size, data + size + padding_bytes, '\0');
  return FileText(zipped.name_, data, size, capacity);
}

FileText::FileText(FileText&& other) noexcept
    : name_(std::move(other.name_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      mapped_(std::exchange(other.mapped_, 0)) {}

FileText& FileText::operator=(FileText&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

FileText::~FileText() {
  if (data_ != nullptr) ::munmap(data_, mapped_);
}

}  // namespace gusset::traces
