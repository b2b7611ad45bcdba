#include "exchange/import/chrome/chrome_event.hpp"

#include <nlohmann/json.hpp>

namespace gusset::traces::import {

std::string json_string(std::string_view token) {
  const std::string_view text = bare(token);
  if (text.size() == token.size() || text.find('\\') == std::string_view::npos) return std::string(text);
  const auto parsed = nlohmann::json::parse(token, nullptr, /*allow_exceptions=*/false);
  return parsed.is_string() ? parsed.get<std::string>() : std::string(text);
}

}  // namespace gusset::traces::import
