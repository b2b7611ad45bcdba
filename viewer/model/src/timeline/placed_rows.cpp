#include "gusset/viewer/model/timeline/placed_rows.hpp"

#include <algorithm>

namespace gusset::viewer {
namespace {

Stretch track(const Timeline& timeline, std::size_t panel, std::size_t place) {
  return track_of_row(timeline.layout().row({panel, place}, timeline.scrolls()[panel]), timeline.scale());
}

std::size_t sub_rows(const Timeline& timeline, std::size_t panel, const ShownRow& shown) {
  return shown.folded ? 1 : timeline.sub_rows({panel, shown.rows.front()});
}

}  // namespace

picture::PlacedRows placed_rows(const Timeline& timeline, std::size_t panel) {
  picture::PlacedRows rows;
  if (panel >= timeline.layout().panels()) return rows;
  const RowLayout& layout = timeline.layout();
  const int scroll = timeline.scrolls()[panel];
  const Document& document = timeline.document();
  const LoadedTrace& loaded = document.panel(panel);
  rows.detail = &loaded;
  rows.colours = &document.colours;
  rows.panel = panel;
  rows.background = document.appearance.background;
  rows.clip = rows_box(timeline, panel);
  rows.grid = timeline.axis(panel).grid();
  const RowArrangement& arrangement = timeline.arrangement(panel);
  std::vector<std::size_t> lanes;
  for (const ShownRow& shown : arrangement.rows()) {
    lanes.clear();
    for (const std::size_t row : shown.rows) lanes.push_back(loaded.rows[row].lane.value());
    rows.add_row(lanes, shown.folded, track(timeline, panel, rows.rows.size()),
                 sub_rows(timeline, panel, shown));
  }
  rows.visible = layout.visible_rows(panel, scroll);
  std::size_t first = 0;
  for (std::size_t i = 0; i < arrangement.node_row_counts().size();
       first += arrangement.node_row_counts()[i], ++i)
    rows.nodes[arrangement.rows()[first].node] = layout.node(panel, i, scroll);
  rows.row_height = layout.row_height(panel);
  rows.scale = timeline.scale();
  rows.text_width = [&timeline](std::string_view text) { return timeline.text_width(text); };
  rows.tag_size.height *= rows.scale;
  rows.tag_size.padding *= rows.scale;
  rows.tag_size.margin *= rows.scale;
  rows.has_pointer = true;
  return rows;
}

Box rows_box(const Timeline& timeline, std::size_t panel) {
  const Stretch body = timeline.layout().body(panel);
  return {timeline.plot().left, body.top, timeline.plot().width, body.height};
}

Stretch track_at(const Timeline& timeline, std::size_t panel, std::size_t place, std::size_t depth) {
  const std::size_t count = sub_rows(timeline, panel, timeline.arrangement(panel).rows()[place]);
  const Stretch whole = track(timeline, panel, place);
  return count == 1 ? whole : picture::sub_row(whole, std::min(depth, count - 1), count, timeline.scale());
}

std::optional<Stretch> track_of(const Timeline& timeline, TaskReference task) {
  const std::optional<RowReference> row = timeline.document().row_of(task);
  if (!row || row->panel >= timeline.arrangements().size()) return std::nullopt;
  const std::optional<std::size_t> place = timeline.arrangement(row->panel).place_of(row->row);
  if (!place) return std::nullopt;
  return track_at(timeline, row->panel, *place, timeline.document().panel(row->panel).depth(task.task));
}

}  // namespace gusset::viewer
