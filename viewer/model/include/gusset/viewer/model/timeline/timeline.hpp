#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/time/tracks.hpp"
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

/// What stands under a point of the view.
struct Hit {
  enum class Area { outside, ruler, title, track, labels, row, gap, overview };
  Area area = Area::outside;
  double time_ns = 0.0;  ///< of the pixel's left edge: the panel's own, where there is one; meaningful in the
                         ///< plot and in the overview
  double axis_ns = 0.0;  ///< the same on the axis that all panels share
  std::optional<std::size_t> panel;
  std::optional<std::size_t> track;    ///< of the panel
  std::optional<RowReference> row;     ///< nothing where the row is of a folded node
  std::optional<std::size_t> place;    ///< of the shown row among its panel's
  std::optional<std::size_t> sub_row;  ///< at this height, where the row is split
  std::optional<TaskReference> task;   ///< at this place, or within a few pixels of it
};

/// How a task that is long enough to be told apart is drawn.
enum class TaskShape : std::uint8_t {
  triangle,  ///< its base at its start, its tip at its end [SuperGlue]
  box,
};

/// The view of a document: which times and rows are shown where, and the commands that change that. No
/// window, no drawing. All sizes are device pixels; `scale` is how many of them make one of the metrics'
/// pixels. Row and column arithmetic is in RowLayout and TimeAxis. For the user interface's thread only.
class Timeline {
 public:
  /// The width of a label in pixels of the given scale.
  using MeasureText = std::function<double(std::string_view)>;

  explicit Timeline(MeasureText measure_label);

  /// Shows another document: everything of it, or the times and rows shown so far where `keep_view`. What
  /// was done can be undone as long as the traces are the same.
  void set_document(std::shared_ptr<const Document> document, bool keep_view = false);
  void set_size(int width, int height, double scale);

  const Document& document() const { return *document_; }
  /// The axis that all panels share; its times are each panel's own where traces stand as recorded.
  const TimeAxis& axis() const { return axis_; }
  /// Where a panel's own times stand.
  TimeAxis axis(std::size_t panel) const;
  /// Where the times stand that a panel's ruler tells, and the least of them that there is.
  TimeAxis ruler_axis(std::size_t panel) const;
  double ruler_begin_ns(std::size_t panel) const;
  /// Panels that have a ruler: the first one, or all.
  std::size_t rulers() const;
  const RowLayout& layout() const { return layout_; }
  const std::vector<int>& scrolls() const { return scrolls_; }
  /// The width of regular letters, in device pixels.
  double text_width(std::string_view text) const { return measure_label_(text); }
  int width() const { return width_; }
  int height() const { return height_; }
  double scale() const { return scale_; }
  TaskShape shape() const { return shape_; }
  void set_shape(TaskShape shape);
  /// Whether rows are split where tasks ran within others, if they are high enough.
  bool shows_sub_rows() const { return shows_sub_rows_; }
  void show_sub_rows(bool shown);

  /// The rows of a panel as they are shown.
  const RowArrangement& arrangement(std::size_t panel) const { return arrangements_[panel]; }
  const std::vector<RowArrangement>& arrangements() const { return arrangements_; }
  const RowOptions& row_options(std::size_t panel) const { return row_options_[panel]; }
  /// Where a row of a trace stands, perhaps outside of its panel's body; that of its node where that is
  /// folded; nothing where it is filtered away.
  std::optional<Stretch> stretch_of(RowReference row) const;
  /// How many sub-rows a row of a trace is split into; 1: none.
  std::size_t sub_rows(RowReference row) const;
  /// A row below the ruler for the flags of marks, so that they cover no figures.
  void make_room_for_marks(bool made);
  bool has_room_for_marks() const { return has_room_for_marks_; }
  /// What is shown above the rows of each panel; empty: nothing. Null: not yet known.
  using Tracks = std::shared_ptr<const std::vector<traces::Track>>;
  void set_tracks(std::vector<Tracks> tracks);
  /// Those of a panel that there is room for; at most layout().tracks(panel).
  std::span<const traces::Track> tracks(std::size_t panel) const;

