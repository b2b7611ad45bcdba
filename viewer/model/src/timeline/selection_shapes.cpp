#include "gusset/viewer/model/timeline/selection_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

constexpr std::uint8_t bundle_alpha = 60;

}  // namespace

std::shared_ptr<const MarkedSet> mark_set(const Document& document, std::shared_ptr<const TaskSet> set) {
  auto marked = std::make_shared<MarkedSet>();
  for (const auto& loaded : document.traces) marked->panels.emplace_back(*loaded);
  marked->ranges.resize(document.traces.size());
  for (std::size_t i = 0; i < set->tasks.size(); ++i) {
    const std::optional<TimeRange> range = document.range_of(set->tasks[i]);
    const std::optional<RowReference> row = document.row_of(set->tasks[i]);
    if (!range || !row) continue;
    marked->panels[row->panel].add(document.panel(row->panel), set->tasks[i].task);
    std::optional<TimeRange>& all = marked->ranges[row->panel];
    if (!all) all = range;
    all->begin_ns = std::min(all->begin_ns, range->begin_ns);
    all->end_ns = std::max(all->end_ns, range->end_ns);
    if (!marked->first_row) marked->first_row = row;
    if (std::pair(row->panel, row->row) < std::pair(marked->first_row->panel, marked->first_row->row))
      marked->first_row = row;
  }
  for (picture::MarkedTasks& tasks : marked->panels) tasks.finish();
  marked->set = std::move(set);
  return marked;
}

std::optional<TimeRange> MarkedSet::range_on_axis(const Document& document) const {
  std::optional<TimeRange> all;
  for (std::size_t panel = 0; panel < std::min(ranges.size(), document.traces.size()); ++panel) {
    if (!ranges[panel]) continue;
    const TimeRange here = document.on_axis(panel, *ranges[panel]);
    all = all ? TimeRange{std::min(all->begin_ns, here.begin_ns), std::max(all->end_ns, here.end_ns)} : here;
  }
  return all;
}

void add_set_shapes(const Timeline& timeline, const MarkedSet& set, Shapes& shapes,
                    std::optional<std::uint32_t> colour) {
  const Rgba line_colour = colour.value_or(view_palette_of(timeline.document().appearance).text);
  const std::size_t panels = std::min(timeline.layout().panels(), set.panels.size());
  // With a type's colour, there is no tint: it would look like tasks of that type.
  const Rgba tint = colour ? 0 : with_alpha(line_colour, bundle_alpha);
  for (std::size_t panel = 0; panel < panels; ++panel)
    picture::outline_tasks(placed_rows(timeline, panel), set.panels[panel], {line_colour, tint}, shapes);
}

void add_row_shapes(const Timeline& timeline, const SelectionState& selection, Shapes& shapes) {
  if (selection.task() || selection.set != nullptr) return;
  const Rgba accent = view_palette_of(timeline.document().appearance).accent;
  for (const RowReference& row : selection.rows) {
    if (row.panel >= timeline.layout().panels()) continue;
    const std::optional<std::size_t> shown = timeline.arrangement(row.panel).place_of(row.row);
    const std::optional<Stretch> place = timeline.stretch_of(row);
    if (!shown || !place) continue;
    Box clip = row_box(timeline, row.panel, *shown);
    clip.width += clip.left;  // includes the row's name
    clip.left = 0;
    const Box plot = timeline.plot();
    const int line = std::max(1, static_cast<int>(std::lround(timeline.scale())));
    shapes.bars.push_back({{0, place->top, plot.left, place->height}, with_alpha(accent, 40), clip});
    shapes.bars.push_back({{0, place->top, plot.right(), line}, accent, clip});
    shapes.bars.push_back({{0, place->bottom() - line, plot.right(), line}, accent, clip});
  }
}

void reveal_selection(Timeline& timeline, const SelectionState& selection, const MarkedSet* set) {
  if (const std::optional<TaskReference> task = selection.task()) {
    timeline.reveal(*task);
    return;
  }
  if (selection.set != nullptr) {
    if (set == nullptr || set->set != selection.set) return;
    if (const std::optional<TimeRange> range = set->range_on_axis(timeline.document()))
      timeline.reveal(*range, set->first_row);
    return;
  }
  std::optional<RowReference> row;
  for (const RowReference& at : selection.rows) {
    if (at.panel < timeline.layout().panels() && at.row < timeline.document().panel(at.panel).rows.size()) {
      row = at;
      break;
    }
  }
  if (selection.range) {
    timeline.reveal(*selection.range, row);
  } else if (row) {
    const TimeAxis& axis = timeline.axis();
    timeline.reveal(TimeRange{static_cast<std::int64_t>(std::ceil(axis.begin_ns())),
                              static_cast<std::int64_t>(std::floor(axis.end_ns()))},
                    row);
  }
}

}  // namespace gusset::viewer
