#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "gusset/traces/analysis/compare/repeated_runs.hpp"

namespace gusset::traces {

/// A condition on the change from A to B: "makespan>5%" means that B's makespan is more than 5 % longer.
struct ChangeLimit {
  enum class Decision { failed, passed, undecided };

  RunQuantity quantity = RunQuantity::makespan;
  bool is_above = true;  ///< ">", else "<"
  double percent = 0.0;  ///< above −100

  /// Fails if the whole interval meets the condition, and passes if no part of it does. Otherwise, and
  /// without an interval, it is undecided. If the true change does not meet the condition, it fails at most
  /// 2.5 % of the time.
  Decision decide(const std::optional<RatioEstimate>& estimate) const;
  std::string text() const;  ///< "makespan>5%"
  friend bool operator==(const ChangeLimit&, const ChangeLimit&) = default;
};

/// "failed", "passed" or "undecided": the names in documents.
std::string_view decision_name(ChangeLimit::Decision decision);

/// Parses "QUANTITY>PERCENT%" or "QUANTITY<PERCENT%"; blanks may separate the parts. Returns nothing if the
/// text is anything else.
std::optional<ChangeLimit> parse_change_limit(std::string_view text);

}  // namespace gusset::traces
