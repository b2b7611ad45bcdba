#include "gusset/viewer/model/timeline/timeline.hpp"

#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/track_text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {
namespace {

constexpr int right_margin = 14;
constexpr int label_margin = 10;
constexpr int min_label_width = 60;
constexpr int max_label_width = 150;
constexpr int min_width_per_labels = 4;  // window width ÷ label width; below it, busy shares are left out
constexpr double min_named_row = 12.0;
constexpr double min_projected_row = 7.0;        // then only every second row is named
constexpr double min_row_with_names = 17.0;      // tasks in such a row show their names
constexpr std::size_t max_rows_with_names = 16;  // on a projector; more rows are an overview
constexpr int marks_row_height = 20;
constexpr int bounds_row_height = 22;
constexpr int overview_row_height = 18;
constexpr int overview_padding = 6;
constexpr double centred_pixels = 2.0;

int pixels(double size, double scale) {
  return static_cast<int>(std::lround(size * scale));
}

}  // namespace

Timeline::Timeline(MeasureText measure_label)
    : measure_label_(std::move(measure_label)), document_(std::make_shared<Document>()) {}

void Timeline::set_document(std::shared_ptr<const Document> document, bool keep_view) {
  const bool had_view = keep_view && !document_->empty();
  const std::shared_ptr<const Document> before = std::exchange(document_, std::move(document));
  if (!had_view || !have_same_traces(*before, *document_)) {
    history_.clear();
    restored_axis_.reset();
    const Appearance& appearance = document_->appearance;
    settings_ = {appearance.colour_by, appearance.conditions, appearance.hidden, document_->alignment};
  }
  if (!had_view) {
    scrolls_.clear();
    row_options_.clear();
  }
  scrolls_.resize(document_->traces.size(), 0);
  row_options_.resize(document_->traces.size());
  arrange();
  lay_out();
  if (had_view) {
    realign(*before);
  } else {
    axis_ = TimeAxis(document_->extent_ns, axis_.width());
  }
}

// Keeps the top trace's times in view.
void Timeline::realign(const Document& before) {
  if (restored_axis_ && document_->alignment == settings_.alignment) {
    axis_ = restored_axis_->resized(plot().width);
    restored_axis_.reset();
    return;
  }
  const bool showed_everything = axis_.shows_everything();
  const TimeRange seen{std::llround(axis_.begin_ns()), std::llround(axis_.end_ns())};
  axis_ = axis_.with_extent(document_->extent_ns);
  if (document_->empty() ||
      before.side_by_side.placements.front() == document_->side_by_side.placements.front())
    return;
  axis_ = showed_everything ? axis_.fitted()
                            : axis_.showing(document_->on_axis(0, before.own_range(0, seen)), 0.0);
}

TimeAxis Timeline::axis(std::size_t panel) const {
  return axis_.of(document_->side_by_side.placements[panel]);
}

TimeAxis Timeline::ruler_axis(std::size_t panel) const {
  if (document_->empty()) return axis_;
  const auto zero = static_cast<double>(document_->side_by_side.zeros_ns[panel]);
  return axis_.of(document_->side_by_side.placements[panel].counted_from(zero));
}

double Timeline::ruler_begin_ns(std::size_t panel) const {
  if (document_->empty()) return 0.0;
  const auto zero = static_cast<double>(document_->side_by_side.zeros_ns[panel]);
  return document_->side_by_side.placements[panel].counted_from(zero).own_from_axis(0.0);
}

std::size_t Timeline::rulers() const {
  return document_->has_own_scales() ? document_->traces.size()
                                     : std::min<std::size_t>(1, document_->traces.size());
}

void Timeline::set_settings(ViewSettings settings, UndoStep step) {
  if (settings == settings_) return;
  end_gesture();
  if (step == UndoStep::separate) history_.before_change(state());
  end_gesture();
  settings_ = std::move(settings);
}

void Timeline::set_size(int width, int height, double scale) {
  if (width == width_ && height == height_ && scale == scale_) return;
  width_ = std::max(1, width);
  height_ = std::max(1, height);
  scale_ = scale;
  lay_out();
}

