#include "text.hpp"

#include <cairo.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gusset/base/numbers.hpp"

namespace gusset::figure {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

/// Bytes of the well-formed, printable character at the begin of `text` (RFC 3629), or 0.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7F ? 1 : 0;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  std::uint32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool control = code < 0xA0 || code == 0xFFFE || code == 0xFFFF;  // the last two are no XML characters
  return overlong || surrogate || control || code > 0x10FFFF ? 0 : length;
}

}  // namespace

double text_width(std::string_view text, double size, bool bold) {
  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1), cairo_surface_destroy);
  const std::unique_ptr<cairo_t, void (*)(cairo_t*)> context(cairo_create(surface.get()), cairo_destroy);
  cairo_select_font_face(context.get(), font_family, CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context.get(), size);
  cairo_text_extents_t extents{};
  cairo_text_extents(context.get(), std::string(text).c_str(), &extents);
  return extents.x_advance;
}

std::string percent_digits(double share) {
  if (share > 0.0 && share < 0.001) return "<0.1";
  if (share < 1.0 && share > 0.999) return ">99.9";
  return fixed_text(100.0 * share, 1);
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    out += length == 0 ? replacement : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::string shortened(const std::string& text, double width, double size, bool bold) {
  if (text_width(text, size, bold) <= width) return text;
  std::string begin = text;
  while (!begin.empty()) {
    std::uint8_t last = 0;
    do {
      last = static_cast<std::uint8_t>(begin.back());
      begin.pop_back();
    } while ((last & 0xC0U) == 0x80U && !begin.empty());
    if (begin.empty()) break;
    std::string candidate = begin + std::string(ellipsis);
    if (text_width(candidate, size, bold) <= width) return candidate;
  }
  return {};
}

std::string shortened_list(const std::string& text, double width, double size, bool bold) {
  if (text_width(text, size, bold) <= width) return text;
  for (std::size_t comma = text.rfind(", "); comma != std::string::npos && comma > 0;
       comma = text.rfind(", ", comma - 1)) {
    std::string begin = text.substr(0, comma);
    if (text_width(begin, size, bold) <= width) return begin;
  }
  return shortened(text, width, size, bold);
}

FittedTitle fitted_title(const std::string& text, double width, double size, double least) {
  for (double smaller = size; smaller >= least; smaller -= 1.0) {
    if (text_width(text, smaller, true) <= width) return {text, smaller};
  }
  return {shortened_list(text, width, least, true), least};
}

}  // namespace gusset::figure

#if defined(__SANITIZE_ADDRESS__)
// Fontconfig keeps what it has looked up where LeakSanitizer does not find it: no leak of ours, but every
// program that draws would fail of it. Weak, so that a program with more to say can.
extern "C" __attribute__((weak)) const char* __lsan_default_suppressions();
extern "C" __attribute__((weak)) const char* __lsan_default_suppressions() {
  return "leak:libfontconfig.so";
}
extern "C" __attribute__((weak)) const char* __lsan_default_options();
extern "C" __attribute__((weak)) const char* __lsan_default_options() {
  return "print_suppressions=0";  // or every program that draws would tell of it
}
#endif