  /// Of all panels.
  void order_rows(RowOrder order);
  /// Only rows whose worker or node has this in its name; empty: all.
  void filter_rows(const std::string& name);
  /// Only rows that were busy for such a share of the trace's time.
  void filter_rows(const BusyShares& busy);
  /// Ends both filters, in one step.
  void show_all_rows();
  void fold(std::size_t panel, traces::NodeId node, bool folded);
  void fold_all(bool folded);
  /// Of every panel with several nodes, all are folded (and there is one such panel).
  bool all_folded() const;
  bool has_nodes_to_fold() const;
  /// Rows `factor` times as high as now; their height no longer follows the window's.
  void scale_rows(double factor);
  /// What `scale_rows` made of it, in pixels of scale 1; 0: as fits.
  double row_height() const { return row_height_; }
  /// Rows as high as fits the window.
  void fit_rows();

  /// Where time columns stand: right of the labels, from the ruler's top down to the overview.
  Box plot() const;
  /// The strip at the bottom that always shows everything; empty without a document.
  Box overview() const;
  /// The axis of the overview.
  TimeAxis overview_axis() const;
  /// How wide the column of node names is; 0 where there is but one node in each trace.
  int node_label_width() const { return node_label_width_; }
  /// Whether a panel's rows carry their workers' names: not where several nodes' many rows leave no room for
  /// them.
  bool shows_worker_names(std::size_t panel) const;
  /// Grows with every change of what is shown.
  std::uint64_t revision() const { return revision_; }

  Hit hit(double x, double y) const;
  /// x of a time on the axis that all share, from the view's left edge.
  double x_from_time(double time_ns) const { return plot().left + axis_.x_from_time(time_ns); }
  double time_from_x(double x) const { return axis_.time_from_x(x - plot().left); }
  /// x of one of a panel's own times.
  double x_from_time(std::size_t panel, double time_ns) const {
    return plot().left + axis(panel).x_from_time(time_ns);
  }

  /// The begin or end of a task that is shown in the row at a point, nearest to it and within a few pixels;
  /// else the point's own time, rounded. On the axis that all share.
  std::int64_t snapped_time(double x, double y) const;

  /// Enlarges with the time at `x` (of the view) kept in place.
  void zoom_at(double x, double factor);
  void pan(double pixels);
  void scroll(std::size_t panel, int scroll);
  void fit();
  void show(TimeRange range);
  /// Centres the range; where it is centred already, shows it as large as possible.
  void centre_or_show(TimeRange range);
  void centre_on(double time_ns);
  /// Brings a task's row and time into sight with as little movement as possible.
  void reveal(TaskReference task);
  /// The same of a time, on the axis that all share, and a row, where there is one.
  void reveal(TimeRange range, std::optional<RowReference> row);
  /// A view as it was another day: no step that could be undone. `rows` are of each panel.
  void restore_view(TimeRange range, std::vector<RowOptions> rows, double row_height);
  /// Between two gestures: what follows is undone apart from what came before.
  void end_gesture() { history_.end_gesture(); }
  bool undo();
  bool redo();
  /// What the session's part of the view is from now on, once the documents that follow show it. A step that
  /// can be undone, by itself or together with the one before, unless undo asked for it.
  void set_settings(ViewSettings settings, UndoStep step = UndoStep::apart);
  /// What the view was made with, or what undo asks the session for.
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
  void change_alone(const TimeAxis& axis, std::vector<int> scrolls);
  void restore(ViewState state);
  void lay_out();

  MeasureText measure_label_;
  std::shared_ptr<const Document> document_;
  int width_ = 1;
  int height_ = 1;
  double scale_ = 1.0;
  int label_width_ = 0;
  int node_label_width_ = 0;
  TimeAxis axis_;
  TaskShape shape_ = TaskShape::triangle;
  bool shows_sub_rows_ = true;
  bool has_room_for_marks_ = false;
  std::vector<RowOptions> row_options_;
  std::vector<RowArrangement> arrangements_;
  std::vector<Tracks> tracks_;
  double row_height_ = 0.0;  // in the metrics' pixels; 0: as fits
  RowLayout layout_;
  std::vector<int> scrolls_;
  ViewSettings settings_;
  std::optional<TimeAxis> restored_axis_;  // of an alignment that undo asked for
  ViewHistory history_;
  std::uint64_t revision_ = 0;
};

}  // namespace gusset::viewer
