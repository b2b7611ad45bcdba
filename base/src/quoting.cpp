#include "gusset/base/quoting.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "gusset/base/utf8.hpp"

namespace gusset {
namespace {

// How to write a character that must not reach a terminal.
enum class Escape { in_text, in_text_of_lines, in_json };

// The code point of a well-formed character of two or three bytes.
unsigned code_point(std::string_view character) {
  const auto bits = [&](std::size_t i) { return static_cast<unsigned char>(character[i]) & 0x3fU; };
  return character.size() == 2 ? (bits(0) & 0x1fU) << 6 | bits(1)
                               : (bits(0) & 0x0fU) << 12 | bits(1) << 6 | bits(2);
}

// Terminals obey these characters: they take U+0080 to U+009F as ESC and a letter, break lines at U+2028 and
// U+2029, and the others change the direction or the form of adjacent text.
bool controls_terminal(unsigned code) {
  return (code >= 0x80 && code <= 0x9f) || code == 0x061c || code == 0x200e || code == 0x200f ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x206f);
}

std::string escaped(unsigned code, bool is_wide) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), is_wide ? "\\u%04x" : "\\x%02x", code);
  return text.data();
}

std::string without_controls(std::string_view text, Escape escape) {
  const auto is_harmless = [](char c) { return c >= ' ' && c < 0x7f; };
  if (std::all_of(text.begin(), text.end(), is_harmless)) return std::string(text);
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const unsigned code = length == 2 || length == 3 ? code_point(character) : first;
    const bool is_control = length == 1 ? code < ' ' || code == 0x7f : length == 0 || controls_terminal(code);
    if (!is_control || (code == '\n' && escape != Escape::in_text))
      result += character;
    else
      result += escaped(code, escape == Escape::in_json || code > 0xff);
    text.remove_prefix(character.size());
  }
  return result;
}

bool is_plain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         std::string_view("%+,-./:=@_").find(c) != std::string_view::npos;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  if (text.empty()) return "nothing";
  constexpr std::size_t max_length = 60;
  std::string result = "'";
  for (const char c : text.substr(0, max_length))
    result += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
  return result + (text.size() > max_length ? "…'" : "'");
}

std::string printable(std::string_view text) {
  return without_controls(text, Escape::in_text);
}

std::string printable_lines(std::string_view text) {
  return without_controls(text, Escape::in_text_of_lines);
}

std::string printable_json(std::string_view document) {
  return without_controls(document, Escape::in_json);
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

std::string xml_escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string shell_word(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string shell_text(const std::string& program, const std::vector<std::string>& arguments) {
  std::string text = shell_word(program);
  for (const std::string& word : arguments) text += " " + shell_word(word);
  return text;
}

}  // namespace gusset
