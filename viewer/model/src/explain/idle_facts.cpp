#include "gusset/viewer/model/explain/idle_facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>

#include "gusset/base/numbers.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

using traces::IdleCause;

constexpr Rgba in_triangle = 1U << 16;  // see Strip

}  // namespace

IdleFacts idle_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph) {
  IdleFacts facts;
  facts.time = traces::idle_time(*loaded.trace, graph, facts.history);
  return facts;
}

Rgba hatched(const picture::CauseLook& look) {
  constexpr Rgba low_bits = 0x010101U;
  const auto pattern = static_cast<Rgba>(look.hatching);
  return (rgba(look.colour, 0) & ~low_bits) | (pattern & 1U) | (pattern & 2U) << 7 | (pattern & 4U) << 14;
}

std::optional<IdleCause> cause_of_part(const traces::Table::Row& row) {
  const auto* const heading = std::get_if<std::string>(&row.cells.front().value);
  for (std::size_t i = 0; heading != nullptr && i < traces::idle_causes; ++i) {
    const auto cause = static_cast<IdleCause>(i);
    if (traces::cause_text(cause).heading == *heading) return cause;
  }
  return std::nullopt;
}

void idle_texels(const LoadedTrace& loaded, const IdleFacts& facts, std::span<const std::size_t> lanes,
                 const traces::ColumnGrid& grid, traces::Background background, std::span<Rgba> out) {
  const std::vector<picture::IdleColumn> columns =
      picture::idle_columns(*loaded.trace, facts.history, lanes, grid, out.size());
  std::array<Rgba, traces::idle_causes> colours{};
  for (std::size_t i = 0; i < colours.size(); ++i)
    colours[i] = hatched(picture::cause_look(static_cast<IdleCause>(i), background));
  for (std::size_t column = 0; column < out.size(); ++column) {
    out[column] = 0;
    if (columns[column].share <= 0.0) continue;
    const auto height = std::clamp<std::int64_t>(std::llround(255.0 * columns[column].share), 1, 255);
    out[column] = colours[static_cast<std::size_t>(columns[column].cause)] | static_cast<Rgba>(height) << 24;
  }
}

namespace {

// Adds the strips of rows that have the same clip.
void add_strips_of(const Timeline& timeline, std::size_t panel, const IdleFacts& facts,
                   std::span<const std::size_t> places, Picture& picture) {
  const LoadedTrace& loaded = timeline.document().panel(panel);
  const picture::PlacedRows placed = placed_rows(timeline, panel);
  const std::size_t columns = picture.texel_columns;
  const Box area = row_box(timeline, panel, places.front());
  // The rows' groups of strips. The first group has a strip for each row.
  std::vector<const StripGroup*> groups;
  for (const StripGroup& group : picture.strips) {
    if (!group.from_top && group.clip.top == area.top && group.clip.height == area.height)
      groups.push_back(&group);
  }
  if (groups.empty()) return;
  const std::vector<Strip>& rows = groups.front()->strips;
  StripGroup idle_strips{groups.front()->clip, {}, false, true};
  for (std::size_t i = 0; i < places.size() && i < rows.size(); ++i) {
    const Strip& strip = rows[i];
    const std::size_t from = picture.texels.size();
    picture.texels.resize(from + columns, 0);
    const std::span<Rgba> texels = std::span(picture.texels).subspan(from, columns);
    idle_texels(loaded, facts, placed.table->lanes_of(places[i]), placed.grid, placed.background, texels);
    // A triangle's columns show only its task, since the row can be idle in only part of the first and the
    // last of these columns.
    for (const StripGroup* group : groups) {
      for (const Strip& drawn : group->strips) {
        if (drawn.stretch.top < strip.stretch.top || drawn.stretch.bottom() > strip.stretch.bottom())
          continue;
        const std::size_t busy = drawn.first_texel / columns * columns;
        for (std::size_t column = 0; column < columns; ++column) {
          if ((picture.texels[busy + column] & in_triangle) != 0) texels[column] = 0;
        }
      }
    }
    Strip above = strip;
    above.first_texel = from + strip.first_texel % columns;
    idle_strips.strips.push_back(above);
  }
  picture.strips.push_back(std::move(idle_strips));
}

}  // namespace

std::optional<Tooltip> idle_tooltip(const LoadedTrace& loaded, const IdleFacts& facts, const Row& row,
                                    double time_ns, Pointer pointer) {
  const auto stretches = facts.history.stretches(loaded.trace->lanes[row.lane.value()].worker);
  const auto after = std::ranges::upper_bound(
      stretches, time_ns, {}, [](const auto& stretch) { return static_cast<double>(stretch.begin_ns()); });
  if (after == stretches.begin()) return std::nullopt;
  const traces::IdleHistory::Stretch& stretch = *std::prev(after);
  if (static_cast<double>(stretch.end_ns()) <= time_ns) return std::nullopt;
  const traces::CauseText& cause = traces::cause_text(stretch.cause());
  Tooltip tooltip{pointer,
                  std::nullopt,
                  {{"", "idle: " + std::string(cause.heading)},
                   {"because", std::string(cause.meaning)},
                   {"for", duration_text_ns(stretch.end_ns() - stretch.begin_ns())}}};
  const traces::SpanColumns& spans = loaded.trace->lanes[row.lane.value()].spans;
  const auto first = std::ranges::lower_bound(spans.begin_ns, stretch.end_ns());
  for (auto span = static_cast<std::size_t>(first - spans.begin_ns.begin()); span < spans.size(); ++span) {
    if (spans.kind[span] != traces::SpanKind::run || spans.task[span].is_none()) continue;
    tooltip.lines.push_back({"then", task_name(loaded, spans.task[span])});
    tooltip.lines.push_back({"why only then", "click that task and press Y"});
    break;
  }
  return tooltip;
}

void add_idle_strips(const Timeline& timeline, std::size_t panel, const IdleFacts& facts, Picture& picture) {
  if (panel >= timeline.layout().panels() || picture.texel_columns == 0) return;
  const picture::VisibleRows visible = timeline.layout().visible_rows(panel, timeline.scrolls()[panel]);
  std::vector<std::size_t> places;
  for (const std::size_t place : visible) places.push_back(place);
  const std::span<const std::size_t> all(places);
  if (visible.pinned > 0) add_strips_of(timeline, panel, facts, all.first(visible.pinned), picture);
  if (places.size() > visible.pinned)
    add_strips_of(timeline, panel, facts, all.subspan(visible.pinned), picture);
}

}  // namespace gusset::viewer