void Timeline::arrange() {
  arrangements_.clear();
  for (std::size_t panel = 0; panel < document_->traces.size(); ++panel)
    arrangements_.emplace_back(document_->panel(panel), row_options_[panel]);
}

RowMetrics Timeline::row_metrics() const {
  RowMetrics metrics = RowMetrics().scaled(scale_);
  std::size_t rows = 0;
  for (const RowArrangement& arrangement : arrangements_) rows += arrangement.rows().size();
  if (document_->appearance.is_projected && rows <= max_rows_with_names)
    metrics.min_row_height = min_row_with_names * scale_;
  if (row_height_ > 0.0) metrics.min_row_height = metrics.max_row_height = row_height_ * scale_;
  if (has_marks_row_) metrics.marks_height = pixels(marks_row_height, scale_);
  if (has_bounds_row_) metrics.bounds_height = pixels(bounds_row_height, scale_);
  return metrics;
}

RowLayout Timeline::rows_in(int height, std::vector<std::size_t> track_counts) const {
  std::vector<std::vector<std::size_t>> counts;
  std::vector<std::size_t> pinned;
  for (const RowArrangement& arrangement : arrangements_) {
    counts.push_back(arrangement.node_row_counts());
    pinned.push_back(arrangement.pinned_rows());
  }
  return RowLayout(std::move(counts), height, row_metrics(), std::move(track_counts),
                   document_->has_own_scales(), std::move(pinned));
}

void Timeline::lay_out() {
  const RowLayout least = rows_in(0, {});
  const std::size_t panels = least.panels();
  least_height_ = panels == 0 ? 0 : least.bounds(panels - 1).bottom() + least.metrics().bottom_margin;
  for (std::size_t panel = 0; panel < panels; ++panel) least_height_ += least.max_scroll(panel);
  const int height = height_ - overview().height;
  std::vector<std::size_t> track_counts(panels, 0);
  for (std::size_t panel = 0; panel < panels && panel < tracks_.size(); ++panel) {
    // Tracks take at most a third of the height, because rows matter more.
    const auto room = static_cast<std::size_t>(
        std::max(0, height / 3 / static_cast<int>(panels) / least.metrics().track_height));
    if (tracks_[panel]) track_counts[panel] = std::min(room, tracks_[panel]->size());
  }
  layout_ = rows_in(height, std::move(track_counts));
  double widest = measure_label_(ruler_text(*document_));
  double widest_node = 0.0;
  for (std::size_t panel = 0; panel < document_->traces.size(); ++panel) {
    const LoadedTrace& loaded = document_->panel(panel);
    for (const traces::Track& track : tracks(panel))
      widest = std::max({widest, measure_label_(track.name), measure_label_(picture::track_top_text(track))});
    for (const ShownRow& row : arrangements_[panel].rows()) {
      if (row.pinned || (!row.folded && shows_worker_names(panel)))
        widest = std::max(widest, measure_label_(row.label));
    }
    if (loaded.node_row_counts.size() < 2) continue;
    // The name follows the fold marker.
    for (const traces::Node& node : loaded.trace->nodes)
      widest_node = std::max(widest_node, measure_label_(node.name) + measure_label_("▾ "));
  }
  const int margin = pixels(label_margin, scale_);
  const int most = pixels(max_label_width, scale_);
  node_label_width_ =
      widest_node > 0.0 ? std::min(most, static_cast<int>(std::ceil(widest_node)) + 2 * margin) : 0;
  const int own =
      std::clamp(static_cast<int>(std::ceil(widest)) + 2 * margin, pixels(min_label_width, scale_), most);
  const int names = std::max(node_label_width_ + own, pixels(min_label_width, scale_));
  const double widest_share =
      std::max(measure_label_(percent_text(1.0)), measure_label_(percent_text(0.9999)));
  const int share = static_cast<int>(std::ceil(widest_share)) + margin;
  const bool has_room = names + share <= width_ / min_width_per_labels;
  share_label_width_ =
      has_room && document_->extent_ns > 0 && !document_->appearance.is_projected ? share : 0;
  // In a narrow window, labels take at most a third of the width.
  label_width_ = std::min(names + share_label_width_, width_ / 3);
  axis_ = axis_.resized(plot().width);
  for (std::size_t i = 0; i < scrolls_.size(); ++i)
    scrolls_[i] = std::clamp(scrolls_[i], 0, layout_.max_scroll(i));
  tabulate_rows();
  ++revision_;
}

