#include "gusset/viewer/model/timeline/picture.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "gusset/base/numbers.hpp"
#include "gusset/base/parallel.hpp"
#include "gusset/traces/picture/timeline/task_names.hpp"
#include "gusset/traces/picture/timeline/track_text.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "gusset/viewer/model/timeline/ruler.hpp"
#include "row_texels.hpp"

namespace gusset::viewer {
namespace {

constexpr double tick_spacing = 120.0;
constexpr double name_spacing = 15.0;
constexpr double name_padding = 3.0;       // left and right of a task's name
constexpr const char* fold_marker = "▾ ";  // of an unfolded node
constexpr double min_stack = 6.0;          // lower strips show only the busiest type of a column
constexpr double part_height = 4.0;        // of a stack, on average: thinner parts can't be told apart

struct ComputedStrip {
  std::size_t panel = 0;
  std::optional<picture::RowLayer> layer = {};  ///< none: the strip is a track
  std::size_t track = 0;
  std::size_t layers = 0;       ///< at most this many
  std::size_t first_layer = 0;  ///< texel of the first layer's column at the plot's left edge
};

class Composer {
 public:
  Composer(const Timeline& timeline, const TextSize& text, std::vector<KeptColumns>& kept)
      : timeline_(timeline),
        document_(timeline.document()),
        layout_(timeline.layout()),
        text_(text),
        kept_(kept),
        plot_(timeline.plot()),
        palette_(view_palette_of(timeline.document().appearance)),
        filtered_(rgba(picture::filtered_colour(timeline.document().appearance.background))) {}

  Picture compose() {
    picture_.width = timeline_.width();
    picture_.height = timeline_.height();
    picture_.background = palette_.canvas;
    picture_.track = palette_.track;
    picture_.texel_columns = static_cast<std::size_t>(plot_.width);
    if (document_.empty()) return std::move(picture_);
    for (std::size_t panel = 0; panel < layout_.panels(); ++panel) {
      placed_.push_back(placed_rows(timeline_, panel));
      title(panel);
      tracks(panel);
      rows(panel);
      names(panel);
      if (!timeline_.shows_task_names()) continue;
      picture::add_task_names(placed_[panel], {text_.height, name_padding * timeline_.scale(), text_.regular},
                              timeline_.shape() == TaskShape::box, picture_.shapes);
    }
    for (std::size_t panel = 0; panel < timeline_.rulers(); ++panel) ruler(panel);
    overview();
    compute_texels();
    set_layers();
    return std::move(picture_);
  }

 private:
  int px(double size) const { return std::max(1, static_cast<int>(std::lround(size * timeline_.scale()))); }

  static void add(std::vector<Fill>& fills, Box box, Rgba colour, float rounding = 0.0F) {
    if (box.width > 0 && box.height > 0) fills.push_back({box, colour, rounding});
  }

  void label(double x, double y, std::string text, Rgba colour, Font font, Box clip) {
    if (!text.empty())
      picture_.labels.push_back({std::round(x), std::round(y), std::move(text), colour, font, clip});
  }

  void ruler_label(double x, double y, const std::string& text, Box clip) {
    label(x, y, text, palette_.muted, Font::regular, clip);
    picture_.ruler_texts.push_back({static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)),
                                    static_cast<int>(std::ceil(text_.regular(text))) + 1,
                                    static_cast<int>(std::ceil(text_.height)) + 1});
  }

  double centred(Stretch where) const { return where.top + (where.height - text_.height) / 2; }

