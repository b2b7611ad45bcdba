#include "gusset/viewer/model/explain/idle_facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

using traces::IdleCause;

constexpr Rgba in_triangle = 1U << 16;  // see Strip

// Neutral tones, so that no cause looks like a type of task.
traces::Colour tone(bool is_strong, traces::Background background) {
  if (!is_strong) return {0x8A, 0x94, 0xA0};
  return background == traces::Background::dark ? traces::Colour{0xD2, 0xD8, 0xE0}
                                                : traces::Colour{0x48, 0x50, 0x5A};
}

void add(traces::IdleParts& sum, const traces::IdleParts& parts) {
  for (std::size_t cause = 0; cause < traces::idle_causes; ++cause) sum.ns[cause] += parts.ns[cause];
}

}  // namespace

IdleFacts idle_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph) {
  IdleFacts facts;
  facts.time = traces::idle_time(*loaded.trace, graph, facts.history);
  return facts;
}

CauseLook cause_look(IdleCause cause, traces::Background background) {
  const auto strong = [&](Hatching hatching) { return CauseLook{tone(true, background), hatching}; };
  const auto quiet = [&](Hatching hatching) { return CauseLook{tone(false, background), hatching}; };
  switch (cause) {
    case IdleCause::ready_not_taken:
      return strong(Hatching::rising);
    case IdleCause::unsubmitted:
      return strong(Hatching::falling);
    case IdleCause::submitting:
      return strong(Hatching::vertical);
    case IdleCause::message:
      return strong(Hatching::horizontal);
    case IdleCause::lock:
      return strong(Hatching::crossed);
    case IdleCause::no_work:
      return quiet(Hatching::rising);
    case IdleCause::release:
      return quiet(Hatching::falling);
    case IdleCause::preempted:
      return quiet(Hatching::vertical);
    case IdleCause::outside_regions:
      return quiet(Hatching::horizontal);
    case IdleCause::unknown:
      break;
  }
  return quiet(Hatching::crossed);
}

Rgba hatched(const CauseLook& look) {
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

void idle_texels(const LoadedTrace& loaded, const IdleFacts& facts, const std::vector<std::size_t>& rows,
                 const traces::ColumnGrid& grid, traces::Background background, std::span<Rgba> out) {
  std::vector<traces::WorkerId> workers;
  for (const std::size_t row : rows)
    workers.push_back(loaded.trace->lanes[loaded.rows[row].lane.value()].worker);
  std::sort(workers.begin(), workers.end());
  workers.erase(std::unique(workers.begin(), workers.end()), workers.end());
  std::array<Rgba, traces::idle_causes> colours{};
  for (std::size_t i = 0; i < colours.size(); ++i)
    colours[i] = hatched(cause_look(static_cast<IdleCause>(i), background));
  const auto edge = [&](std::size_t column) {
    return static_cast<std::int64_t>(std::floor(grid.time_from_column(static_cast<double>(column))));
  };
  const auto sum_before = [&](std::int64_t time_ns) {
    traces::IdleParts sum;
    for (const traces::WorkerId worker : workers) add(sum, facts.history.before(worker, time_ns));
    return sum;
  };
  std::int64_t begin_ns = edge(0);
  traces::IdleParts before = sum_before(begin_ns);
  for (std::size_t column = 0; column < out.size(); ++column) {
    const std::int64_t end_ns = edge(column + 1);
    out[column] = 0;
    traces::IdleParts parts;
    std::int64_t width_ns = end_ns - begin_ns;
    if (width_ns > 0) {
      const traces::IdleParts after = sum_before(end_ns);
      for (std::size_t cause = 0; cause < traces::idle_causes; ++cause)
        parts.ns[cause] = after.ns[cause] - before.ns[cause];
      before = after;
      begin_ns = end_ns;
    } else {  // columns within the same nanosecond look the same
      for (const traces::WorkerId worker : workers)
        add(parts, facts.history.parts(worker, begin_ns, begin_ns + 1));
      width_ns = 1;
    }
    const std::int64_t idle_ns = parts.total_ns();
    if (idle_ns <= 0) continue;
    const auto most = std::max_element(parts.ns.begin(), parts.ns.end());
    const double whole_ns = static_cast<double>(width_ns) * static_cast<double>(workers.size());
    const auto height =
        std::clamp<std::int64_t>(std::llround(255.0 * static_cast<double>(idle_ns) / whole_ns), 1, 255);
    out[column] = colours[static_cast<std::size_t>(most - parts.ns.begin())] | static_cast<Rgba>(height)
                                                                                   << 24;
  }
}

namespace {

// Adds the strips of rows that have the same clip.
void add_strips_of(const Timeline& timeline, std::size_t panel, const IdleFacts& facts,
                   std::span<const std::size_t> places, Picture& picture) {
  const LoadedTrace& loaded = timeline.document().panel(panel);
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
    idle_texels(loaded, facts, timeline.arrangement(panel).rows()[places[i]].rows,
                timeline.axis(panel).grid(), timeline.document().appearance.background, texels);
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