bool Timeline::shows_worker_names(std::size_t panel) const {
  // Nobody can use tooltips on a projected picture.
  const double least = document_->appearance.is_projected ? min_projected_row : min_named_row;
  return document_->panel(panel).node_row_counts.size() < 2 || layout_.row_height(panel) >= least * scale_;
}

Box Timeline::plot() const {
  const int right = pixels(right_margin, scale_);
  return {label_width_, 0, std::max(1, width_ - label_width_ - right),
          std::max(1, height_ - overview().height)};
}

Box Timeline::overview() const {
  if (document_->empty()) return {0, height_, width_, 0};
  const int rows = static_cast<int>(document_->traces.size());
  const int height = rows * pixels(overview_row_height, scale_) + 2 * pixels(overview_padding, scale_);
  // Hidden in a very short window, and on a projector if rows lack room.
  const bool lacks_room = document_->appearance.is_projected && least_height_ + height > height_;
  const int shown = height * 3 > height_ || lacks_room ? 0 : height;
  return {label_width_, height_ - shown, std::max(1, width_ - label_width_ - pixels(right_margin, scale_)),
          shown};
}

TimeAxis Timeline::overview_axis() const {
  return TimeAxis(document_->extent_ns, overview().width);
}

void Timeline::zoom_at(double x, double factor) {
  change(axis_.zoomed_at(x - plot().left, factor), scrolls_);
}

void Timeline::pan(double distance) {
  change(axis_.panned(distance), scrolls_);
}

void Timeline::scroll(std::size_t panel, int scroll) {
  if (panel >= scrolls_.size()) return;
  std::vector<int> scrolls = scrolls_;
  scrolls[panel] = std::clamp(scroll, 0, layout_.max_scroll(panel));
  change(axis_, std::move(scrolls));
}

void Timeline::fit() {
  change_as_step(axis_.fitted(), scrolls_);
}

void Timeline::show(TimeRange range) {
  change_as_step(axis_.showing(range), scrolls_);
}

void Timeline::centre_or_show(TimeRange range) {
  const TimeAxis centred = axis_.centred_on(range.middle_ns());
  const bool is_centred =
      std::fabs(centred.begin_ns() - axis_.begin_ns()) < centred_pixels * axis_.ns_per_pixel();
  change_as_step(is_centred ? axis_.showing(range) : centred, scrolls_);
}

void Timeline::centre_on(double time_ns) {
  change(axis_.centred_on(time_ns), scrolls_);
}

void Timeline::centre_within(double time_ns) {
  const auto extent = static_cast<double>(document_->extent_ns);
  const double half = axis_.span_ns() / 2.0;
  if (2.0 * half >= extent) return;
  centre_on(std::clamp(time_ns, half, extent - half));
}

void Timeline::reveal(TaskReference task) {
  const std::optional<TimeRange> range = document_->range_of(task);
  const std::optional<RowReference> row = document_->row_of(task);
  if (range && row) reveal(document_->on_axis(task.panel, *range), row);
}

void Timeline::reveal(TimeRange range, std::optional<RowReference> row) {
  TimeAxis axis = axis_;
  const double begin = axis.x_from_time(static_cast<double>(range.begin_ns));
  const double end = axis.x_from_time(static_cast<double>(range.end_ns));
  if (end - begin > axis.width() || begin < 0 || end > axis.width()) {
    const bool larger = static_cast<double>(range.duration_ns()) > axis.span_ns();
    axis = larger ? axis.showing(range) : axis.centred_on(range.middle_ns());
  }
  if (row && !arrangements_[row->panel].place_of(row->row)) show_all_rows();
  const std::optional<std::size_t> place =
      row ? arrangements_[row->panel].place_of(row->row) : std::optional<std::size_t>();
  std::vector<int> scrolls = scrolls_;
  if (place) scrolls[row->panel] = layout_.scroll_to_row({row->panel, *place}, scrolls[row->panel]);
  change_as_step(axis, std::move(scrolls));
}

