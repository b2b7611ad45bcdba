#pragma once
#include <string>
#include <string_view>

namespace gusset::simulator {

/// A text from outside as an error shows it: in quotes, on one line and not long; "nothing" where it is
/// empty.
inline std::string in_quotes(std::string_view text) {
  if (text.empty()) return "nothing";
  constexpr std::size_t longest = 60;
  std::string result = "'";
  for (const char c : text.substr(0, longest))
    result += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
  return result + (text.size() > longest ? "…'" : "'");
}

}  // namespace gusset::simulator
