#include "graph_legend.hpp"

#include <algorithm>
#include <string>

#include "canvas/text.hpp"
#include "figure/layout.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "gusset/traces/picture/graph/graph_shares.hpp"

namespace gusset::paper {
namespace {

using traces::GraphBox;
using traces::GraphLine;
using traces::GraphScene;

struct NamedSum {
  Colour colour;
  std::uint64_t tasks = 0;
  double busy_ns = 0.0;
};

/// Sums over all tasks.
struct Sums {
  std::vector<NamedSum> named;  ///< indexed like the colours' names
  std::uint64_t hidden = 0;
  double busy_ns = 0.0;
};

Sums sums_of(const GraphFigure& figure, const traces::TaskTimes& times, const CategoryColours& colours) {
  const traces::Trace& trace = *figure.trace;
  Sums sums;
  sums.named.resize(colours.names().size());
  for (std::size_t i = 0; i < trace.tasks.size(); ++i) {
    const traces::TaskId task(i);
    const std::size_t category =
        traces::category_in_graph(trace, task, figure.colouring.get(), figure.shown.get());
    const auto busy_ns = static_cast<double>(times.duration_ns[i]);
    sums.busy_ns += busy_ns;
    if (category == traces::hidden_category) {
      ++sums.hidden;
      continue;
    }
    // Types beyond the number of categories have separate names and the colour of the type that shares their
    // category.
    const std::size_t name =
        figure.colouring != nullptr ? category : std::size_t{trace.tasks.type[i].value()};
    NamedSum& sum = sums.named[colours.name_of(0, name)];
    if (sum.tasks == 0) sum.colour = colour_in_graph(colours, category);
    ++sum.tasks;
    sum.busy_ns += busy_ns;
  }
  return sums;
}

/// Writes "120 · 61.2 %"; without the share if nothing ran.
std::string amount(std::uint64_t tasks, double busy_ns, double all_ns) {
  const std::string text = count_text(tasks);
  return all_ns > 0.0 ? text + " · " + percent_text(busy_ns / all_ns) : text;
}

void add_colours(const GraphFigure& figure, const Sums& sums, const CategoryColours& colours,
                 std::vector<LegendEntry>& entries) {
  std::vector<LegendName> names;
  for (const NamedSum& sum : sums.named)
    names.push_back(
        {sum.colour, sum.tasks > 0, sums.busy_ns > 0.0 ? sum.busy_ns : static_cast<double>(sum.tasks)});
  std::vector<LegendEntry> named = named_entries(colours, figure.colouring.get(), names, LegendSample::box,
                                                 [&](std::span<const std::size_t> of) {
                                                   NamedSum all;
                                                   for (const std::size_t name : of) {
                                                     all.tasks += sums.named[name].tasks;
                                                     all.busy_ns += sums.named[name].busy_ns;
                                                   }
                                                   return amount(all.tasks, all.busy_ns, sums.busy_ns);
                                                 });
  if (sums.hidden > 0) named.push_back(not_shown_entry(count_text(sums.hidden), LegendSample::box));
  if (named.empty()) return;
  const std::string by = figure.colouring == nullptr ? "" : figure.colouring->title() + ", ";
  entries.push_back(
      {by + (sums.busy_ns > 0.0 ? "tasks and share of busy time:" : "tasks:"), {}, LegendSample::none});
  entries.insert(entries.end(), named.begin(), named.end());
}

void add_marks(const GraphScene& scene, std::vector<LegendEntry>& entries) {
  const auto has_box = [&](GraphBox::Kind kind) {
    return std::any_of(scene.boxes.begin(), scene.boxes.end(),
                       [&](const GraphBox& box) { return box.kind == kind; });
  };
  const auto has_line = [&](GraphLine::Kind kind) {
    return std::any_of(scene.lines.begin(), scene.lines.end(),
                       [&](const GraphLine& line) { return !line.is_bundled && line.kind == kind; });
  };
  const picture::GraphPalette& palette = picture::graph_palette_on_page();
  if (has_box(GraphBox::Kind::version))
    entries.push_back({picture::version_meaning, palette.version, LegendSample::version});
  if (has_line(GraphLine::Kind::only_waits))
    entries.push_back({picture::only_waits_meaning, palette.muted, LegendSample::dots});
  if (has_line(GraphLine::Kind::creates))
    entries.push_back({picture::creates_meaning, palette.muted, LegendSample::dots});
  if (scene.undrawn_creations > 0)
    entries.push_back({"creation of " + count_text(scene.undrawn_creations, "task") + " not drawn",
                       {},
                       LegendSample::none});
  if (has_line(GraphLine::Kind::commutes))
    entries.push_back({picture::commutes_meaning, palette.muted, LegendSample::dashes});
  if (has_box(GraphBox::Kind::junction))
    entries.push_back({picture::junction_meaning, palette.muted, LegendSample::junction});
}

}  // namespace

std::vector<LegendEntry> graph_legend(const GraphFigure& figure, const traces::TaskTimes& times,
                                      const CategoryColours& colours) {
  std::vector<LegendEntry> entries;
  add_colours(figure, sums_of(figure, times, colours), colours, entries);
  add_marks(*figure.scene, entries);
  return entries;
}

Colour colour_in_graph(const CategoryColours& colours, std::size_t category) {
  return category == traces::hidden_category ? filtered_colour : colours.of_categories(0)[category];
}

}  // namespace gusset::paper
