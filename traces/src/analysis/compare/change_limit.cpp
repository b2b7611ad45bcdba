#include "gusset/traces/analysis/compare/change_limit.hpp"

#include <array>
#include <cmath>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"

namespace gusset::traces {
namespace {

std::optional<RunQuantity> quantity_of(std::string_view name) {
  for (std::size_t i = 0; i < run_quantities; ++i) {
    const auto quantity = static_cast<RunQuantity>(i);
    if (name == quantity_name(quantity)) return quantity;
  }
  return std::nullopt;
}

}  // namespace

ChangeLimit::Decision ChangeLimit::decide(const std::optional<RatioEstimate>& estimate) const {
  if (!estimate || !estimate->interval) return Decision::undecided;
  const auto& [low, high] = *estimate->interval;
  const double limit = 1.0 + percent / 100.0;
  if (is_above ? low > limit : high < limit) return Decision::failed;
  return (is_above ? high <= limit : low >= limit) ? Decision::passed : Decision::undecided;
}

std::string ChangeLimit::text() const {
  return std::string(quantity_name(quantity)) + (is_above ? ">" : "<") + shortest_text(percent) + "%";
}

std::string_view decision_name(ChangeLimit::Decision decision) {
  constexpr std::array<std::string_view, 3> names{"failed", "passed", "undecided"};
  return names.at(static_cast<std::size_t>(decision));
}

std::optional<ChangeLimit> parse_change_limit(std::string_view text) {
  const std::size_t sign = text.find_first_of("<>");
  if (sign == std::string_view::npos) return std::nullopt;
  const auto quantity = quantity_of(trimmed(text.substr(0, sign)));
  std::string_view number = trimmed(text.substr(sign + 1));
  if (!quantity || !number.ends_with('%')) return std::nullopt;
  number.remove_suffix(1);
  const auto percent = parse_number<double>(trimmed(number));
  if (!percent || !std::isfinite(*percent) || *percent <= -100.0) return std::nullopt;
  return ChangeLimit{*quantity, text[sign] == '>', *percent};
}

}  // namespace gusset::traces
