#include "gusset/base/quoting.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace gusset {
namespace {

std::string escaped(unsigned char c) {
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "\\x%02x", static_cast<unsigned>(c));
  return text.data();
}

std::string without_controls(std::string_view text, bool keep_lines) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if ((c < ' ' && !(keep_lines && c == '\n')) || c == 0x7f) {
      result += escaped(c);
    } else if (c == 0xc2 && next >= 0x80 && next < 0xa0) {  // U+0080 to U+009F in UTF-8
      result += escaped(static_cast<unsigned char>(next));
      ++i;
    } else {
      result += text[i];
    }
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
  constexpr std::size_t longest = 60;
  std::string result = "'";
  for (const char c : text.substr(0, longest))
    result += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
  return result + (text.size() > longest ? "…'" : "'");
}

std::string printable(std::string_view text) {
  return without_controls(text, false);
}

std::string printable_lines(std::string_view text) {
  return without_controls(text, true);
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
