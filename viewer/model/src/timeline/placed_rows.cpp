#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {

picture::PlacedRows placed_rows(const Timeline& timeline, std::size_t panel) {
  picture::PlacedRows rows;
  if (panel >= timeline.layout().panels()) return rows;
  const RowLayout& layout = timeline.layout();
  const Document& document = timeline.document();
  rows.detail = &document.panel(panel);
  rows.colours = &document.colours;
  rows.panel = panel;
  rows.background = document.appearance.background;
  rows.clip = rows_box(timeline, panel);
  rows.grid = timeline.axis(panel).grid();
  rows.table = timeline.row_table(panel);
  rows.scroll = timeline.scrolls()[panel];
  if (layout.still_rows(panel) > 0) rows.scroll_top = layout.scrolled(panel).top;
  rows.visible = layout.visible_rows(panel, rows.scroll);
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

Box row_box(const Timeline& timeline, std::size_t panel, std::size_t place) {
  return placed_rows(timeline, panel).clip_of(place);
}

Stretch track_at(const Timeline& timeline, std::size_t panel, std::size_t place, std::size_t depth) {
  return placed_rows(timeline, panel).track_at(place, depth);
}

std::optional<Stretch> track_of(const Timeline& timeline, TaskReference task) {
  const std::optional<RowReference> row = timeline.document().row_of(task);
  if (!row || row->panel >= timeline.arrangements().size()) return std::nullopt;
  const std::optional<std::size_t> place = timeline.arrangement(row->panel).place_of(row->row);
  if (!place) return std::nullopt;
  return track_at(timeline, row->panel, *place, timeline.document().panel(row->panel).depth(task.task));
}

}  // namespace gusset::viewer
