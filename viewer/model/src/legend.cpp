#include "gusset/viewer/model/legend.hpp"

#include <algorithm>

namespace gusset::viewer {

std::vector<LegendRow> legend_rows(const Document& document,
                                   const std::vector<const traces::Statistics*>& totals) {
  std::vector<LegendRow> rows;
  for (const std::string& name : document.colours.names()) {
    rows.push_back(
        {name, TypeColours::colour(rows.size()), std::vector<std::optional<LegendCell>>(totals.size())});
  }
  std::vector<std::int64_t> busy_ns(rows.size(), 0);
  for (std::size_t panel = 0; panel < totals.size(); ++panel) {
    const std::size_t types = document.panel(panel).trace->types.size();
    for (std::size_t type = 0; type < types; ++type) {
      rows[document.colours.name_of(panel, traces::TypeId(type))].cells[panel] = LegendCell{};
    }
    for (const traces::TypeStatistics& type : document.panel(panel).totals.types) {
      busy_ns[document.colours.name_of(panel, type.type)] += type.busy_ns;
    }
    for (const traces::TypeStatistics& type : totals[panel]->types) {
      const std::size_t name = document.colours.name_of(panel, type.type);
      LegendCell& cell = *rows[name].cells[panel];
      cell.tasks += type.tasks;
      cell.busy_ns += type.busy_ns;
      cell.share += type.share;
    }
  }
  std::vector<std::size_t> order(rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return busy_ns[a] > busy_ns[b]; });
  std::vector<LegendRow> sorted;
  for (const std::size_t i : order) sorted.push_back(std::move(rows[i]));
  return sorted;
}

}  // namespace gusset::viewer
