#include "gusset/traces/picture/canvas/text.hpp"

#include <cstddef>
#include <cstdint>

#include "gusset/base/utf8.hpp"

namespace gusset::picture {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

/// Length in bytes of the well-formed, printable character at the start of `text`; 0 if there is none.
std::size_t printable_length(std::string_view text) {
  const std::size_t length = character_length(text);
  const std::string_view character = text.substr(0, length);
  const bool is_control =
      length == 1 ? character < " " || character == "\x7F" : length == 2 && character < "\xC2\xA0";
  const bool is_no_xml = character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
  return is_control || is_no_xml ? 0 : length;
}

TextMeasure measure_on(const Canvas& canvas, double size, bool bold) {
  return [&canvas, size, bold](std::string_view text) { return canvas.text_width(text, size, bold); };
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    out += length == 0 ? replacement : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::string shortened(const std::string& text, double width, const TextMeasure& measure) {
  if (measure(text) <= width) return text;
  std::string begin = text;
  while (!begin.empty()) {
    std::uint8_t last = 0;
    do {
      last = static_cast<std::uint8_t>(begin.back());
      begin.pop_back();
    } while ((last & 0xC0U) == 0x80U && !begin.empty());
    if (begin.empty()) break;
    std::string candidate = begin + std::string(ellipsis);
    if (measure(candidate) <= width) return candidate;
  }
  return {};
}

std::string shortened(const Canvas& canvas, const std::string& text, double width, double size, bool bold) {
  return shortened(text, width, measure_on(canvas, size, bold));
}

std::string shortened_before_number(const std::string& text, double width, const TextMeasure& measure) {
  const std::size_t number = text.find_last_not_of("0123456789") + 1;
  if (number == 0 || number == text.size() || measure(text) <= width) return shortened(text, width, measure);
  const std::string end = text.substr(number);
  const std::string begin = shortened(text.substr(0, number), width - measure(end), measure);
  return begin.empty() ? shortened(text, width, measure) : begin + end;
}

std::string shortened_before_number(const Canvas& canvas, const std::string& text, double width, double size,
                                    bool bold) {
  return shortened_before_number(text, width, measure_on(canvas, size, bold));
}

std::string shortened_list(const std::string& text, double width, const TextMeasure& measure,
                           std::string_view separator) {
  if (measure(text) <= width) return text;
  for (std::size_t end = text.rfind(separator); end != std::string::npos && end > 0;
       end = text.rfind(separator, end - 1)) {
    std::string begin = text.substr(0, end);
    if (measure(begin) <= width) return begin;
  }
  return shortened(text, width, measure);
}

void write_fitting(Canvas& canvas, Point at, std::string_view text, double width, const TextStyle& style) {
  canvas.text(at, shortened(canvas, printable(text), width, style.size, style.bold), style);
}

FittedTitle fitted_title(const std::string& text, double width, double size, double least,
                         const std::function<double(std::string_view text, double size)>& measure) {
  for (double smaller = size; smaller >= least; smaller -= 1.0) {
    if (measure(text, smaller) <= width) return {text, smaller};
  }
  return {shortened_list(text, width, [&](std::string_view part) { return measure(part, least); }), least};
}

FittedTitle fitted_title(const Canvas& canvas, const std::string& text, double width, double size,
                         double least) {
  return fitted_title(text, width, size, least, [&](std::string_view part, double part_size) {
    return canvas.text_width(part, part_size, true);
  });
}

}  // namespace gusset::picture
