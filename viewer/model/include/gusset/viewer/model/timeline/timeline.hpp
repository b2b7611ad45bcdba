#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/time/tracks.hpp"
#include "gusset/traces/picture/timeline/row_table.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/timeline/row_arrangement.hpp"
#include "gusset/viewer/model/timeline/row_layout.hpp"
#include "gusset/viewer/model/timeline/time_axis.hpp"
#include "gusset/viewer/model/timeline/view_state.hpp"

namespace gusset::viewer {

using picture::Box;
using picture::Rgba;
using picture::rgba;
using picture::Shapes;
using picture::with_alpha;

/// What is at a point of the view.
struct Hit {
  enum class Area { outside, ruler, title, track, labels, row, gap, overview };
  Area area = Area::outside;
  double time_ns = 0.0;  ///< time at the pixel's left edge, in the panel's own time if there is a panel;
                         ///< valid in the plot and the overview
  double axis_ns = 0.0;  ///< the same on the shared axis
  std::optional<std::size_t> panel;
  std::optional<std::size_t> track;    ///< index among the panel's tracks
  std::optional<RowReference> row;     ///< nothing for a folded node's row
  std::optional<std::size_t> place;    ///< index among the panel's shown rows
  std::optional<std::size_t> sub_row;  ///< at this height, if the row is split
  std::optional<TaskReference> task;   ///< at this point, or within a few pixels
};

/// How to draw a task that is wide enough to be seen individually.
enum class TaskShape : std::uint8_t {
  triangle,  ///< base at its start, tip at its end [SuperGlue]
  box,
};

/// The view of a document: which times and rows are shown where, and the commands that change this. Has no
/// window and draws nothing. All sizes are device pixels; `scale` is the number of device pixels per pixel of
/// the metrics. RowLayout and TimeAxis do the row and column arithmetic. For the user interface's thread
/// only.
class Timeline {
 public:
  /// The width of a label in device pixels.
  using MeasureText = std::function<double(std::string_view)>;

  explicit Timeline(MeasureText measure_label);

  /// Shows another document: all of it, or the current times and rows if `keep_view`. Keeps the undo history
  /// if `keep_view` and the traces are the same.
  void set_document(std::shared_ptr<const Document> document, bool keep_view = false);
  void set_size(int width, int height, double scale);

  const Document& document() const { return *document_; }
  /// The axis that all panels share. Its times equal each panel's own times if the alignment is as recorded.
  const TimeAxis& axis() const { return axis_; }
  /// The axis in a panel's own time.
  TimeAxis axis(std::size_t panel) const;
  /// The axis of a panel's ruler, and the earliest time on the ruler.
  TimeAxis ruler_axis(std::size_t panel) const;
  double ruler_begin_ns(std::size_t panel) const;
  /// The number of panels with a ruler: one, or all.
  std::size_t rulers() const;
  const RowLayout& layout() const { return layout_; }
  const std::vector<int>& scrolls() const { return scrolls_; }
  /// The width of regular text, in device pixels.
  double text_width(std::string_view text) const { return measure_label_(text); }
  int width() const { return width_; }
  int height() const { return height_; }
  /// The height in which no row has to scroll, without tracks and the overview.
  int least_height() const { return least_height_; }
  double scale() const { return scale_; }
  TaskShape shape() const { return shape_; }
  void set_shape(TaskShape shape);
  /// Whether rows that are high enough are split where tasks ran within others.
  bool shows_sub_rows() const { return shows_sub_rows_; }
  /// Whether tasks with room for it show their names.
  bool shows_task_names() const { return shows_task_names_; }
  void show_task_names(bool shown);
  void show_sub_rows(bool shown);

  /// The shown rows of a panel.
  const RowArrangement& arrangement(std::size_t panel) const { return arrangements_[panel]; }
  const std::vector<RowArrangement>& arrangements() const { return arrangements_; }
  /// The shown rows of a panel before scrolling. Every frame uses the same table until the layout changes.
  std::shared_ptr<const picture::RowTable> row_table(std::size_t panel) const { return row_tables_[panel]; }
  const RowOptions& row_options(std::size_t panel) const { return row_options_[panel]; }
  /// Where a row of a trace is drawn, possibly outside its panel's body. A folded node's row returns the
  /// node's stretch. Nothing if the row is filtered out.
  std::optional<Stretch> stretch_of(RowReference row) const;
  /// The number of sub-rows of a row of a trace; 1 if it is not split.
  std::size_t sub_rows(RowReference row) const;
  /// Shows or hides a row below the ruler for the marks' flags, so that they cover no numbers.
  void set_marks_row(bool shown);
  bool has_marks_row() const { return has_marks_row_; }
  /// Shows or hides a row below each panel's rows for the names of bound lines, so that they cover no tasks.
  void set_bounds_row(bool shown);
  bool has_bounds_row() const { return has_bounds_row_; }
  /// The tracks above each panel's rows; empty: none. Null: not known yet.
  using Tracks = std::shared_ptr<const std::vector<traces::Track>>;
  void set_tracks(std::vector<Tracks> tracks);
  /// The tracks of a panel that fit; at most layout().tracks(panel).
  std::span<const traces::Track> tracks(std::size_t panel) const;

