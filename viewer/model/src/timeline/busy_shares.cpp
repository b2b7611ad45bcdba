#include "gusset/viewer/model/timeline/busy_shares.hpp"

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"

namespace gusset::viewer {
namespace {

constexpr std::string_view busy_word = "busy";
constexpr std::string_view and_word = " and ";

// The condition after the word "busy", from its sign; nothing if the text is not a condition on busy shares.
std::optional<std::string_view> after_busy_word(std::string_view text) {
  text = trimmed(text);
  if (lower_case(text.substr(0, busy_word.size())) != busy_word) return std::nullopt;
  text = trimmed(text.substr(busy_word.size()));
  if (text.empty() || std::string_view("<>=").find(text.front()) == std::string_view::npos)
    return std::nullopt;
  return text;
}

// Reads one condition into `shares`. Returns false if it is invalid or a second bound on the same side.
bool read_condition(std::string_view text, BusyShares& shares) {
  const std::optional<std::string_view> rest = after_busy_word(text);
  if (!rest || rest->front() == '=') return false;
  const bool is_lower = rest->front() == '>';
  const bool is_inclusive = rest->size() > 1 && (*rest)[1] == '=';
  std::string_view number = trimmed(rest->substr(is_inclusive ? 2 : 1));
  if (number.ends_with('%')) number = trimmed(number.substr(0, number.size() - 1));
  const auto percent = parse_number<double>(number);
  if (!percent || !(*percent >= 0.0 && *percent <= 100.0)) return false;
  std::optional<BusyShares::Bound>& bound = is_lower ? shares.lower : shares.upper;
  if (bound) return false;
  bound = BusyShares::Bound{*percent, is_inclusive};
  return true;
}

std::string bound_text(char sign, const BusyShares::Bound& bound) {
  return std::string(busy_word) + sign + (bound.is_inclusive ? "=" : "") + shortest_text(bound.percent) + "%";
}

}  // namespace

bool BusyShares::contains(double percent) const {
  if (lower && (percent < lower->percent || (percent == lower->percent && !lower->is_inclusive)))
    return false;
  return !upper || percent < upper->percent || (percent == upper->percent && upper->is_inclusive);
}

bool is_busy_condition(std::string_view text) {
  return after_busy_word(text).has_value();
}

Result<BusyShares> parse_busy_shares(std::string_view text) {
  BusyShares shares;
  for (std::string_view rest = text;;) {
    const std::size_t end = rest.find(and_word);
    if (!read_condition(rest.substr(0, end), shares))
      return Error{"rows", "a condition such as busy<50% or busy>=90%, from 0 to 100%", std::string(text)};
    if (end == std::string_view::npos) return shares;
    rest = rest.substr(end + and_word.size());
  }
}

std::string to_text(const BusyShares& shares) {
  std::string text;
  if (shares.lower) text = bound_text('>', *shares.lower);
  if (shares.lower && shares.upper) text += and_word;
  if (shares.upper) text += bound_text('<', *shares.upper);
  return text;
}

}  // namespace gusset::viewer
