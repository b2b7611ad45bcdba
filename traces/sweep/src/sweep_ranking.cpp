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
constexpr std::array<ObjectiveText, 5> objectives{{{"time", "Time"},
                                                   {"node-hours", "Node-hours"},
                                                   {"core-hours", "Core-hours"},
                                                   {"bytes", "Bytes sent"},
                                                   {"balance", "Busiest node ÷ mean"}}};

constexpr double seconds_per_hour = 3600.0;

// The criteria of a row that the front compares. Unused ones are equal.
using Criteria = std::array<ObjectiveValue, 4>;

// Times that nobody predicted count as equal.
Criteria criteria(const Measures& measures, bool is_cost_front) {
  const auto exactly = [](double value) { return ObjectiveValue{value, value, value}; };
  const ObjectiveValue time = value_of(measures, Objective::time).value_or(ObjectiveValue());
  if (is_cost_front) return {time, value_of(measures, Objective::core_hours).value_or(ObjectiveValue())};
  return {time, exactly(static_cast<double>(measures.payload_bytes)), exactly(measures.balance),
          exactly(static_cast<double>(measures.memory_bytes))};
}

// A smaller value is only better if it can be told apart.
bool dominates(const Criteria& a, const Criteria& b) {
  bool is_better = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].value > b[i].value) return false;
    is_better = is_better || a[i].high < b[i].low;
  }
  return is_better;
}

bool varies_in_cores(const Sweep& sweep, const std::vector<RankedRow>& ranked) {
  const auto cores = [&sweep](const RankedRow& row) {
    const Measures& measures = measures_of(sweep, row);
    return std::uint64_t{measures.nodes} * measures.threads;
  };
  return std::any_of(ranked.begin(), ranked.end(),
                     [&](const RankedRow& row) { return cores(row) != cores(ranked.front()); });
}

void mark_front(const Sweep& sweep, Ranking& ranking) {
  if (ranking.ranked.empty()) return;
  ranking.is_cost_front = measures_of(sweep, ranking.ranked.front()).makespan_s.has_value() &&
                          varies_in_cores(sweep, ranking.ranked);
  std::vector<std::pair<Criteria, RankedRow*>> all;
  for (RankedRow& row : ranking.ranked)
    all.emplace_back(criteria(measures_of(sweep, row), ranking.is_cost_front), &row);
  const auto values = [](const Criteria& c) {
    return std::array{c[0].value, c[1].value, c[2].value, c[3].value};
  };
  std::sort(all.begin(), all.end(),
            [&](const auto& a, const auto& b) { return values(a.first) < values(b.first); });
  // A row that dominates another precedes it in this order.
  for (auto own = all.begin(); own != all.end(); ++own) {
    own->second->on_front = std::none_of(
        all.begin(), own, [own](const auto& other) { return dominates(other.first, own->first); });
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
  return objective == Objective::time || objective == Objective::node_hours ||
         objective == Objective::core_hours;
}

std::optional<ObjectiveValue> value_of(const Measures& measures, Objective objective) {
  const auto exactly = [](double value) { return ObjectiveValue{value, value, value}; };
  if (objective == Objective::bytes) return exactly(static_cast<double>(measures.payload_bytes));
  if (objective == Objective::balance) return exactly(measures.balance);
  if (!measures.makespan_s) return {};
  double scale = 1.0;
  if (objective != Objective::time) scale = measures.nodes / seconds_per_hour;
  if (objective == Objective::core_hours) scale *= measures.threads;
  const auto scaled = [scale](double time_s) { return time_s * scale; };
  const double value = scaled(*measures.makespan_s);
  if (!measures.interval) return exactly(value);
  return ObjectiveValue{value, scaled(measures.interval->low_s), scaled(measures.interval->high_s)};
}

std::vector<std::string> front_criteria(const Sweep& sweep, const Ranking& ranking) {
  if (ranking.ranked.empty()) return {};
  if (ranking.is_cost_front) return {"time", "core-hours"};
  std::vector<std::string> names{"bytes", "balance", "memory"};
  if (measures_of(sweep, ranking.ranked.front()).makespan_s) names.insert(names.begin(), "time");
  return names;
}

std::optional<Limit> exceeded_limit(const Measures& measures, const SweepLimits& limits) {
  const auto exceeds = [&measures](Objective objective, const std::optional<double>& limit) {
    if (!limit) return false;
    const auto value = value_of(measures, objective);
    return value && std::max(value->value, value->high) > *limit;
  };
  if (limits.memory_bytes && measures.memory_bytes > *limits.memory_bytes) return Limit::memory;
  if (exceeds(Objective::time, limits.time_s)) return Limit::time;
  if (exceeds(Objective::core_hours, limits.core_hours)) return Limit::core_hours;
  return {};
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
    } else if (const auto limit = exceeded_limit(*measures, sweep.limits)) {
      ranking.outside.push_back({i, *limit});
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
  mark_front(sweep, ranking);
  return ranking;
}

}  // namespace gusset::sweep
