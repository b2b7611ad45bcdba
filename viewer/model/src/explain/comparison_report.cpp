#include "gusset/viewer/model/explain/comparison_report.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "gusset/base/numbers.hpp"

namespace gusset::viewer {
namespace {

// The columns that all tables of a comparison have.
enum ChangeColumn : std::size_t { name_cell, a_cell, b_cell, change_cell };

std::int64_t change_of(const traces::Table::Row& row) {
  const auto* change = std::get_if<std::int64_t>(&row.cells[change_cell].value);
  return change == nullptr ? 0 : *change;
}

ChangeSection section_of(const traces::Table& table) {
  ChangeSection section{table.columns[name_cell].heading, table.remark, {}};
  std::vector<traces::Table::Row> rows = table.rows;
  std::int64_t largest = 0;
  for (const traces::Table::Row& row : rows) largest = std::max(largest, std::abs(change_of(row)));
  if (rows.size() > max_change_bars) {
    section.note =
        "… and " + count_text(rows.size() - max_change_bars, "more " + table.noun) + " that changed less";
    std::stable_sort(rows.begin(), rows.end(), [](const auto& x, const auto& y) {
      return std::abs(change_of(x)) > std::abs(change_of(y));
    });
    rows.resize(max_change_bars);
  }
  for (const traces::Table::Row& row : rows) {
    const auto text = [&](std::size_t cell) {
      return traces::cell_text(table.columns[cell].kind, row.cells[cell]);
    };
    section.bars.push_back(
        {text(name_cell), text(a_cell), text(b_cell), text(change_cell),
         largest == 0 ? 0.0 : static_cast<double>(change_of(row)) / static_cast<double>(largest)});
  }
  return section;
}

}  // namespace

std::vector<ChangeSection> change_sections(const traces::Answer& comparison) {
  std::vector<ChangeSection> sections;
  for (const traces::Table& table : comparison.tables) sections.push_back(section_of(table));
  return sections;
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