  // The ruler of one panel, or the one that all panels share, with grid lines through the rows it applies to.
  void ruler(std::size_t of) {
    const Stretch where = layout_.ruler(of);
    const Box band{plot_.left, where.top, plot_.width, where.height};
    const bool is_shared = timeline_.rulers() < layout_.panels();
    add(picture_.fills, {0, band.bottom() - px(1), picture_.width, px(1)}, palette_.line);
    if (document_.extent_ns == 0) return;  // nothing ran, so there are no times
    ruler_label(px(10), centred(where),
                picture::shortened(ruler_text(document_), plot_.left - px(14), text_.regular),
                {0, band.top, plot_.left, band.height});
    const std::vector<Tick> ticks =
        ruler_ticks(timeline_.ruler_axis(of), tick_spacing * timeline_.scale(), timeline_.ruler_begin_ns(of));
    double free_from = plot_.left;  // first x without a label
    for (const Tick& tick : ticks) {
      const int x = plot_.left + static_cast<int>(std::lround(tick.x));
      if (x < plot_.left || x >= plot_.right()) continue;
      const bool major = !tick.label.empty();
      const int length = px(major ? 8 : 4);
      add(picture_.fills, {x, band.bottom() - length, px(1), length}, major ? palette_.muted : palette_.line);
      if (!major) continue;
      for (std::size_t panel = 0; panel < layout_.panels(); ++panel) {
        if (!is_shared && panel != of) continue;
        const Stretch body = layout_.body(panel);
        add(picture_.over_fills, {x, body.top, px(1), body.height}, palette_.grid);
      }
      // At the right end, the label goes before its tick: the end of aligned traces is often looked up.
      const double width = text_.regular(tick.label);
      const double left = x + px(4) + width < picture_.width ? x + px(4) : x - px(4) - width;
      if (left >= free_from) {
        free_from = left + width + px(8);
        ruler_label(left, band.bottom() - px(6) - text_.height, tick.label,
                    {0, band.top, picture_.width, band.height});
      }
    }
  }

  void title(std::size_t panel) {
    const LoadedTrace& loaded = document_.panel(panel);
    const Stretch where = layout_.title(panel);
    const Box clip{0, where.top, picture_.width, where.height};
    if (panel > 0) add(picture_.fills, {0, where.top, picture_.width, px(1)}, palette_.line);
    const traces::Origin origin = loaded.trace->metadata.origin;
    const Rgba colour = origin == traces::Origin::measured    ? palette_.measured
                        : origin == traces::Origin::predicted ? palette_.predicted
                                                              : palette_.imported;
    const std::string name = loaded.origin_name();
    const int badge_height = static_cast<int>(std::lround(text_.height)) + px(4);
    const Box badge{px(10), where.top + (where.height - badge_height) / 2 + px(1),
                    static_cast<int>(std::ceil(text_.bold(name))) + px(16), badge_height};
    add(picture_.fills, badge, colour, static_cast<float>(badge_height) / 2.0F);
    const double y = badge.top + (badge.height - text_.height) / 2;
    label(badge.left + px(8), y, name, palette_.on_accent, Font::bold, clip);
    const double x = badge.right() + px(10);
    const std::string summary = loaded.summary();
    // The title may take all the room but that of the makespan: its end may tell it from another title.
    const double makespan_width = text_.regular(summary.substr(0, summary.find(" · ")) + " · …");
    const double title_width =
        std::max(plot_.width / 2.0, picture_.width - x - px(20) - std::ceil(makespan_width));
    const std::string program = picture::shortened(panel_title(document_, panel), title_width, text_.bold);
    label(x, y, program, palette_.text, Font::bold, clip);
    const double rest = x + text_.bold(program) + px(10);
    const double room = picture_.width - rest - px(10);
    label(rest, y, picture::shortened_list(summary, room, text_.regular, " · "), palette_.text, Font::regular,
          clip);
  }

