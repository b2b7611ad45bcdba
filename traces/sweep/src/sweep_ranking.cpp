#include "gusset/traces/sweep/sweep_ranking.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <utility>

namespace gusset::sweep {
namespace {

struct ObjectiveText {
  const char* name;
  const char* title;
};
constexpr std::array<ObjectiveText, 4> objectives{{{"time", "Time"},
                                                   {"node-hours", "Node-hours"},
                                                   {"bytes", "Bytes sent"},
                                                   {"balance", "Busiest node ÷ mean"}}};

constexpr double seconds_per_hour = 3600.0;

// The values that the front compares. Times that nobody predicted count as equal.
std::array<double, 4> criteria(const Measures& measures) {
  return {measures.makespan_s.value_or(0.0), static_cast<double>(measures.payload_bytes), measures.balance,
          static_cast<double>(measures.memory_bytes)};
}

/// What the front compares of a row: its criteria, the first of them the time, and the time's interval.
struct FrontRow {
  std::array<double, 4> criteria;
  ObjectiveValue time;
};

/// A shorter time alone is better only if it can be told apart.
bool dominates(const FrontRow& a, const FrontRow& b) {
  bool is_better = a.time.high < b.time.low;
  for (std::size_t i = 0; i < a.criteria.size(); ++i) {
    if (a.criteria[i] > b.criteria[i]) return false;
    is_better = is_better || (i > 0 && a.criteria[i] < b.criteria[i]);
  }
  return is_better;
}

void mark_front(const Sweep& sweep, std::vector<RankedRow>& ranked) {
  std::vector<std::pair<FrontRow, RankedRow*>> all;
  for (RankedRow& row : ranked) {
    const Measures& measures = measures_of(sweep, row);
    const auto time = value_of(measures, Objective::time);
    all.emplace_back(FrontRow{criteria(measures), time.value_or(ObjectiveValue())}, &row);
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.first.criteria < b.first.criteria; });
  // A row that dominates another precedes it in this order. A dominated row is always dominated by a row of
  // the front.
  std::vector<FrontRow> front;
  for (const auto& [values, row] : all) {
    row->on_front = std::none_of(front.begin(), front.end(),
                                 [&own = values](const auto& other) { return dominates(other, own); });
    if (row->on_front) front.push_back(values);
  }
}

void mark_ties(std::vector<RankedRow>& ranked) {
  if (ranked.empty()) return;
  const ObjectiveValue& best = ranked.front().value;
  for (std::size_t i = 1; i < ranked.size(); ++i) {
    ranked[i].ties_best = ranked[i].value.low <= best.high && best.low <= ranked[i].value.high;
    if (ranked[i].ties_best) ranked.front().ties_best = true;
  }
}

}  // namespace

std::string objective_name(Objective objective) {
  return objectives[static_cast<std::size_t>(objective)].name;
}

std::string objective_title(Objective objective) {
  return objectives[static_cast<std::size_t>(objective)].title;
}

std::optional<Objective> objective_of(const std::string& name) {
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    if (objectives[i].name == name) return static_cast<Objective>(i);
  }
  return {};
}

bool needs_time(Objective objective) {
  return objective == Objective::time || objective == Objective::node_hours;
}

std::optional<ObjectiveValue> value_of(const Measures& measures, Objective objective) {
  const auto exactly = [](double value) { return ObjectiveValue{value, value, value}; };
  if (objective == Objective::bytes) return exactly(static_cast<double>(measures.payload_bytes));
  if (objective == Objective::balance) return exactly(measures.balance);
  if (!measures.makespan_s) return {};
  const auto scaled = [&](double time_s) {
    return objective == Objective::time ? time_s : time_s * measures.nodes / seconds_per_hour;
  };
  const double value = scaled(*measures.makespan_s);
  if (!measures.interval) return exactly(value);
  return ObjectiveValue{value, scaled(measures.interval->low_s), scaled(measures.interval->high_s)};
}

Ranking rank(const Sweep& sweep) {
  Ranking ranking;
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const SweepRow& row = sweep.rows[i];
    const Measures* const measures = row.measures();
    if (!row.screen) {
      ranking.to_come.push_back(i);
    } else if (measures == nullptr) {
      ranking.failed.push_back(i);
    } else if (sweep.memory_limit_bytes && measures->memory_bytes > *sweep.memory_limit_bytes) {
      ranking.too_big.push_back(i);
    } else if (const auto value = value_of(*measures, sweep.objective)) {
      ranking.ranked.push_back({i, *value, false, false});
    }
  }
  const auto key = [&sweep](const RankedRow& ranked) {
    const Measures& measures = measures_of(sweep, ranked);
    // Ties are broken by the other measures, then by number.
    return std::tuple(ranked.value.value,
                      measures.makespan_s.value_or(std::numeric_limits<double>::infinity()),
                      measures.payload_bytes, measures.balance, measures.memory_bytes, ranked.row);
  };
  std::sort(ranking.ranked.begin(), ranking.ranked.end(),
            [&key](const RankedRow& a, const RankedRow& b) { return key(a) < key(b); });
  mark_ties(ranking.ranked);
  mark_front(sweep, ranking.ranked);
  return ranking;
}

}  // namespace gusset::sweep
