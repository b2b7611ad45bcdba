#pragma once
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gus/gus_sink.hpp"

namespace gusset::traces::exporting {

/// Writes text to a file piece by piece, with optional gzip compression. Keeps the first failure and drops
/// everything after it.
class TextWriter {
 public:
  TextWriter(gus::Sink& sink, bool gzip);
  ~TextWriter();

  TextWriter& operator<<(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= flush_bytes) flush(false);
    return *this;
  }
  TextWriter& operator<<(char c) {
    buffer_ += c;
    return *this;
  }
  TextWriter& operator<<(const char* text) { return *this << std::string_view(text); }
  TextWriter& operator<<(const std::string& text) { return *this << std::string_view(text); }
  template <class Number>
  requires std::is_arithmetic_v<Number> TextWriter& operator<<(Number number) {
    char text[32];
    return *this << std::string_view(text, std::to_chars(text, text + sizeof text, number).ptr);
  }
  /// Writes a time in units of 10^decimals ns, with all its digits: 1500 with 3 decimals is "1.500".
  TextWriter& time(std::int64_t time_ns, unsigned decimals);

  /// Writes the rest of the text. Call it once, at the end. Returns the first failure.
  Result<Done> finish();

 private:
  static constexpr std::size_t flush_bytes = std::size_t{1} << 20;
  struct Deflate;

  void flush(bool is_last);
  void write(std::string_view text);

  gus::Sink& sink_;
  std::string buffer_;
  std::unique_ptr<Deflate> deflate_;  ///< null without compression
  std::optional<Error> failure_;
};

}  // namespace gusset::traces::exporting
