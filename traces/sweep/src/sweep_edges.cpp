#include "gusset/traces/sweep/sweep_edges.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"

namespace gusset::sweep {
namespace {

// Smaller differences are not worth another sweep.
constexpr double worth_a_sweep = 0.005;

/// A setting whose values are numbers.
struct NumericAxis {
  std::string name;  ///< the parameter's name, or what is counted: "thread", "node"
  bool is_parameter = false;
  std::function<std::optional<double>(const Configuration&)> value;
  std::function<void(Configuration&)> remove;             ///< removes the setting, to compare the others
  double most = std::numeric_limits<double>::infinity();  ///< no larger value makes sense
};

std::vector<NumericAxis> axes_of(const SweepDefinition& definition, unsigned cores) {
  std::vector<NumericAxis> axes;
  for (std::size_t i = 0; i < definition.parameters.size(); ++i) {
    axes.push_back({definition.parameters[i].name, true,
                    [i](const Configuration& c) { return parse_number<double>(c.values[i]); },
                    [i](Configuration& c) { c.values[i].clear(); }});
  }
  axes.push_back({"thread", false, [](const Configuration& c) { return std::optional<double>(c.threads); },
                  [](Configuration& c) { c.threads = 0; }});
  if (cores > 0) axes.back().most = cores;
  axes.push_back({"node", false, [](const Configuration& c) { return std::optional<double>(nodes_of(c)); },
                  [](Configuration& c) { c.grid.clear(); }});
  return axes;
}

// All values tried, or none if one of them is not a number.
std::set<double> values_of(const NumericAxis& axis, const Sweep& sweep) {
  std::set<double> values;
  for (const SweepRow& row : sweep.rows) {
    const auto value = axis.value(row.configuration);
    if (!value || !std::isfinite(*value)) return {};
    values.insert(*value);
  }
  return values;
}

const Measures* known_measures(const SweepRow& row) {
  if (row.measures() != nullptr) return row.measures();
  return row.one_seed && row.one_seed->measures ? &*row.one_seed->measures : nullptr;
}

// The objective of the row whose value is nearest to the best row's, and whose other settings are the same.
std::optional<ObjectiveValue> value_inside(const NumericAxis& axis, const Sweep& sweep,
                                           const Configuration& best) {
  const auto others_of = [&axis](Configuration configuration) {
    axis.remove(configuration);
    configuration.number = 0;
    return configuration;
  };
  const Configuration others = others_of(best);
  const double own = *axis.value(best);
  std::optional<std::pair<double, double>> nearest;  // distance and objective
  std::optional<ObjectiveValue> found;
  for (const SweepRow& row : sweep.rows) {
    const double distance = std::abs(*axis.value(row.configuration) - own);
    const Measures* const measures = known_measures(row);
    if (distance == 0.0 || measures == nullptr || others_of(row.configuration) != others) continue;
    const auto value = value_of(*measures, sweep.objective);
    if (!value || (nearest && *nearest <= std::pair(distance, value->value))) continue;
    nearest = {distance, value->value};
    found = value;
  }
  return found;
}

bool is_told_apart(const ObjectiveValue& best, const ObjectiveValue& other) {
  return best.high < other.low && other.value >= best.value * (1.0 + worth_a_sweep);
}

// Continues the values by the ratio of the last two; by their difference if a value is not above 0. Whole
// numbers remain whole. Nothing if there is no further value.
std::optional<double> next_value(const std::set<double>& values, bool is_largest, double most_of_axis) {
  constexpr double most = 4.0;  // a larger ratio would skip too much
  const double edge = is_largest ? *values.rbegin() : *values.begin();
  const double inside = is_largest ? *std::next(values.rbegin()) : *std::next(values.begin());
  const bool is_positive = *values.begin() > 0.0;
  double next = is_positive ? edge * std::clamp(edge / inside, 1.0 / most, most) : edge + (edge - inside);
  if (std::all_of(values.begin(), values.end(), [](double value) { return value == std::floor(value); }))
    next = std::round(next);
  if (is_largest) next = std::max(edge, std::min(next, most_of_axis));
  if (next == edge || (is_positive && next <= 0.0)) return {};
  return next;
}

// Whole numbers without an exponent, which programs may not understand.
std::string plain_text(double value) {
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
  return is_whole ? std::to_string(static_cast<std::int64_t>(value)) : shortest_text(value);
}

std::string edge_text(const NumericAxis& axis, double edge, bool is_largest, double next) {
  if (axis.is_parameter)
    return axis.name + "=" + plain_text(edge) + " is the " + (is_largest ? "largest" : "smallest") +
           " value tried; try " + plain_text(next);
  const auto count = static_cast<std::uint64_t>(edge);
  return count_text(count, axis.name) + (count == 1 ? " is" : " are") + " the " +
         (is_largest ? "most" : "fewest") + " tried; try " + plain_text(next);
}

}  // namespace

std::string edges_text(const Sweep& sweep, const Ranking& ranking) {
  std::string text;
  if (ranking.ranked.empty()) return text;
  const RankedRow& ranked = ranking.ranked.front();
  const Configuration& best = sweep.rows[ranked.row].configuration;
  for (const NumericAxis& axis : axes_of(sweep.definition, measures_of(sweep, ranked).cores)) {
    const std::set<double> values = values_of(axis, sweep);
    if (values.size() < 2) continue;
    const double own = *axis.value(best);
    const bool is_largest = own == *values.rbegin();
    if (!is_largest && own != *values.begin()) continue;
    const auto inside = value_inside(axis, sweep, best);
    const auto next = next_value(values, is_largest, axis.most);
    if (!inside || !next || !is_told_apart(ranked.value, *inside)) continue;
    text += "The best configuration is at the edge of the sweep: " + edge_text(axis, own, is_largest, *next) +
            ".\n";
  }
  return text;
}

}  // namespace gusset::sweep
