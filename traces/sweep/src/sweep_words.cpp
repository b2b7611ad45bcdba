#include "gusset/traces/sweep/sweep_words.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gusset/base/numbers.hpp"

namespace gusset::figure {
namespace {

using gusset::bytes_text;
using gusset::count_text;
using gusset::duration_text;
using gusset::fixed_text;

// Less is told of no difference.
constexpr double least_difference = 0.005;

double share_below(double less, double more) {
  return more <= 0.0 || less >= more ? 0.0 : 1.0 - less / more;
}

double share_above(double more, double less) {
  return less <= 0.0 ? (more > less ? 1.0 : 0.0) : std::max(0.0, more / less - 1.0);
}

// What `a` has less of than `b`, as what can be said of `a`.
std::vector<Difference> less_than(Objective objective, const Measures& a, const Measures& b) {
  std::vector<Difference> all;
  const auto bytes = share_below(static_cast<double>(a.payload_bytes), static_cast<double>(b.payload_bytes));
  const auto memory = share_below(static_cast<double>(a.memory_bytes), static_cast<double>(b.memory_bytes));
  if (objective != Objective::bytes)
    all.push_back(
        {bytes, a.payload_bytes == 0 ? "sends nothing" : "sends " + difference_text(bytes) + " fewer bytes"});
  if (objective != Objective::balance && a.balance_of == b.balance_of)
    all.push_back({share_below(a.balance, b.balance), "is better balanced (busiest node " +
                                                          fixed_text(a.balance, 3) + " times the mean, not " +
                                                          fixed_text(b.balance, 3) + ")"});
  if (!needs_time(objective) && a.makespan_s && b.makespan_s) {
    const double time = share_below(*a.makespan_s, *b.makespan_s);
    all.push_back({time, "takes " + difference_text(time) + " less time"});
  }
  if (a.memory_of == b.memory_of)
    all.push_back({memory, "needs " + difference_text(memory) + " less memory per node"});
  return all;
}

std::vector<Difference> more_than(Objective objective, const Measures& a, const Measures& b) {
  std::vector<Difference> all;
  const auto bytes = share_above(static_cast<double>(a.payload_bytes), static_cast<double>(b.payload_bytes));
  const auto memory = share_above(static_cast<double>(a.memory_bytes), static_cast<double>(b.memory_bytes));
  if (objective != Objective::bytes)
    all.push_back({bytes, b.payload_bytes == 0 ? "sends " + bytes_text(static_cast<double>(a.payload_bytes)) +
                                                     " and that one nothing"
                                               : "sends " + difference_text(bytes) + " more bytes"});
  if (objective != Objective::balance && a.balance_of == b.balance_of)
    all.push_back({share_above(a.balance, b.balance), "is less balanced (busiest node " +
                                                          fixed_text(a.balance, 3) + " times the mean, not " +
                                                          fixed_text(b.balance, 3) + ")"});
  if (!needs_time(objective) && a.makespan_s && b.makespan_s) {
    const double time = share_above(*a.makespan_s, *b.makespan_s);
    all.push_back({time, "takes " + difference_text(time) + " more time"});
  }
  if (a.memory_of == b.memory_of)
    all.push_back({memory, "needs " + difference_text(memory) + " more memory per node"});
  return all;
}

Difference largest(const std::vector<Difference>& differences) {
  const auto most =
      std::max_element(differences.begin(), differences.end(),
                       [](const Difference& a, const Difference& b) { return a.share < b.share; });
  return most == differences.end() || most->share < least_difference ? Difference{} : *most;
}

}  // namespace

std::string value_text(Objective objective, double value) {
  switch (objective) {
    case Objective::time:
      return duration_text(value);
    case Objective::node_hours:
      return work_text(value) + " node-hours";
    case Objective::bytes:
      return bytes_text(value);
    case Objective::balance:
      break;
  }
  return fixed_text(value, 3);
}

std::string range_text(Objective objective, const ObjectiveValue& value) {
  if (value.low >= value.high) return {};
  std::string low = value_text(objective, value.low);
  const std::string high = value_text(objective, value.high);
  const auto unit = [](const std::string& text) {
    return text.substr(std::min(text.find(' '), text.size()));
  };
  if (unit(low) == unit(high)) low.erase(std::min(low.find(' '), low.size()));
  return low + " to " + high;
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
      break;
  }
  const std::string text =
      (objective == Objective::time ? "is fastest: " : "takes the fewest node-hours: ") + amount;
  if (!measures.range || measures.range->seeds < 2) return text + " (one seed)";
  const std::string range = range_text(objective, value);
  return text + " (" + (range.empty() ? "the same" : range) + " over " +
         count_text(measures.range->seeds, "seed") + ")";
}

Difference advantage_of(Objective objective, const Measures& measures, const Measures& other) {
  return largest(less_than(objective, measures, other));
}

Difference drawback_of(Objective objective, const Measures& measures, const Measures& other) {
  return largest(more_than(objective, measures, other));
}

std::string difference_text(double share) {
  return fixed_text(share * 100.0, share >= 0.0995 ? 0 : 1) + " %";
}

}  // namespace gusset::figure
