#include "gusset/traces/sweep/sweep_picture.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/traces/sweep/sweep_axes.hpp"
#include "gusset/traces/sweep/sweep_limits.hpp"
#include "gusset/traces/sweep/sweep_loads.hpp"
#include "gusset/traces/sweep/sweep_phrases.hpp"
#include "gusset/traces/sweep/sweep_summary.hpp"

namespace gusset::sweep {
namespace {

// The most curves that a reader can distinguish.
constexpr std::size_t max_series = 6;

std::string missing_text(const Sweep& sweep, const SweepRow& row) {
  if (!row.screen) return sweep.is_search ? "left out" : "to come";
  const Measures* const measures = row.measures();
  if (measures == nullptr) return "failed";
  const auto limit = exceeded_limit(*measures, sweep.limits);
  return limit ? limit_mark(*limit) : "";
}

// The title states the unit of node-hours and core-hours, because the cells are narrow.
std::string cell_text(Objective objective, double value) {
  const bool is_hours = objective == Objective::node_hours || objective == Objective::core_hours;
  return is_hours ? work_text(value) : value_text(objective, value);
}

picture::HeatMap heat_map(const Sweep& sweep, const Ranking& ranking) {
  picture::HeatMap map;
  map.title = objective_title(sweep.objective) + " by configuration";
  map.row_title = rest_title(sweep.definition);
  map.column_title = "process grid";
  // A search leaves out most configurations: only rows and columns with simulated ones are drawn.
  for (const SweepRow& row : sweep.rows) {
    if (sweep.is_search && !row.screen) continue;
    place_of(map.rows, rest_text(sweep, row.configuration));
    place_of(map.columns, grid_text(row));
  }
  map.cells.resize(map.rows.size() * map.columns.size());
  std::vector<picture::HeatCell> cells;
  for (const SweepRow& row : sweep.rows)
    cells.push_back({{}, missing_text(sweep, row), false, false, row.configuration.number});
  for (std::size_t i = 0; i < ranking.ranked.size(); ++i) {
    const RankedRow& ranked = ranking.ranked[i];
    cells[ranked.row] = {ranked.value.value, cell_text(sweep.objective, ranked.value.value), i == 0,
                         ranked.ties_best, ranked.row};
  }
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const auto row = std::ranges::find(map.rows, rest_text(sweep, sweep.rows[i].configuration));
    const auto column = std::ranges::find(map.columns, grid_text(sweep.rows[i]));
    if (row == map.rows.end() || column == map.columns.end()) continue;
    const auto cell = (row - map.rows.begin()) * std::ssize(map.columns) + (column - map.columns.begin());
    map.cells[static_cast<std::size_t>(cell)] = std::move(cells[i]);
  }
  if (map.rows.size() == 1) map.rows.front() = map.row_title.empty() ? "all" : map.rows.front();
  return map;
}

// The time of the best grid for each number of nodes: one curve for each combination of the other settings,
// or one curve over all if there are too many. A grey line shows ideal scaling from the fewest nodes.
picture::CurvesPanel scaling_panel(const Sweep& sweep, const Ranking& ranking) {
  picture::CurvesPanel panel;
  std::map<std::string, std::map<unsigned, const Measures*>> best;
  std::map<unsigned, const Measures*> best_of_all;
  double largest_s = 0.0;
  const auto keep = [](const Measures*& place, const Measures& measures) {
    if (place == nullptr || *measures.makespan_s < *place->makespan_s) place = &measures;
  };
  std::vector<std::string> names;
  for (const RankedRow& ranked : ranking.ranked) {
    const Measures& measures = measures_of(sweep, ranked);
    if (!measures.makespan_s || *measures.makespan_s <= 0.0) continue;
    largest_s = std::max(largest_s, *measures.makespan_s);
    const std::string name = rest_text(sweep, sweep.rows[ranked.row].configuration);
    place_of(names, name);
    keep(best[name][measures.nodes], measures);
    keep(best_of_all[measures.nodes], measures);
  }
  if (best_of_all.size() < 2) return panel;
  const Unit unit = time_unit(largest_s);
  panel.title = "Scaling: time of the best grid";
  panel.x_title = "nodes";
  panel.y_title = "time [" + unit.name + "]";
  const auto add = [&](const std::string& name, const std::map<unsigned, const Measures*>& points) {
    picture::StyledCurve& curve = panel.curves.emplace_back();
    curve.name = name;
    for (const auto& [nodes, measures] : points) {
      const auto value = *value_of(*measures, Objective::time);
      curve.points.push_back({static_cast<double>(nodes), value.value / unit.size, value.low / unit.size,
                              value.high / unit.size});
    }
  };
  const std::string title = rest_title(sweep.definition);
  if (names.size() <= max_series) {
    for (const std::string& name : names) add(name.empty() ? "time" : title + ": " + name, best[name]);
  } else {
    add("best of all settings", best_of_all);
  }
  const auto& [fewest, measures] = *best_of_all.begin();
  picture::StyledCurve ideal{"ideal; bars: 90 % of runs", picture::CurveStyle::thin, {}, false};
  for (const double nodes : {1.0 * fewest, 1.0 * best_of_all.rbegin()->first}) {
    const double time = *measures->makespan_s / unit.size * fewest / nodes;
    ideal.points.push_back({nodes, time, time, time});
  }
  panel.curves.push_back(std::move(ideal));
  return panel;
}

// What the front plot shows on its y-axis: the second criterion of the front. Without messages, as on one
// node, only memory differs.
struct FrontAxis {
  std::string title;
  Unit unit;
  std::function<double(const Measures&)> value;
};

FrontAxis front_axis(const Sweep& sweep, const Ranking& ranking) {
  const auto largest = [&](auto value) {
    double most = 0.0;
    for (const RankedRow& ranked : ranking.ranked) most = std::max(most, value(measures_of(sweep, ranked)));
    return most;
  };
  if (ranking.is_cost_front)
    return {"core-hours", {}, [](const Measures& m) { return value_of(m, Objective::core_hours)->value; }};
  const auto payload = [](const Measures& m) { return static_cast<double>(m.payload_bytes); };
  const auto memory = [](const Measures& m) { return static_cast<double>(m.memory_bytes); };
  if (const double most = largest(payload); most > 0.0) {
    const Unit unit = bytes_unit(most);
    return {"bytes sent [" + unit.name + "]", unit, payload};
  }
  const Unit unit = bytes_unit(largest(memory));
  return {"memory per node [" + unit.name + "]", unit, memory};
}

std::string details_of(const Ranking& ranking, const Measures& measures) {
  const std::string time = measures.makespan_s ? duration_text(*measures.makespan_s) + ", " : "";
  if (ranking.is_cost_front)
    return time + value_text(Objective::core_hours, value_of(measures, Objective::core_hours)->value);
  return time + bytes_text(measures.payload_bytes) + ", " + fixed_text(measures.balance, 3) + ", " +
         bytes_text(measures.memory_bytes);
}

picture::FrontPlot front_plot(const Sweep& sweep, const Ranking& ranking) {
  picture::FrontPlot plot;
  if (ranking.ranked.empty()) return plot;
  double largest_s = 0.0;
  for (const RankedRow& ranked : ranking.ranked)
    largest_s = std::max(largest_s, measures_of(sweep, ranked).makespan_s.value_or(0.0));
  const bool is_timed = measures_of(sweep, ranking.ranked.front()).makespan_s.has_value();
  const Unit time = time_unit(largest_s);
  const FrontAxis axis = front_axis(sweep, ranking);
  std::vector<std::string> criteria = front_criteria(sweep, ranking);
  plot.details_title = joined(criteria);
  const std::string last = std::move(criteria.back());
  criteria.pop_back();
  plot.title = "Front of " + joined(criteria) + " and " + last;
  plot.x_title = is_timed ? "time [" + time.name + "]" : "balance: busiest node ÷ mean of all";
  plot.y_title = axis.title;
  for (std::size_t i = 0; i < ranking.ranked.size(); ++i) {
    const RankedRow& ranked = ranking.ranked[i];
    const Measures& measures = measures_of(sweep, ranked);
    picture::ScatterPoint point;
    point.x = is_timed ? *measures.makespan_s / time.size : measures.balance;
    point.y = axis.value(measures) / axis.unit.size;
    point.name = label_of(sweep.definition, sweep.rows[ranked.row].configuration);
    point.details = details_of(ranking, measures);
    point.on_front = ranked.on_front;
    point.is_best = i == 0;
    point.configuration = ranked.row;
    plot.points.push_back(std::move(point));
  }
  return plot;
}

}  // namespace

picture::SweepFigure sweep_picture(const Sweep& sweep, const Ranking& ranking) {
  picture::SweepFigure figure;
  const std::string program = std::filesystem::path(sweep.definition.program.front()).filename().string();
  const std::size_t all = sweep.rows.size();
  const std::size_t done = all - ranking.to_come.size();
  const std::string so_far = done == all ? ""
                                         : " (" + std::to_string(done) + " of " + std::to_string(all) +
                                               (sweep.is_search ? ", by search)" : " so far)");
  figure.title = program + so_far + ": " + sweep_verdict(sweep, ranking);
  figure.heat_map = heat_map(sweep, ranking);
  figure.scaling = scaling_panel(sweep, ranking);
  figure.front = front_plot(sweep, ranking);
  figure.loads = sweep_loads(sweep, ranking);
  return figure;
}

}  // namespace gusset::sweep
