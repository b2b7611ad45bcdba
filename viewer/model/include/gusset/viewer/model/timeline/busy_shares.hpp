#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"

namespace gusset::viewer {

/// A filter on a row's busy share in percent: no filter, or bounds. A value.
struct BusyShares {
  struct Bound {
    double percent = 0.0;
    bool is_inclusive = true;  ///< includes the bound itself
    friend bool operator==(const Bound&, const Bound&) = default;
  };
  std::optional<Bound> lower;
  std::optional<Bound> upper;

  bool allows_all() const { return !lower && !upper; }
  bool contains(double percent) const;
  friend bool operator==(const BusyShares&, const BusyShares&) = default;
};

/// Whether a text begins with a condition on busy shares, such as "busy<".
bool is_busy_condition(std::string_view text);

/// Parses "busy<50%" or two conditions: "busy>=10% and busy<50%". Fails for any other text.
Result<BusyShares> parse_busy_shares(std::string_view text);

/// The condition as text that parse_busy_shares accepts; empty for no filter.
std::string to_text(const BusyShares& shares);

}  // namespace gusset::viewer
