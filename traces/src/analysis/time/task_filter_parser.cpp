#include "task_filter_parser.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "gusset/base/text.hpp"

namespace gusset::traces {
namespace {

// Longer operators first, so that "<=" is not parsed as "<".
constexpr std::array<std::pair<std::string_view, Comparator>, 6> comparators{
    {{"!=", Comparator::not_equal},
     {"<=", Comparator::less_or_equal},
     {">=", Comparator::greater_or_equal},
     {"=", Comparator::equal},
     {"<", Comparator::less},
     {">", Comparator::greater}}};

/// Splits at " and ", except within quotes.
std::vector<std::string_view> split(std::string_view text) {
  constexpr std::string_view separator = " and ";
  std::vector<std::string_view> parts;
  bool quoted = false;
  std::size_t first = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (quoted || text.substr(i, separator.size()) != separator) continue;
    parts.push_back(text.substr(first, i - first));
    i += separator.size() - 1;
    first = i + 1;
  }
  parts.push_back(text.substr(first));
  return parts;
}

Result<ParsedCondition> parse_condition(std::string_view text, const std::string& where) {
  const auto refused = [&where](const std::string& expected, std::string_view found) {
    return Error{where, expected, "\"" + std::string(found) + "\""};
  };
  const std::size_t quote = text.starts_with('"') ? text.find('"', 1) : 0;
  const std::size_t at = text.find_first_of("=<>!", std::min(quote, text.size()));
  if (at == std::string_view::npos || trimmed(text.substr(0, at)).empty()) {
    return refused("KEY=VALUE (or !=, <, <=, >, >=)", text);
  }
  ParsedCondition condition;
  condition.key = trimmed(text.substr(0, at));
  if (quote > 0) {
    if (quote + 1 != condition.key.size()) return refused("a key in a pair of quotes", condition.key);
    condition.key = condition.key.substr(1, quote - 1);
  }
  for (const auto& [name, comparator] : comparators) {
    if (!text.substr(at).starts_with(name)) continue;
    condition.comparator = comparator;
    std::string_view value = trimmed(text.substr(at + name.size()));
    if (value.starts_with('"')) {
      if (value.size() < 2 || value.find('"', 1) != value.size() - 1) {
        return refused("a value in a pair of quotes", value);
      }
      condition.value = value.substr(1, value.size() - 2);
      return condition;
    }
    if (value.empty()) return refused("a value after " + std::string(name), text);
    const bool has_more = value.find_first_of("=<>!") != std::string_view::npos || value.ends_with(" and") ||
                          value.find(" or ") != std::string_view::npos;
    if (has_more) {
      return refused("one value, quoted if necessary, and \" and \" before another condition", value);
    }
    condition.value = value;
    return condition;
  }
  return refused("one of = != < <= > >=", text);
}

}  // namespace

std::string_view comparator_text(Comparator comparator) {
  for (const auto& [name, value] : comparators) {
    if (value == comparator) return name;
  }
  return "=";
}

Result<std::vector<ParsedCondition>> parse_conditions(std::string_view text) {
  std::vector<ParsedCondition> conditions;
  for (const std::string_view part : split(text)) {
    const std::string where = "condition " + std::to_string(conditions.size() + 1);
    auto condition = parse_condition(trimmed(part), where);
    if (!condition.ok()) return condition.error();
    conditions.push_back(std::move(condition).value());
  }
  return conditions;
}

}  // namespace gusset::traces
