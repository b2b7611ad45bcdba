#include "gusset/traces/sweep/sweep_front.hpp"

#include <algorithm>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/sweep/sweep_phrases.hpp"

namespace gusset::sweep {
namespace {

// Configurations on the front whose core-hours can't be told apart.
struct Step {
  std::size_t place = 0;  ///< of the fastest one in the ranking
  ObjectiveValue time;
  ObjectiveValue core_hours;
  std::size_t others = 0;
};

std::vector<Step> steps_of(const Sweep& sweep, const Ranking& ranking) {
  std::vector<Step> front;
  for (std::size_t place = 0; place < ranking.ranked.size(); ++place) {
    if (!ranking.ranked[place].on_front) continue;
    const Measures& measures = measures_of(sweep, ranking.ranked[place]);
    front.push_back(
        {place, *value_of(measures, Objective::time), *value_of(measures, Objective::core_hours)});
  }
  std::stable_sort(front.begin(), front.end(),
                   [](const Step& a, const Step& b) { return a.time.value < b.time.value; });
  std::vector<Step> steps;
  for (const Step& row : front) {
    if (!steps.empty() && row.core_hours.high >= steps.back().core_hours.low) {
      ++steps.back().others;
    } else {
      steps.push_back(row);
    }
  }
  return steps;
}

}  // namespace

SweepTable front_table(const Sweep& sweep, const Ranking& ranking) {
  SweepTable table;
  if (!ranking.is_cost_front) return table;
  const std::vector<Step> steps = steps_of(sweep, ranking);
  if (steps.size() < 2) return table;
  table.header = {"rank", "configuration", "time", "core-hours", "slower", "cheaper", "as good"};
  for (const Step& step : steps) {
    const std::size_t row = ranking.ranked[step.place].row;
    const bool is_fastest = &step == &steps.front();
    table.numbers.push_back(row);
    table.rows.push_back(
        {std::to_string(step.place + 1), label_of(sweep.definition, sweep.rows[row].configuration),
         duration_text(step.time.value), work_text(step.core_hours.value),
         is_fastest ? "" : difference_text(step.time.value / steps.front().time.value - 1.0),
         is_fastest ? "" : difference_text(1.0 - step.core_hours.value / steps.front().core_hours.value),
         step.others == 0 ? "" : count_text(step.others, "other")});
  }
  return table;
}

}  // namespace gusset::sweep
