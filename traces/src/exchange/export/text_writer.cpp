#include "text_writer.hpp"

#include <zlib.h>

#include <new>
#include <span>

namespace gusset::traces::exporting {

struct TextWriter::Deflate {
  z_stream stream{};
  std::string out = std::string(std::size_t{1} << 16, '\0');

  Deflate() {
    constexpr int gzip = 16 + MAX_WBITS;
    if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Deflate() { ::deflateEnd(&stream); }
};

TextWriter::TextWriter(gus::Sink& sink, bool gzip)
    : sink_(sink), deflate_(gzip ? std::make_unique<Deflate>() : nullptr) {
  buffer_.reserve(flush_bytes + (std::size_t{1} << 16));
}

TextWriter::~TextWriter() = default;

TextWriter& TextWriter::time(std::int64_t time_ns, unsigned decimals) {
  std::uint64_t rest = static_cast<std::uint64_t>(time_ns);
  if (time_ns < 0) {
    *this << '-';
    rest = ~rest + 1;
  }
  char digits[32];
  char* const end = digits + sizeof digits;
  char* p = end;
  for (unsigned i = 0; i < decimals; ++i, rest /= 10) *--p = static_cast<char>('0' + rest % 10);
  *--p = '.';
  do {
    *--p = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  return *this << std::string_view(p, static_cast<std::size_t>(end - p));
}

void TextWriter::write(std::string_view text) {
  if (failure_) return;
  if (auto done = sink_.write(std::as_bytes(std::span(text))); !done) failure_ = done.error();
}

void TextWriter::flush(bool is_last) {
  if (deflate_ == nullptr) {
    write(buffer_);
  } else {
    z_stream& stream = deflate_->stream;
    stream.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    stream.avail_in = static_cast<uInt>(buffer_.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(deflate_->out.data());
      stream.avail_out = static_cast<uInt>(deflate_->out.size());
      (void)::deflate(&stream, is_last ? Z_FINISH : Z_NO_FLUSH);  // can't fail: the stream's state is valid
      write(std::string_view(deflate_->out).substr(0, deflate_->out.size() - stream.avail_out));
    } while (stream.avail_out == 0);
  }
  buffer_.clear();
}

Result<Done> TextWriter::finish() {
  flush(true);
  if (failure_) return *failure_;
  return Done{};
}

}  // namespace gusset::traces::exporting
