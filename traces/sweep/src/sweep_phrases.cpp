#include "gusset/traces/sweep/sweep_phrases.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"

namespace gusset::sweep {
namespace {

// Smaller differences are not mentioned.
constexpr double min_difference = 0.005;

// The share by which a value is less, or more, than another.
double share_of(bool is_less, double value, double other) {
  if (is_less) return other <= 0.0 || value >= other ? 0.0 : 1.0 - value / other;
  return other <= 0.0 ? (value > other ? 1.0 : 0.0) : std::max(0.0, value / other - 1.0);
}

// The measures of which `a` has less than `b` (or more), worded as statements about `a`.
std::vector<Difference> differences(bool is_less, Objective objective, const Measures& a, const Measures& b) {
  const std::string less = is_less ? "less" : "more";
  std::vector<Difference> all;
  if (objective != Objective::bytes) {
    const double share =
        share_of(is_less, static_cast<double>(a.payload_bytes), static_cast<double>(b.payload_bytes));
    std::string text = "sends " + difference_text(share) + (is_less ? " fewer bytes" : " more bytes");
    if (is_less && a.payload_bytes == 0) text = "sends nothing";
    if (!is_less && b.payload_bytes == 0)
      text = "sends " + bytes_text(a.payload_bytes) + ", the other one nothing";
    all.push_back({share, text});
  }
  if (objective != Objective::balance && a.balance_of == b.balance_of)
    all.push_back({share_of(is_less, a.balance, b.balance),
                   std::string("is ") + (is_less ? "better" : "less") + " balanced (busiest node " +
                       fixed_text(a.balance, 3) + " times the mean, not " + fixed_text(b.balance, 3) + ")"});
  if (!needs_time(objective) && a.makespan_s && b.makespan_s) {
    const double share = share_of(is_less, *a.makespan_s, *b.makespan_s);
    all.push_back({share, "takes " + difference_text(share) + " " + less + " time"});
  }
  if (a.memory_of == b.memory_of) {
    const double share =
        share_of(is_less, static_cast<double>(a.memory_bytes), static_cast<double>(b.memory_bytes));
    all.push_back({share, "needs " + difference_text(share) + " " + less + " memory per node"});
  }
  return all;
}

Difference largest(const std::vector<Difference>& differences) {
  const auto most =
      std::max_element(differences.begin(), differences.end(),
                       [](const Difference& a, const Difference& b) { return a.share < b.share; });
  return most == differences.end() || most->share < min_difference ? Difference{} : *most;
}

}  // namespace

std::string value_text(Objective objective, double value) {
  switch (objective) {
    case Objective::time:
      return duration_text(value);
    case Objective::node_hours:
      return work_text(value) + " node-hours";
    case Objective::core_hours:
      return work_text(value) + " core-hours";
    case Objective::bytes:
      return bytes_text(value);
    case Objective::balance:
      break;
  }
  return fixed_text(value, 3);
}

std::string range_text(Objective objective, double low, double high) {
  if (low >= high) return {};
  std::string from = value_text(objective, low);
  const std::string to = value_text(objective, high);
  const auto unit = [](const std::string& text) {
    return text.substr(std::min(text.find(' '), text.size()));
  };
  if (unit(from) == unit(to)) from.erase(std::min(from.find(' '), from.size()));
  return from + " to " + to;
}

std::string more_text(std::size_t left_out) {
  return left_out == 0 ? "" : " and " + std::to_string(left_out) + " more";
}

std::string listed_rows(const Sweep& sweep, const std::vector<std::size_t>& rows) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) {
    text += (i == 0 ? "" : "; ") + label_of(sweep.definition, sweep.rows[rows[i]].configuration);
  }
  return text + more_text(rows.size() - std::min(most, rows.size()));
}

std::string spread_text(Objective objective, const Measures& measures) {
  const auto value = value_of(measures, objective);
  if (!value || !needs_time(objective)) return {};
  if (measures.interval) {
    const std::string interval = range_text(objective, value->low, value->high);
    return "90 % of runs: " + (interval.empty() ? value_text(objective, value->value) : interval);
  }
  if (!measures.range || measures.range->seeds < 2) return {};
  const double unit = *measures.makespan_s > 0.0 ? value->value / *measures.makespan_s : 0.0;
  const std::string range = range_text(objective, measures.range->min_s * unit, measures.range->max_s * unit);
  return (range.empty() ? "the same" : range) + " over " + count_text(measures.range->seeds, "seed");
}

std::string best_text(Objective objective, const ObjectiveValue& value, const Measures& measures) {
  const std::string amount = value_text(objective, value.value);
  switch (objective) {
    case Objective::bytes:
      return "sends the fewest bytes: " + amount;
    case Objective::balance:
      return "is best balanced: its busiest node has " + amount + " times the mean";
    case Objective::time:
    case Objective::node_hours:
    case Objective::core_hours:
      break;
  }
  const std::string text =
      (objective == Objective::time ? "is fastest: "
                                    : "takes the fewest " + objective_name(objective) + ": ") +
      amount;
  const std::string spread = spread_text(objective, measures);
  return text + " (" + (spread.empty() ? "one seed" : spread) + ")";
}

Difference advantage_of(Objective objective, const Measures& measures, const Measures& other) {
  return largest(differences(true, objective, measures, other));
}

Difference drawback_of(Objective objective, const Measures& measures, const Measures& other) {
  return largest(differences(false, objective, measures, other));
}

std::string difference_text(double share) {
  return fixed_text(share * 100.0, share >= 0.0995 ? 0 : 1) + " %";
}

}  // namespace gusset::sweep
