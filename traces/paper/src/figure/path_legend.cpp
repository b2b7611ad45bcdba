#include "path_legend.hpp"

#include <algorithm>
#include <set>

#include "canvas/text.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/timeline/drawn_chain.hpp"

namespace gusset::paper {
namespace {

using picture::colour_of;

constexpr picture::Rgba work_bound_on_white = picture::rgba(90, 100, 110);
constexpr std::size_t bounds_of_path = 2;

}  // namespace

std::vector<PathBound> path_bounds(const traces::CriticalPathAnalysis& path) {
  return {{"critical-path bound", path.bound.length_ns, picture::bound_on_white},
          {"work \xC3\xB7 workers", path.work_bound_ns, work_bound_on_white}};
}

std::vector<PathBound> bounds_of(const Panel& panel) {
  std::vector<PathBound> bounds;
  if (panel.critical_path != nullptr) bounds = path_bounds(*panel.critical_path);
  for (const Bound& bound : panel.bounds)
    bounds.push_back({bound.name, bound.time_ns, picture::bound_on_white});
  return bounds;
}

std::vector<LegendEntry> path_entries(const std::vector<Panel>& panels) {
  std::vector<LegendEntry> entries;
  std::vector<LegendEntry> lines;
  for (const Panel& panel : panels) {
    if (panel.critical_path == nullptr) continue;
    const std::vector<PathBound> of_panel = path_bounds(*panel.critical_path);
    for (std::size_t i = 0; i < bounds_of_path; ++i) {
      if (lines.size() < bounds_of_path)
        lines.push_back({of_panel[i].name, colour_of(of_panel[i].colour), LegendSample::dashes});
      else
        lines[i].text += " |";
      lines[i].text += " " + duration_text_ns(of_panel[i].time_ns);
    }
  }
  if (!lines.empty()) {
    entries.push_back({"critical path", colour_of(picture::bound_on_white), LegendSample::frame});
    entries.push_back({"critical chain", colour_of(picture::chain_on_white), LegendSample::upper_bar});
    entries.insert(entries.end(), lines.begin(), lines.end());
  }
  std::set<std::string> named;
  for (const Panel& panel : panels) {
    for (const Bound& bound : panel.bounds) {
      if (named.insert(bound.name).second)
        entries.push_back({printable(bound.name), colour_of(picture::bound_on_white), LegendSample::dashes});
    }
  }
  std::size_t selected = 0;
  for (const Panel& panel : panels) selected += panel.selected.size();
  if (selected > 0) {
    entries.push_back({selected == 1 ? "selected task" : "selected tasks", colour_of(selected_on_white),
                       LegendSample::frame});
  }
  if (!entries.empty()) entries.front().begins_line = true;
  return entries;
}

}  // namespace gusset::paper
