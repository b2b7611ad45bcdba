#include "exchange/import/chrome/chrome_event.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace gusset::traces::import {
namespace {

std::optional<std::string> decoded(std::string_view token) {
  const auto parsed = nlohmann::json::parse(token, nullptr, /*allow_exceptions=*/false);
  return parsed.is_string() ? std::optional(parsed.get<std::string>()) : std::nullopt;
}

/// Appends the character for the escape at the start of `text`; returns the escape's length.
std::size_t add_escape(std::string& out, std::string_view text) {
  for (const std::size_t length : {2u, 6u, 12u}) {  // "\n", "\u00e9" and "\ud83d\ude00"
    if (const auto character = decoded("\"" + std::string(text.substr(0, length)) + "\"")) {
      out += *character;
      return std::min(length, text.size());
    }
  }
  constexpr std::string_view hexadecimal = "0123456789abcdefABCDEF";
  const bool is_unicode = text.starts_with("\\u");
  const bool is_half =
      is_unicode && text.size() >= 6 && text.substr(2, 4).find_first_not_of(hexadecimal) == text.npos;
  out += is_half ? "\ufffd" : is_unicode ? "\\u" : text.substr(1, 1);
  return is_half ? 6 : 2;
}

}  // namespace

std::string json_string(std::string_view token) {
  const std::string_view text = unquoted(token);
  if (text.size() == token.size() || text.find('\\') == std::string_view::npos) return std::string(text);
  if (auto whole = decoded(token)) return *std::move(whole);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\\') {
      i += add_escape(out, text.substr(i));
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace gusset::traces::import
