#include "gusset/viewer/model/timeline.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/viewer/model/navigation.hpp"

namespace gusset::viewer {
namespace {

constexpr int right_margin = 14;
constexpr int label_margin = 10;
constexpr int least_label_width = 60;
constexpr int most_label_width = 150;
constexpr double least_named_row = 12.0;
constexpr int overview_row_height = 18;
constexpr int overview_padding = 6;
constexpr double pick_pixels = 3.0;  // how far beside a task a click still means it
constexpr double centred_pixels = 2.0;

int pixels(double size, double scale) {
  return static_cast<int>(std::lround(size * scale));
}

}  // namespace

Timeline::Timeline(MeasureText measure_label)
    : measure_label_(std::move(measure_label)), document_(std::make_shared<Document>()) {}

void Timeline::set_document(std::shared_ptr<const Document> document, bool keep_view) {
  const bool had_view = keep_view && !document_->empty();
  document_ = std::move(document);
  history_.clear();
  scrolls_.resize(document_->traces.size(), 0);
  if (!had_view) std::fill(scrolls_.begin(), scrolls_.end(), 0);
  lay_out();
  axis_ = had_view ? axis_.with_extent(document_->extent_ns) : TimeAxis(document_->extent_ns, axis_.width());
}

void Timeline::set_size(int width, int height, double scale) {
  if (width == width_ && height == height_ && scale == scale_) return;
  width_ = std::max(1, width);
  height_ = std::max(1, height);
  scale_ = scale;
  lay_out();
}

void Timeline::lay_out() {
  std::vector<std::vector<std::size_t>> counts;
  for (const auto& loaded : document_->traces) counts.push_back(loaded->node_row_counts);
  layout_ = RowLayout(std::move(counts), height_ - overview().height, RowMetrics().scaled(scale_));
  double widest = 0.0;
  double widest_node = 0.0;
  for (std::size_t panel = 0; panel < document_->traces.size(); ++panel) {
    const LoadedTrace& loaded = document_->panel(panel);
    if (shows_worker_names(panel)) {
      for (const Row& row : loaded.rows) widest = std::max(widest, measure_label_(row.label));
    }
    if (loaded.node_row_counts.size() < 2) continue;
    for (const traces::Node& node : loaded.trace->nodes)
      widest_node = std::max(widest_node, measure_label_(node.name));
  }
  const int margin = pixels(label_margin, scale_);
  const int most = pixels(most_label_width, scale_);
  node_label_width_ =
      widest_node > 0.0 ? std::min(most, static_cast<int>(std::ceil(widest_node)) + 2 * margin) : 0;
  const int own =
      std::clamp(static_cast<int>(std::ceil(widest)) + 2 * margin, pixels(least_label_width, scale_), most);
  // A narrow window is for the plot.
  const int labels = std::max(node_label_width_ + own, pixels(least_label_width, scale_));
  label_width_ = std::min(labels, width_ / 3);
  axis_ = axis_.resized(plot().width);
  for (std::size_t i = 0; i < scrolls_.size(); ++i)
    scrolls_[i] = std::clamp(scrolls_[i], 0, layout_.max_scroll(i));
  ++revision_;
}

bool Timeline::shows_worker_names(std::size_t panel) const {
  return document_->panel(panel).node_row_counts.size() < 2 ||
         layout_.row_height(panel) >= least_named_row * scale_;
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
  const int shown = height * 3 > height_ ? 0 : height;  // not in a window that hardly holds anything
  return {label_width_, height_ - shown, std::max(1, width_ - label_width_ - pixels(right_margin, scale_)),
          shown};
}

TimeAxis Timeline::overview_axis() const {
  return TimeAxis(document_->extent_ns, overview().width);
}

Hit Timeline::hit(double x, double y) const {
  Hit hit;
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return hit;
  if (overview().contains(x, y)) {
    hit.area = Hit::Area::overview;
    hit.time_ns = overview_axis().time_from_x(x - overview().left);
    return hit;
  }
  const Box area = plot();
  const int line = static_cast<int>(y);
  hit.time_ns = time_from_x(x);
  hit.panel = layout_.panel_at(line);
  if (hit.panel && layout_.title(*hit.panel).contains(line)) {
    hit.area = Hit::Area::title;
  } else if (x < area.left) {
    hit.area = Hit::Area::labels;
    hit.row = layout_.row_at(line, scrolls_);
  } else if (x >= area.right()) {
    hit.area = Hit::Area::outside;
  } else if (line < layout_.metrics().ruler_height) {
    hit.area = Hit::Area::ruler;
  } else {
    hit.row = layout_.row_at(line, scrolls_);
    hit.area = hit.row ? Hit::Area::row : Hit::Area::gap;
  }
  if (hit.area == Hit::Area::row) {
    const double middle = time_from_x(std::floor(x) + 0.5);
    const double tolerance = pick_pixels * scale_ * axis_.ns_per_pixel();
    const auto task = task_near(document_->panel(hit.row->panel), hit.row->row, middle, tolerance);
    if (task) hit.task = TaskReference{hit.row->panel, *task};
  }
  return hit;
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
  end_gesture();
  change(axis_.fitted(), scrolls_);
  end_gesture();
}

void Timeline::show(TimeRange range) {
  end_gesture();
  change(axis_.showing(range), scrolls_);
  end_gesture();
}

void Timeline::centre_or_show(TimeRange range) {
  const double middle = (static_cast<double>(range.begin_ns) + static_cast<double>(range.end_ns)) / 2;
  const TimeAxis centred = axis_.centred_on(middle);
  const bool is_centred =
      std::fabs(centred.begin_ns() - axis_.begin_ns()) < centred_pixels * axis_.ns_per_pixel();
  end_gesture();
  change(is_centred ? axis_.showing(range) : centred, scrolls_);
  end_gesture();
}

void Timeline::centre_on(double time_ns) {
  change(axis_.centred_on(time_ns), scrolls_);
}

void Timeline::reveal(TaskReference task) {
  const std::optional<TimeRange> range = document_->range_of(task);
  const std::optional<RowReference> row = document_->row_of(task);
  if (!range || !row) return;
  TimeAxis axis = axis_;
  const double begin = axis.x_from_time(static_cast<double>(range->begin_ns));
  const double end = axis.x_from_time(static_cast<double>(range->end_ns));
  if (end - begin > axis.width() || begin < 0 || end > axis.width()) {
    const bool larger = static_cast<double>(range->duration_ns()) > axis.span_ns();
    axis = larger ? axis.showing(*range)
                  : axis.centred_on(
                        (static_cast<double>(range->begin_ns) + static_cast<double>(range->end_ns)) / 2);
  }
  std::vector<int> scrolls = scrolls_;
  scrolls[row->panel] = layout_.scroll_to_row(*row, scrolls[row->panel]);
  end_gesture();
  change(axis, std::move(scrolls));
  end_gesture();
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
  axis_ = state.axis.resized(plot().width);
  for (std::size_t i = 0; i < scrolls_.size() && i < state.scrolls.size(); ++i) {
    scrolls_[i] = std::clamp(state.scrolls[i], 0, layout_.max_scroll(i));
  }
  ++revision_;
}

void Timeline::change(const TimeAxis& axis, std::vector<int> scrolls) {
  if (axis == axis_ && scrolls == scrolls_) return;
  history_.before_change(state());
  axis_ = axis;
  scrolls_ = std::move(scrolls);
  ++revision_;
}

}  // namespace gusset::viewer
