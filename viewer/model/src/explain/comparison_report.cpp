#include "gusset/viewer/model/explain/comparison_report.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "gusset/base/numbers.hpp"

namespace gusset::viewer {
namespace {

std::int64_t change_of(const traces::Table::Row& row) {
  const auto* change = std::get_if<std::int64_t>(&row.cells[change_cell].value);
  return change == nullptr ? 0 : *change;
}

}  // namespace

traces::Table largest_changes(traces::Table table) {
  if (table.rows.size() <= max_change_bars) return table;
  table.remark =
      "… and " + count_text(table.rows.size() - max_change_bars, "more " + table.noun) + " that changed less";
  std::stable_sort(table.rows.begin(), table.rows.end(), [](const auto& x, const auto& y) {
    return std::abs(change_of(x)) > std::abs(change_of(y));
  });
  table.rows.resize(max_change_bars);
  return table;
}

std::vector<double> change_shares(const traces::Table& table) {
  std::int64_t largest = 1;
  for (const traces::Table::Row& row : table.rows) largest = std::max(largest, std::abs(change_of(row)));
  std::vector<double> shares;
  for (const traces::Table::Row& row : table.rows)
    shares.push_back(static_cast<double>(change_of(row)) / static_cast<double>(largest));
  return shares;
}

std::optional<ReportSection> matches_section(const Document& document, Comparisons& comparisons,
                                             TaskReference task) {
  if (document.traces.size() < 2) return std::nullopt;
  ReportSection section{"Same task in other traces", {}};
  for (std::size_t panel = 0; panel < document.traces.size(); ++panel) {
    if (panel == task.panel) continue;
    ReportLine line{document.panel(panel).name(), {}, true};
    const bool is_known = comparisons.knows_matches(std::min(panel, task.panel), std::max(panel, task.panel));
    const auto match = comparisons.match(task, panel);
    if (match) {
      const std::optional<TimeRange> range = document.range_of(*match);
      line.unknown = false;
      line.pieces.push_back({task_name(document.panel(panel), match->task), match});
      if (range) line.pieces.push_back({", " + duration_text_ns(range->duration_ns()), std::nullopt});
    } else {
      line.pieces.push_back({is_known ? "no match" : "…", std::nullopt});
    }
    section.lines.push_back(std::move(line));
  }
  return section;
}

}  // namespace gusset::viewer
