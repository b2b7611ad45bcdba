#pragma once
#include <cctype>
#include <string>
#include <string_view>

namespace gusset::viewer {

/// In lower case, letters of ASCII alone.
inline std::string lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return result;
}

/// Without the blanks around it.
inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace gusset::viewer