bool Timeline::undo() {
  std::optional<ViewState> before = history_.undo(state());
  if (before) restore(std::move(*before));
  return before.has_value();
}

bool Timeline::redo() {
  std::optional<ViewState> after = history_.redo(state());
  if (after) restore(std::move(*after));
  return after.has_value();
}

void Timeline::restore(ViewState state) {
  if (state.rows != row_options_ && state.rows.size() == row_options_.size()) {
    row_options_ = std::move(state.rows);
    arrange();
    lay_out();
  }
  settings_ = std::move(state.settings);
  if (settings_.alignment == document_->alignment) {
    axis_ = state.axis.resized(plot().width);
    restored_axis_.reset();
  } else {
    restored_axis_ = state.axis;  // until the traces have this alignment
  }
  for (std::size_t i = 0; i < scrolls_.size() && i < state.scrolls.size(); ++i) {
    scrolls_[i] = std::clamp(state.scrolls[i], 0, layout_.max_scroll(i));
  }
  ++revision_;
}

void Timeline::restore_view(TimeRange range, std::vector<RowOptions> rows, double row_height) {
  row_options_ = std::move(rows);
  row_options_.resize(document_->traces.size());
  row_height_ = row_height;
  arrange();
  lay_out();
  axis_ = axis_.showing(range, 0.0);
  history_.clear();
  ++revision_;
}

std::optional<Stretch> Timeline::stretch_of(RowReference row) const {
  if (row.panel >= arrangements_.size()) return std::nullopt;
  const std::optional<std::size_t> place = arrangements_[row.panel].place_of(row.row);
  if (!place) return std::nullopt;
  return layout_.row({row.panel, *place}, scrolls_[row.panel]);
}

void Timeline::set_shape(TaskShape shape) {
  if (shape == shape_) return;
  shape_ = shape;
  ++revision_;
}

void Timeline::show_sub_rows(bool shown) {
  if (shown == shows_sub_rows_) return;
  shows_sub_rows_ = shown;
  lay_out();
}

void Timeline::show_task_names(bool shown) {
  if (shown == shows_task_names_) return;
  shows_task_names_ = shown;
  ++revision_;
}

void Timeline::set_marks_row(bool shown) {
  if (shown == has_marks_row_) return;
  has_marks_row_ = shown;
  lay_out();
}

void Timeline::set_bounds_row(bool shown) {
  if (shown == has_bounds_row_) return;
  has_bounds_row_ = shown;
  lay_out();
}

std::size_t Timeline::sub_rows(RowReference row) const {
  if (!shows_sub_rows_ || layout_.row_height(row.panel) < picture::min_split_row * scale_) return 1;
  const LoadedTrace& loaded = document_->panel(row.panel);
  return loaded.depths(loaded.rows[row.row].lane);
}

void Timeline::set_tracks(std::vector<Tracks> tracks) {
  if (tracks == tracks_) return;
  tracks_ = std::move(tracks);
  lay_out();
}

std::span<const traces::Track> Timeline::tracks(std::size_t panel) const {
  if (panel >= tracks_.size() || !tracks_[panel]) return {};
  return std::span(*tracks_[panel]).first(std::min(layout_.tracks(panel), tracks_[panel]->size()));
}

// Makes the change a separate undo step.
void Timeline::change_as_step(const TimeAxis& axis, std::vector<int> scrolls) {
  end_gesture();
  change(axis, std::move(scrolls));
  end_gesture();
}

void Timeline::change(const TimeAxis& axis, std::vector<int> scrolls) {
  if (axis == axis_ && scrolls == scrolls_) return;
  history_.before_change(state());
  axis_ = axis;
  scrolls_ = std::move(scrolls);
  ++revision_;
}

}  // namespace gusset::viewer
