#include <algorithm>
#include <functional>
#include <set>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/traces/sweep/sweep_limits.hpp"
#include "gusset/traces/sweep/sweep_phrases.hpp"
#include "gusset/traces/sweep/sweep_summary.hpp"

namespace gusset::sweep {
namespace {

constexpr const char* tie_mark = "≈";
constexpr const char* front_mark = "*";

struct TableColumn {
  std::string heading;
  std::function<std::string(std::size_t place, const SweepRow& row)> cell;
};

bool any_of(const Sweep& sweep, const std::vector<std::size_t>& rows, auto has) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](std::size_t row) { return has(*sweep.rows[row].measures()); });
}

std::vector<TableColumn> table_columns(const Sweep& sweep, const Ranking& ranking,
                                       const std::vector<std::size_t>& rows) {
  std::vector<TableColumn> columns;
  const auto add = [&](const std::string& heading, auto cell_of) {
    columns.push_back(
        {heading, [cell_of](std::size_t, const SweepRow& row) { return cell_of(*row.measures()); }});
  };
  const auto add_hours = [&](Objective objective) {
    add(objective_name(objective), [objective](const Measures& m) {
      const auto value = value_of(m, objective);
      return value ? work_text(value->value) : "";
    });
  };
  columns.push_back({"rank", [&ranking](std::size_t place, const SweepRow&) -> std::string {
                       if (place >= ranking.ranked.size())
                         return limit_mark(ranking.outside[place - ranking.ranked.size()].limit);
                       const RankedRow& ranked = ranking.ranked[place];
                       return std::to_string(place + 1) + (ranked.ties_best && place > 0 ? tie_mark : "") +
                              (ranked.on_front ? front_mark : "");
                     }});
  add("grid", [](const Measures& m) { return m.grid; });
  std::set<unsigned> nodes;
  for (const SweepRow& row : sweep.rows) {
    if (row.measures() != nullptr) nodes.insert(row.measures()->nodes);
  }
  if (nodes.size() > 1) add("nodes", [](const Measures& m) { return std::to_string(m.nodes); });
  for (const Setting& setting : settings_of(sweep.definition)) {
    if (setting.is_parameter || setting.varies)
      columns.push_back({setting.name, [value = setting.value](std::size_t, const SweepRow& row) {
                           return value(row.configuration);
                         }});
  }
  const bool is_timed = sweep.rows[rows.front()].measures()->makespan_s.has_value();
  const bool has_intervals = any_of(sweep, rows, [](const Measures& m) { return m.interval.has_value(); });
  const bool has_ranges = any_of(sweep, rows, [](const Measures& m) { return m.range.has_value(); });
  if (sweep.objective == Objective::node_hours) add_hours(Objective::node_hours);
  if (is_timed) add("time", [](const Measures& m) { return duration_text(*m.makespan_s); });
  if (has_intervals) {
    add("90 % of runs", [](const Measures& m) {
      return m.interval ? range_text(Objective::time, m.interval->low_s, m.interval->high_s) : "";
    });
  } else if (has_ranges) {
    add("range over seeds", [](const Measures& m) {
      return m.range ? range_text(Objective::time, m.range->min_s, m.range->max_s) : "";
    });
  }
  if (ranking.is_cost_front || sweep.objective == Objective::core_hours || sweep.limits.core_hours)
    add_hours(Objective::core_hours);
  add("bytes sent", [](const Measures& m) { return bytes_text(m.payload_bytes); });
  if (any_of(sweep, rows, [](const Measures& m) { return m.migrated_tasks.has_value(); }))
    add("migrated", [](const Measures& m) { return count_text(m.migrated_tasks.value_or(0)); });
  add("busiest/mean", [](const Measures& m) { return fixed_text(m.balance, 3); });
  add("memory", [](const Measures& m) { return bytes_text(m.memory_bytes); });
  if (is_timed) {
    add("busy", [](const Measures& m) { return m.busy_share ? percent_text(*m.busy_share) : ""; });
    add("network", [](const Measures& m) { return m.network.empty() ? "none" : m.network; });
  }
  return columns;
}

}  // namespace

SweepTable sweep_table(const Sweep& sweep, const Ranking& ranking) {
  SweepTable table;
  for (const RankedRow& ranked : ranking.ranked) table.numbers.push_back(ranked.row);
  for (const OutsideRow& outside : ranking.outside) table.numbers.push_back(outside.row);
  if (table.numbers.empty()) return table;
  const std::vector<TableColumn> columns = table_columns(sweep, ranking, table.numbers);
  for (const TableColumn& column : columns) table.header.push_back(column.heading);
  for (std::size_t place = 0; place < table.numbers.size(); ++place) {
    auto& cells = table.rows.emplace_back();
    for (const TableColumn& column : columns)
      cells.push_back(column.cell(place, sweep.rows[table.numbers[place]]));
  }
  return table;
}

std::string sweep_marks(const Sweep& sweep, const Ranking& ranking) {
  if (ranking.ranked.empty()) return {};
  const Measures& best = measures_of(sweep, ranking.ranked.front());
  std::string text;
  if (ranking.ranked.front().ties_best) {
    text += std::string(tie_mark) + " ties with the first: " +
            (best.interval && needs_time(sweep.objective) ? "their 90 % intervals overlap\n"
                                                          : "they are equal\n");
  }
  std::vector<std::string> criteria = front_criteria(sweep, ranking);
  const std::string last = criteria.back();
  criteria.pop_back();
  text += std::string(front_mark) + " on the front of " + joined(criteria) + " and " + last +
          ": no other is better in one of them and worse in none\n";
  if (best.makespan_s && !best.range) {
    text += "Each time comes from one seed: differences of a few percent may be chance.\n";
  } else if (best.makespan_s && !best.interval) {
    text +=
        "How much runs vary is not known, so differences of a few percent may be chance: costs calibrated "
        "from three traces or more would show it.\n";
  }
  return text;
}

}  // namespace gusset::sweep