  void tracks(std::size_t panel) {
    const std::span<const traces::Track> shown = timeline_.tracks(panel);
    if (shown.empty()) return;
    const Box area = rows_box(panel);
    StripGroup group{{area.left, layout_.track(panel, 0).top, area.width,
                      layout_.metrics().track_height * static_cast<int>(shown.size())},
                     {}};
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const Stretch whole = layout_.track(panel, i);
      const Stretch inner{whole.top + px(2), whole.height - px(5)};
      add_strip({panel, {}, i}, inner, group);
      // The track's name, and below it the value of its full height. Both stay beside the track, not over it.
      const double middle = whole.top + whole.height / 2.0;
      track_label(shown[i].name, whole, middle - text_.height, palette_.text);
      track_label(picture::track_top_text(shown[i]), whole, middle, palette_.muted);
      if (shown[i].limit) dashed_line(area, inner.top);
    }
    picture_.strips.push_back(std::move(group));
  }

  void track_label(const std::string& text, Stretch track, double top, Rgba colour) {
    const std::string shown = picture::shortened(text, plot_.left - px(20), text_.regular);
    label(plot_.left - px(8) - text_.regular(shown), top, shown, colour, Font::regular,
          {0, track.top, plot_.left, track.height});
  }

  // Panning does not move the dashes.
  void dashed_line(Box area, int y) {
    const int dash = px(6);
    for (int x = plot_.left; x < area.right(); x += dash + px(4)) {
      const int from = std::max(x, area.left);
      add(picture_.over_fills, {from, y, std::min(x + dash, area.right()) - from, px(1)}, palette_.text);
    }
  }

  void track_texels(const traces::Track& track, const traces::ColumnGrid& grid, std::span<Rgba> out) const {
    const double top = picture::top_of_track(track);
    const Rgba colour = rgba(picture::track_colour(track.kind, document_.appearance.background));
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto begin_ns =
          static_cast<std::int64_t>(std::floor(grid.time_from_column(static_cast<double>(i))));
      const auto end_ns = std::max(
          begin_ns + 1,
          static_cast<std::int64_t>(std::floor(grid.time_from_column(static_cast<double>(i) + 1.0))));
      const double mean = track.series.mean(begin_ns, end_ns);
      const double share = std::clamp(std::round(mean / top * 255.0), 0.0, 255.0);
      // Values above 0 stay visible.
      const auto height = mean > 0.0 ? std::max<Rgba>(1, static_cast<Rgba>(share)) : 0;
      out[i] = height == 0 ? 0 : (colour & 0x00FEFFFFU) | height << 24;
    }
  }

  // A trace's rows end with the trace. Another trace may be longer.
  Box rows_box(std::size_t panel) const {
    const auto end = static_cast<double>(document_.panel(panel).totals.makespan_ns);
    const TimeAxis axis = timeline_.axis(panel);
    const double left = std::clamp(std::floor(axis.x_from_time(0.0)), 0.0, static_cast<double>(plot_.width));
    const double right = std::clamp(std::ceil(axis.x_from_time(end)), left, static_cast<double>(plot_.width));
    const Stretch body = layout_.body(panel);
    return {plot_.left + static_cast<int>(left), body.top, static_cast<int>(right - left), body.height};
  }

  void rows(std::size_t panel) {
    const picture::PlacedRows& placed = placed_[panel];
    const std::vector<picture::RowLayer> layers = placed.layers();
    const bool has_pinned = placed.visible.pinned > 0;
    if (has_pinned) rows_within(panel, layers, true, placed.clip_of(0));
    rows_within(panel, layers, false, placed.scroll_clip());
    const Stretch scrolled = layout_.scrolled(panel);
    if (has_pinned && scrolled.height > 0) {
      const int middle = scrolled.top - layout_.metrics().node_gap / 2;
      add(picture_.fills, {0, middle, plot_.right(), px(1)}, palette_.line);
    }
  }

  // Adds the rows that stay at the top, or those that scroll.
  void rows_within(std::size_t panel, const std::vector<picture::RowLayer>& layers, bool are_pinned,
                   Box part) {
    const Box area = rows_box(panel);
    StripGroup behind{{area.left, part.top, area.width, part.height}, {}};
    StripGroup over{behind.clip, {}, true};
    for (const picture::RowLayer& layer : layers) {
      if (placed_[panel].is_pinned(layer.place) == are_pinned)
        add_strip({panel, layer}, layer.stretch, layer.is_over_all_work ? over : behind);
    }
    picture_.strips.push_back(std::move(behind));
    if (!over.strips.empty()) picture_.strips.push_back(std::move(over));
  }

  void add_strip(const ComputedStrip& strip, Stretch stretch, StripGroup& group) {
    const auto offset = static_cast<std::size_t>(group.clip.left - plot_.left);
    group.strips.push_back(
        {strips_.size() * picture_.texel_columns + offset, group.clip.left, group.clip.width, stretch});
    strips_.push_back(strip);
    if (!strip.layer || strip.layer->is_all_work || stretch.height < min_stack * timeline_.scale()) return;
    const auto fitting =
        static_cast<std::size_t>(std::max(2.0, stretch.height / (part_height * timeline_.scale())));
    const std::size_t categories = placed_[strip.panel].detail_of(*strip.layer).categories();
    if (categories > 1) strips_.back().layers = std::min({traces::Stack::max_parts, categories, fitting}) - 1;
  }

  void names(std::size_t panel) {
    const LoadedTrace& loaded = document_.panel(panel);
    const std::vector<ShownRow>& rows = timeline_.arrangement(panel).rows();
    const int scroll = timeline_.scrolls()[panel];
    const auto beside = [this](Box part) { return Box{0, part.top, plot_.left, part.height}; };
    const int node_width = loaded.node_row_counts.size() > 1 ? timeline_.node_label_width() : 0;
    if (node_width > 0) node_names(panel, node_width, beside(placed_[panel].scroll_clip()));

    // Without names, node names and tooltips identify the rows.
    const bool shows_names = timeline_.shows_worker_names(panel);
    const std::size_t pinned = timeline_.arrangement(panel).pinned_rows();
    const double spacing = name_spacing * timeline_.scale();
    const auto every =
        static_cast<std::size_t>(std::max(1.0, std::ceil(spacing / layout_.row_height(panel) - 0.2)));
    const int right = plot_.left - px(8) - timeline_.share_label_width();
    const double room = right - node_width - px(8);
    for (const std::size_t row : placed_[panel].visible) {
      if (!rows[row].pinned && (!shows_names || (row - pinned) % every != 0)) continue;
      const Stretch where = layout_.row({panel, row}, scroll);
      const Box clip = beside(placed_[panel].clip_of(row));
      const double y = centred(where);
      add_share(panel, rows[row], y, clip);
      if (rows[row].folded) continue;  // its node's name is shown there
      if (rows[row].pinned) {
        const double in_fold_marker = px(10) + text_.regular(fold_marker) / 3;
        pin_mark(where, clip, node_width > 0 ? static_cast<int>(in_fold_marker) : px(4));
        if (node_width > 0) node_name(panel, rows[row], node_width, y, clip, {});
      }
      const std::string name = picture::shortened_before_number(rows[row].label, room, text_.regular);
      label(right - text_.regular(name), y, name, palette_.muted, Font::regular, clip);
    }
  }

  // A small pin beside a pinned row's names, in place of the fold marker: a head, a collar and a needle.
  void pin_mark(Stretch row, Box clip, int middle) {
    const int top = row.top + row.height / 2 - px(4);
    if (top < clip.top || top + px(9) > clip.bottom()) return;
    const auto part = [&](int width, int from, int height) {
      add(picture_.fills, {middle - width / 2, top + from, width, height}, palette_.muted);
    };
    part(px(3), 0, px(4));
    part(px(5), px(4), px(1));
    part(px(1), px(5), px(4));
  }

  // A node's name after a fold marker, or after room for one.
  void node_name(std::size_t panel, const ShownRow& row, int node_width, double y, Box clip,
                 const std::string& marker) {
    const double indent = marker.empty() ? text_.regular(fold_marker) : 0.0;
    const std::string name = marker + document_.panel(panel).trace->nodes[row.node.value()].name;
    label(px(10) + indent, y, picture::shortened(name, node_width - px(18) - indent, text_.regular),
          palette_.text, Font::regular, clip);
  }

  // The busy share of a row's workers in the visible time.
  void add_share(std::size_t panel, const ShownRow& row, double y, Box clip) {
    if (timeline_.share_label_width() == 0) return;
    const LoadedTrace& loaded = document_.panel(panel);
    const TimeAxis axis = timeline_.axis(panel);
    const std::int64_t begin_ns = std::max<std::int64_t>(0, std::llround(axis.begin_ns()));
    const std::int64_t end_ns =
        std::min<std::int64_t>(loaded.totals.makespan_ns, std::llround(axis.end_ns()));
    if (end_ns <= begin_ns) return;
    std::vector<std::int64_t> busy_ns(loaded.detail->categories(), 0);
    std::set<traces::WorkerId> workers;
    for (const std::size_t of_trace : row.rows) {
      const traces::LaneId lane = loaded.rows[of_trace].lane;
      workers.insert(loaded.trace->lanes[lane.value()].worker);
      loaded.detail->add_busy_ns(lane.value(), begin_ns, end_ns, busy_ns);
    }
    const auto all_ns = static_cast<double>(std::accumulate(busy_ns.begin(), busy_ns.end(), std::int64_t{0}));
    const double time_ns = static_cast<double>(end_ns - begin_ns) * static_cast<double>(workers.size());
    const std::string text = percent_text(all_ns / time_ns);
    label(plot_.left - px(8) - text_.regular(text), y, text, palette_.muted, Font::regular, clip);
  }

  void node_names(std::size_t panel, int node_width, Box clip) {
    const RowArrangement& shown = timeline_.arrangement(panel);
    const int scroll = timeline_.scrolls()[panel];
    const auto [first_node, end_node] = layout_.visible_nodes(panel, scroll);
    for (std::size_t node = first_node; node < end_node; ++node) {
      const Stretch whole = layout_.node(panel, node, scroll);
      const int top = std::max(whole.top, clip.top);
      const int bottom = std::min(whole.bottom(), clip.bottom());
      if (bottom <= top) continue;
      const ShownRow& first = shown.rows()[layout_.rows_of_node(panel, node).first];
      // A folded node's only row may be lower than its text.
      if (bottom - top < text_.height * 0.8) continue;
      add(picture_.fills, {node_width - px(5), top, px(3), bottom - top}, palette_.line,
          static_cast<float>(px(1)));
      node_name(panel, first, node_width, centred({top, bottom - top}), clip,
                first.folded ? "▸ " : fold_marker);
    }
  }

  TimeAxis overview_axis(std::size_t panel) const {
    return timeline_.overview_axis().of(document_.side_by_side.placements[panel]);
  }

  void overview() {
    const Box box = timeline_.overview();
    if (box.height <= 0) return;
    add(picture_.fills, {0, box.top, picture_.width, px(1)}, palette_.line);
    if (document_.extent_ns == 0) return;
    const int padding = px(6);
    StripGroup group{{box.left, box.top + padding, box.width, box.height - 2 * padding}, {}};
    for (std::size_t panel = 0; panel < layout_.panels(); ++panel) {
      const Box strip = overview_strip(timeline_, panel);
      group.strips.push_back({(strips_.size() + panel) * picture_.texel_columns +
                                  static_cast<std::size_t>(strip.left - box.left),
                              strip.left,
                              strip.width,
                              {strip.top, strip.height}});
    }
    picture_.strips.push_back(group);
    // The ruler's text also says that the scales differ.
    const double room = box.left - px(14);
    const std::string text = document_.has_own_scales() ? "busy, own scales" : "busy";
    label(px(10), box.top + (box.height - text_.height) / 2,
          picture::shortened(text_.regular(text) <= room ? text : "busy", room, text_.regular),
          palette_.muted, Font::regular, {0, box.top, box.left, box.height});
    const TimeAxis whole = timeline_.overview_axis();
    const double left =
        std::clamp(whole.x_from_time(timeline_.axis().begin_ns()), 0.0, static_cast<double>(box.width));
    const double right =
        std::clamp(whole.x_from_time(timeline_.axis().end_ns()), left, static_cast<double>(box.width));
    if (timeline_.axis().shows_everything()) return;
    const int a = static_cast<int>(std::floor(left));
    const int b = std::max(a + px(3), static_cast<int>(std::ceil(right)));
    add(picture_.over_fills, {box.left, group.clip.top, a, group.clip.height}, palette_.shade);
    add(picture_.over_fills, {box.left + b, group.clip.top, box.width - b, group.clip.height},
        palette_.shade);
    add(picture_.over_fills, {box.left + a, group.clip.top - px(1), px(1), group.clip.height + px(2)},
        palette_.accent);
    add(picture_.over_fills, {box.left + b - px(1), group.clip.top - px(1), px(1), group.clip.height + px(2)},
        palette_.accent);
  }

  void compute_texels() {
    const std::size_t columns = picture_.texel_columns;
    const std::size_t overviews = timeline_.overview().height > 0 ? layout_.panels() : 0;
    std::size_t rows = strips_.size() + overviews;
    for (ComputedStrip& strip : strips_) {
      strip.first_layer = rows * columns;
      rows += strip.layers;
    }
    const std::size_t first_of_overviews = rows;
    rows += overviews * traces::Stack::max_parts;
    picture_.texels.assign(rows * columns, 0);
    const std::span<Rgba> all(picture_.texels);
    kept_.resize(strips_.size());
    constexpr std::size_t rows_per_column = 16;  // a column takes as long as that many rows of a table
    parallel_for(strips_.size(), strips_.size() * columns * rows_per_column, [&](std::size_t i) {
      ComputedStrip& strip = strips_[i];
      strip.layers = strip_texels(strip, kept_[i], all.subspan(i * columns, columns),
                                  all.subspan(strip.first_layer, strip.layers * columns));
    });
    for (std::size_t i = 0; i < overviews; ++i) {
      ComputedStrip strip;
      strip.first_layer = (first_of_overviews + i * traces::Stack::max_parts) * columns;
      strip.layers = profile_texels(i, all.subspan((strips_.size() + i) * columns, columns),
                                    all.subspan(strip.first_layer, traces::Stack::max_parts * columns));
      overviews_.push_back(strip);
    }
  }

  // Gives the strips the layers that their columns use.
  void set_layers() {
    const std::size_t columns = picture_.texel_columns;
    for (StripGroup& group : picture_.strips) {
      for (Strip& strip : group.strips) {
        if (strip.width == 0) continue;  // beyond the view's end, where its texel would be in the next row
        const std::size_t i = strip.first_texel / columns;
        const ComputedStrip& computed = i < strips_.size() ? strips_[i] : overviews_[i - strips_.size()];
        strip.layers = computed.layers;
        strip.first_layer = computed.first_layer + strip.first_texel % columns;
      }
    }
  }

  StackColours stack_colours(std::size_t panel) const {
    return {document_.colours.of_categories(panel),
            picture::several_types_colour(document_.appearance.background)};
  }

  // Returns how many layers are in use.
  std::size_t strip_texels(const ComputedStrip& strip, KeptColumns& kept, std::span<Rgba> out,
                           std::span<Rgba> layers) const {
    const picture::PlacedRows& rows = placed_[strip.panel];
    if (!strip.layer) {
      track_texels(timeline_.tracks(strip.panel)[strip.track], rows.grid, out);
      return 0;
    }
    const picture::RowLayer& layer = *strip.layer;
    return kept.fill({rows.table, layer.place, layer.is_all_work, layer.depth, timeline_.shape(), out.size(),
                      strip.layers, rows.grid.ns_per_column},
                     rows.grid.first_column, out, layers,
                     [&](std::int64_t first_column, std::span<Rgba> some, std::span<Rgba> layers_of_some) {
                       return layer_texels(strip.panel, layer, {first_column, rows.grid.ns_per_column}, some,
                                           layers_of_some);
                     });
  }

  std::size_t layer_texels(std::size_t panel, const picture::RowLayer& layer, const traces::ColumnGrid& grid,
                           std::span<Rgba> out, std::span<Rgba> layers) const {
    const picture::PlacedRows& rows = placed_[panel];
    const traces::LevelOfDetail& detail = rows.detail_of(layer);
    const std::span<const std::size_t> lanes = rows.table->lanes_of(layer.place);
    if (layer.is_all_work) {
      busy_texels(detail, lanes, grid, filtered_, out);
      return 0;
    }
    const StackColours colours = stack_colours(panel);
    return rows.row(layer.place).is_aggregate
               ? stacked_texels(detail, lanes, grid, colours, out, layers)
               : row_texels(detail, lanes.front(), grid, colours, timeline_.shape(), out, layers);
  }

  // Returns how many layers are in use. The work of hidden tasks is as grey as in the rows.
  std::size_t profile_texels(std::size_t panel, std::span<Rgba> out, std::span<Rgba> layers) const {
    const LoadedTrace& loaded = document_.panel(panel);
    if (loaded.profile.empty()) return 0;
    const StackColours colours = stack_colours(panel);
    std::size_t used = 0;
    const TimeAxis whole = overview_axis(panel);
    const double parts_per_ns =
        static_cast<double>(loaded.profile.size()) / static_cast<double>(loaded.totals.makespan_ns);
    for (std::size_t x = 0; x < out.size(); ++x) {
      const double at = whole.time_from_x(static_cast<double>(x) + 0.5) * parts_per_ns;
      if (at < 0.0 || at >= static_cast<double>(loaded.profile.size())) continue;
      const LoadedTrace::ProfilePart& part = loaded.profile[static_cast<std::size_t>(at)];
      out[x] = (filtered_ & 0x00FEFFFFU) | static_cast<Rgba>(part.busy) << 24;
      used = std::max(used, write_stack(part.shown, colours, out.size(), 0, layers.data() + x));
    }
    return used;
  }

  const Timeline& timeline_;
  const Document& document_;
  const RowLayout& layout_;
  const TextSize& text_;
  std::vector<KeptColumns>& kept_;  // per strip
  Box plot_;
  const ViewPalette& palette_;
  Rgba filtered_;  // colour of work hidden by filters
  Picture picture_;
  std::vector<picture::PlacedRows> placed_;  // per panel
  std::vector<ComputedStrip> strips_;
  std::vector<ComputedStrip> overviews_;  // per panel
};

}  // namespace

