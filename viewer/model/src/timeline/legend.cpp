#include "gusset/viewer/model/timeline/legend.hpp"

#include <algorithm>
#include <cstdint>

namespace gusset::viewer {
namespace {

// The colouring of the traces that have one; null if all are coloured by type.
const traces::Colouring* colouring_of(const Document& document) {
  const auto coloured = std::find_if(document.traces.begin(), document.traces.end(),
                                     [](const auto& loaded) { return loaded->colouring != nullptr; });
  return coloured == document.traces.end() ? nullptr : (*coloured)->colouring.get();
}

}  // namespace

std::string legend_title(const Document& document) {
  const traces::Colouring* const colouring = colouring_of(document);
  return colouring == nullptr ? "Type" : colouring->title();
}

std::vector<LegendRow> legend_rows(const Document& document,
                                   const std::vector<const std::vector<CategoryTotal>*>& totals) {
  std::vector<LegendRow> rows;
  for (const std::string& name : document.colours.names()) {
    rows.push_back({name,
                    document.colours.colour(rows.size()),
                    document.appearance.hidden.contains(name),
                    {},
                    std::vector<std::optional<CategoryTotal>>(totals.size())});
  }
  std::vector<std::int64_t> busy_ns(rows.size(), 0);
  std::vector<std::uint64_t> tasks(rows.size(), 0);
  for (std::size_t panel = 0; panel < totals.size(); ++panel) {
    for (std::size_t category = 0; category < document.colours.count(panel); ++category) {
      const std::size_t name = document.colours.name_of(panel, category);
      const CategoryTotal& whole = document.panel(panel).category_totals[category];
      busy_ns[name] += whole.busy_ns;
      tasks[name] += whole.tasks;
      std::optional<CategoryTotal>& cell = rows[name].cells[panel];
      if (!cell) cell = CategoryTotal{};
      const CategoryTotal& part = (*totals[panel])[category];
      cell->tasks += part.tasks;
      cell->busy_ns += part.busy_ns;
      cell->share += part.share;
    }
  }
  std::vector<std::size_t> order;
  const bool is_coloured = colouring_of(document) != nullptr;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_coloured || tasks[i] > 0) order.push_back(i);
  }
  if (!is_coloured) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return busy_ns[a] > busy_ns[b]; });
  }
  std::vector<LegendRow> sorted;
  for (const std::size_t i : order) {
    const auto match = std::find_if(sorted.begin(), sorted.end(),
                                    [&](const LegendRow& row) { return row.colour == rows[i].colour; });
    if (match != sorted.end()) rows[i].same_colour_as = match->name;
    sorted.push_back(std::move(rows[i]));
  }
  return sorted;
}

}  // namespace gusset::viewer