  /// Sorts the rows of all panels.
  void order_rows(RowOrder order);
  /// Shows only rows whose worker or node has this in its name; empty: all.
  void filter_rows(const std::string& name);
  /// Shows only rows whose busy share of the trace's time is within bounds.
  void filter_rows(const BusyShares& busy);
  /// Ends both filters in one step. Pinned rows, which no filter hides, stay pinned.
  void show_all_rows();
  /// Pins rows below the ones that are pinned already, or unpins them, in one step.
  void pin(const std::vector<RowReference>& rows, bool pinned);
  void unpin_all();
  bool is_pinned(RowReference row) const;
  /// The number of pinned rows of all panels.
  std::size_t pinned_rows() const;
  void fold(std::size_t panel, traces::NodeId node, bool folded);
  void fold_all(bool folded);
  /// Whether all nodes of every panel with several nodes are folded, and such a panel exists.
  bool all_folded() const;
  bool has_nodes_to_fold() const;
  /// Scales the rows' height by `factor`; it no longer follows the window's height.
  void scale_rows(double factor);
  /// The height set by `scale_rows`, in pixels of scale 1; 0: rows fit the window.
  double row_height() const { return row_height_; }
  /// Fits the rows' height to the window.
  void fit_rows();

  /// The area of the time columns: right of the labels, from the top of the ruler down to the overview.
  Box plot() const;
  /// The strip at the bottom that always shows everything; empty without a document.
  Box overview() const;
  /// The overview's time axis.
  TimeAxis overview_axis() const;
  /// The width of the node name column; 0 if each trace has only one node.
  int node_label_width() const { return node_label_width_; }
  /// The width of the column of busy shares beside the names; 0 if there is no room.
  int share_label_width() const { return share_label_width_; }
  /// Whether a panel's rows show their workers' names. False if several nodes' rows are too low for names.
  bool shows_worker_names(std::size_t panel) const;
  /// Increases with every change of the view.
  std::uint64_t revision() const { return revision_; }

  Hit hit(double x, double y) const;
  /// x of a time on the shared axis, from the view's left edge.
  double x_from_time(double time_ns) const { return plot().left + axis_.x_from_time(time_ns); }
  double time_from_x(double x) const { return axis_.time_from_x(x - plot().left); }
  /// x of a panel's own time.
  double x_from_time(std::size_t panel, double time_ns) const {
    return plot().left + axis(panel).x_from_time(time_ns);
  }

  /// The nearest begin or end, within a few pixels, of a shown task in the row at a point; otherwise the
  /// point's own time, rounded. On the shared axis.
  std::int64_t snapped_time(double x, double y) const;

  /// Zooms with the time at `x` (in the view) fixed.
  void zoom_at(double x, double factor);
  void pan(double pixels);
  void scroll(std::size_t panel, int scroll);
  void fit();
  void show(TimeRange range);
  /// Centres the range. If it is centred already, shows it as large as possible.
  void centre_or_show(TimeRange range);
  void centre_on(double time_ns);
  /// The same, but shows no time outside of the schedules; changes nothing if all of them are in view.
  void centre_within(double time_ns);
  /// Scrolls a task's row and time into view with as little movement as possible.
  void reveal(TaskReference task);
  /// The same for a time range on the shared axis, and a row if one is given.
  void reveal(TimeRange range, std::optional<RowReference> row);
  /// Restores a saved view and clears the undo history. `rows` holds each panel's options.
  void restore_view(TimeRange range, std::vector<RowOptions> rows, double row_height);
  /// Ends a gesture: later changes form a separate undo step.
  void end_gesture() { history_.end_gesture(); }
  bool undo();
  bool redo();
  /// Sets the session's part of the view, which the next documents will show. Forms its own undo step or
  /// joins the previous one, unless it comes from undo.
  void set_settings(ViewSettings settings, UndoStep step = UndoStep::separate);
  /// The session's part of the view, or what undo asks the session to restore.
  const ViewSettings& settings() const { return settings_; }
  bool can_undo() const { return history_.can_undo(); }
  bool can_redo() const { return history_.can_redo(); }

 private:
  void find_task(double x, int y, Hit& hit) const;
  ViewState state() const { return {axis_, scrolls_, row_options_, settings_}; }
  void realign(const Document& before);
  void change_each_row_options(const std::function<void(RowOptions&)>& edit);
  void change_rows(std::vector<RowOptions> rows);
  void arrange();
  void change(const TimeAxis& axis, std::vector<int> scrolls);
  void change_as_step(const TimeAxis& axis, std::vector<int> scrolls);
  void restore(ViewState state);
  /// On a projector, a few rows are never too low for the names of their tasks.
  RowMetrics row_metrics() const;
  RowLayout rows_in(int height, std::vector<std::size_t> track_counts) const;
  void lay_out();
  void tabulate_rows();

  MeasureText measure_label_;
  std::shared_ptr<const Document> document_;
  int width_ = 1;
  int height_ = 1;
  int least_height_ = 0;
  double scale_ = 1.0;
  int label_width_ = 0;
  int node_label_width_ = 0;
  int share_label_width_ = 0;
  TimeAxis axis_;
  TaskShape shape_ = TaskShape::triangle;
  bool shows_sub_rows_ = true;
  bool shows_task_names_ = true;
  bool has_marks_row_ = false;
  bool has_bounds_row_ = false;
  std::vector<RowOptions> row_options_;
  std::vector<RowArrangement> arrangements_;
  std::vector<Tracks> tracks_;
  double row_height_ = 0.0;  // in the metrics' pixels; 0: fit rows to the window
  RowLayout layout_;
  std::vector<std::shared_ptr<const picture::RowTable>> row_tables_;
  std::vector<int> scrolls_;
  ViewSettings settings_;
  std::optional<TimeAxis> restored_axis_;  // axis to restore once undo's alignment is shown
  ViewHistory history_;
  std::uint64_t revision_ = 0;
};

}  // namespace gusset::viewer
