#include "gusset/traces/sweep/sweep_loads.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/sweep/sweep_axes.hpp"
#include "gusset/traces/sweep/sweep_phrases.hpp"

namespace gusset::sweep {
namespace {

// Indices of the chart's parts.
constexpr std::size_t mean_part = 0;
constexpr std::size_t busiest_part = 1;
constexpr std::size_t waiting_part = 2;
constexpr std::size_t network_part = 3;

struct Column {
  const Measures* measures = nullptr;
  std::size_t row = 0;
  bool is_best = false;
};

// The best configurations whose node loads are known, in the order of the sweep's settings, grids innermost.
std::vector<Column> columns_of(const Sweep& sweep, const Ranking& ranking) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < ranking.ranked.size() && columns.size() < max_drawn_loads; ++i) {
    const std::size_t row = ranking.ranked[i].row;
    const Measures* const measures = sweep.rows[row].measures();
    if (measures->loads) columns.push_back({measures, row, i == 0});
  }
  std::sort(columns.begin(), columns.end(), [](const Column& a, const Column& b) { return a.row < b.row; });
  // Groups the grids of one setting, in whatever order the sweep visits them.
  std::vector<std::string> groups;
  const auto group_of = [&](const Column& column) {
    return place_of(groups, rest_text(sweep, sweep.rows[column.row].configuration));
  };
  for (const Column& column : columns) group_of(column);
  std::stable_sort(columns.begin(), columns.end(),
                   [&](const Column& a, const Column& b) { return group_of(a) < group_of(b); });
  return columns;
}

double positive(double value) {
  return std::max(0.0, value);
}

std::string grouped_digits(double value) {
  std::string digits = std::to_string(static_cast<std::uint64_t>(std::llround(value)));
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), " ");
  return digits;
}

picture::BarPlot tasks_plot(const std::vector<Column>& columns) {
  const auto splits = [](const Column& column) { return column.measures->loads->tasks_of == "level2_tasks"; };
  picture::BarPlot plot;
  plot.y_title = std::all_of(columns.begin(), columns.end(), splits)    ? "level-2 tasks per node"
                 : std::none_of(columns.begin(), columns.end(), splits) ? "tasks per node"
                                                                        : "innermost tasks per node";
  plot.parts = {mean_part, busiest_part};
  for (const Column& column : columns) {
    const NodeLoads& loads = *column.measures->loads;
    plot.bars.push_back({{loads.mean_tasks, positive(loads.max_tasks - loads.mean_tasks)},
                         grouped_digits(loads.max_tasks),
                         positive(loads.mean_tasks - loads.tasks_deviation),
                         loads.mean_tasks + loads.tasks_deviation});
  }
  return plot;
}

bool has_busy_times(const Column& column) {
  return column.measures->makespan_s && column.measures->loads->max_busy_s &&
         column.measures->loads->mean_busy_s;
}

picture::BarPlot time_plot(const std::vector<Column>& columns) {
  double largest_s = 0.0;
  for (const Column& column : columns) largest_s = std::max(largest_s, *column.measures->makespan_s);
  const Unit unit = time_unit(largest_s);
  picture::BarPlot plot;
  plot.y_title = "time [" + unit.name + "]";
  plot.parts = {mean_part, busiest_part, waiting_part};
  for (const Column& column : columns) {
    const NodeLoads& loads = *column.measures->loads;
    const double mean_s = *loads.mean_busy_s;
    const double max_s = std::max(mean_s, *loads.max_busy_s);
    plot.bars.push_back({{mean_s / unit.size, (max_s - mean_s) / unit.size,
                          positive(*column.measures->makespan_s - max_s) / unit.size},
                         value_text(Objective::time, *column.measures->makespan_s),
                         0.0,
                         0.0});
  }
  return plot;
}

// A plot with a single part.
template <class ValueOf>
picture::BarPlot network_plot(const std::vector<Column>& columns, const std::string& title,
                              Objective objective, ValueOf value_of_column) {
  double largest = 0.0;
  for (const Column& column : columns) largest = std::max(largest, value_of_column(column));
  const Unit unit = objective == Objective::time ? time_unit(largest) : bytes_unit(largest);
  picture::BarPlot plot;
  plot.y_title = title + " [" + unit.name + "]";
  plot.parts = {network_part};
  for (const Column& column : columns) {
    const double value = value_of_column(column);
    plot.bars.push_back({{value / unit.size}, value_text(objective, value), 0.0, 0.0});
  }
  return plot;
}

}  // namespace

picture::BarChart sweep_loads(const Sweep& sweep, const Ranking& ranking) {
  const std::vector<Column> columns = columns_of(sweep, ranking);
  const auto is_single = [](const Column& column) { return column.measures->nodes < 2; };
  if (std::all_of(columns.begin(), columns.end(), is_single)) return {};
  const bool has_times = std::all_of(columns.begin(), columns.end(), has_busy_times);
  const auto has_link = [](const Column& column) { return column.measures->loads->link_s.has_value(); };
  picture::BarChart chart;
  chart.title = "Load of the nodes";
  chart.group_title = rest_title(sweep.definition);
  chart.parts = {"mean of all nodes (bars: standard deviation)", "busiest node above the mean",
                 "busiest node's waiting", "communication"};
  for (const Column& column : columns) {
    const SweepRow& row = sweep.rows[column.row];
    chart.columns.push_back({rest_text(sweep, row.configuration), grid_text(row), column.is_best});
  }
  chart.plots.push_back(tasks_plot(columns));
  if (has_times) chart.plots.push_back(time_plot(columns));
  if (has_times && std::all_of(columns.begin(), columns.end(), has_link))
    chart.plots.push_back(network_plot(columns, "busiest link", Objective::time,
                                       [](const Column& column) { return *column.measures->loads->link_s; }));
  chart.plots.push_back(
      network_plot(columns, "sent by all nodes", Objective::bytes,
                   [](const Column& column) { return static_cast<double>(column.measures->payload_bytes); }));
  if (columns.size() < ranking.ranked.size())
    chart.note = "the best " + std::to_string(columns.size()) + " of " +
                 std::to_string(ranking.ranked.size()) + " configurations";
  return chart;
}

}  // namespace gusset::sweep