Stretch track_of_row(Stretch row, double scale) {
  const double height = row.height / scale;
  const int above = height >= 24 ? 2 : height >= 14 ? 1 : 0;
  const int below = height >= 24 ? 2 : height >= 5 ? 1 : 0;
  const int top = static_cast<int>(std::lround(above * scale));
  const int bottom = static_cast<int>(std::lround(below * scale));
  return {row.top + top, std::max(1, row.height - top - bottom)};
}

Box overview_strip(const Timeline& timeline, std::size_t panel) {
  const auto px = [&](double size) {
    return std::max(1, static_cast<int>(std::lround(size * timeline.scale())));
  };
  const Box box = timeline.overview();
  const Document& document = timeline.document();
  const int first = box.top + px(6);
  const int height = box.height - 2 * px(6);
  const auto count = static_cast<int>(timeline.layout().panels());
  const auto index = static_cast<int>(panel);
  const int top = first + height * index / count;
  const int bottom = first + height * (index + 1) / count - px(2);
  const auto end_ns = static_cast<double>(document.panel(panel).totals.makespan_ns);
  const TimeAxis axis = timeline.overview_axis().of(document.side_by_side.placements[panel]);
  const int from = std::max(0, static_cast<int>(std::floor(axis.x_from_time(0.0))));
  const int to = std::min(box.width, static_cast<int>(std::ceil(axis.x_from_time(end_ns))));
  return {box.left + from, top, std::max(0, to - from), bottom - top};
}

Picture compose_picture(const Timeline& timeline, const TextSize& text, std::vector<KeptColumns>* kept) {
  std::vector<KeptColumns> none;
  return Composer(timeline, text, kept != nullptr ? *kept : none).compose();
}

}  // namespace gusset::viewer
