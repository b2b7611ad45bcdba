#pragma once
#include <QPointF>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/viewer/app/timeline/canvas.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/explain/explanations.hpp"
#include "gusset/viewer/model/state/saved_view.hpp"
#include "gusset/viewer/model/state/session.hpp"
#include "gusset/viewer/model/timeline/kept_columns.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

class QScrollBar;
class QMouseEvent;
class QWheelEvent;

namespace gusset::viewer {

/// The timeline's widget. Turns mouse and keys into commands to the model's Timeline and Selection, and
/// frames into pictures. A drag stays with the area that took the press.
class TimelineView : public QWidget {
 public:
  /// Draws the shown explanations and arrows over the timeline.
  TimelineView(std::unique_ptr<Canvas> canvas, Session& session, Explanations& explanations, Arrows& arrows,
               QWidget* parent = nullptr);
  ~TimelineView() override;

  Timeline& timeline() { return timeline_; }
  const Timeline& timeline() const { return timeline_; }
  Canvas& canvas() { return *canvas_; }
  static constexpr QSize least_size{280, 120};
  /// The height in which no row has to scroll.
  int least_height() const;

  /// Shows or hides, beside the selected task, the predecessor that it waited for.
  void show_waited_for(bool shown);
  /// Outlines the selected task's counterparts in the other traces, instead of earlier ones.
  void set_counterparts(std::vector<TaskReference> counterparts);
  const std::vector<TaskReference>& counterparts() const { return counterparts_; }
  /// Sets the current times of a playback, in each trace's own times; empty ends the playback.
  void set_playback(std::optional<PlaybackCursor> cursor);
  /// Moves the view if a time of the topmost trace is outside of it.
  void keep_in_view(std::int64_t time_ns);
  /// Scales letters, rows and lines by `factor`.
  void set_magnification(double factor) {
    pointer_.reset();  // everything moves below it
    canvas_->set_magnification(factor);
  }
  /// The time for a new mark, in times of the topmost trace: at the pointer, snapped; otherwise the start of
  /// the selected range or task; otherwise the middle of the view.
  std::int64_t place_for_mark() const;
  /// Centres on a time of the topmost trace.
  void centre_on(std::int64_t time_ns);
  /// Shows text in the middle of the view.
  void set_message(std::string message);
  const std::string& message() const { return message_; }

  /// Zooms by a factor of 1.25 per step: at the pointer if it is over the plot, otherwise at the middle.
  /// Positive steps zoom in.
  void zoom_step(double steps);
  /// Pans by a share of the view's width. A positive share moves to later times.
  void pan_step(double share);
  void fit();
  /// Shows a range of the shared axis.
  void show_range(TimeRange range);
  /// Centres the selection. If it is centred already, shows it as large as possible.
  void centre_or_show_selection();
  void undo();
  void redo();
  /// Restores a saved view (restore_view).
  void restore(const SavedView& view, const std::vector<std::string>& checksums);
  void set_shape(TaskShape shape);
  void show_sub_rows(bool shown);
  void show_task_names(bool shown);
  void order_rows(RowOrder order);
  void filter_rows(const std::string& name);
  void filter_rows(const BusyShares& busy);
  /// Filters by name or by busy share ("busy<50%"). Returns an error if the text cannot be parsed.
  std::optional<std::string> filter_rows_by(const std::string& text);
  void show_all_rows();
  void pin(const std::vector<RowReference>& rows, bool pinned);
  void unpin_all();
  void fold(std::size_t panel, traces::NodeId node, bool folded);
  void fold_all(bool folded);
  void scale_rows(double factor);
  void fit_rows();
  /// Both step forward from the selected task, or back if `direction` is not positive. They select the first
  /// task if none is selected.
  void select_in_row(int direction);
  void select_across_rows(int direction);
  /// Cancels a drag. Otherwise clears the selected range, or else the selected task.
  void clear_selection();

  /// Composes the picture again after what is drawn over the timeline changed.
  void redecorate() {
    drawn_revision_.reset();
    canvas_->request_frame();
  }

  Signal<const QString&> hint_changed;  ///< passes what a drag does at the pointer
  Signal<> picture_shown;               ///< after each frame that shows a document
  Signal<bool> document_shown;  ///< the timeline has the session's document; passes whether the view was kept
  Signal<> view_changed;        ///< zoom, scroll, rows or history changed
  Signal<> rows_changed;        ///< rows were sorted, pinned, folded or filtered
  /// A right click: passes what is there, and the point in device pixels and on the screen.
  Signal<const Hit&, QPointF, QPoint> menu_requested;
  Signal<> messages_requested;  ///< a click on the note about messages that are not drawn

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent*) override { lay_out(); }

 private:
  enum class Drag { none, undecided, select, pan, overview };

  void set_document(bool keep_view);
  void reveal();
  void set_marks();
  void show_explanations();
  void press(const QMouseEvent& event);
  void move(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  void double_click(const QMouseEvent& event);
  void wheel(const QWheelEvent& event);
  void leave();
  void feed_pointer(const QEvent& event);
  FrameResult draw(TimelineRenderer& renderer, const ShowFrame& show);
  QPointF device_position(QPointF position) const;
  TimeRange range_to(QPointF at, bool snaps) const;
  std::optional<TimeRange> range_on_axis(TaskReference task) const;
  void lay_out();
  void update_scroll_bars();
  void changed();
  void relayout();
  bool fold_at(const Hit& hit, double x);
  void continue_gesture();
  void hint(const QMouseEvent* event);

  std::unique_ptr<Canvas> canvas_;
  Session& session_;
  Explanations& explanations_;
  Arrows& arrows_;
  Selection& selection_;
  Timeline timeline_;
  std::vector<QScrollBar*> scroll_bars_;
  QTimer gesture_end_;

  std::optional<Pointer> pointer_;
  bool shows_waited_for_ = true;
  std::vector<TaskReference> counterparts_;
  std::vector<Mark> marks_;
  std::optional<PlaybackCursor> playback_;
  std::string message_;
  std::optional<std::uint64_t> drawn_revision_;
  std::vector<KeptColumns> kept_columns_;  // of the drawn picture

  Drag drag_ = Drag::none;
  Qt::MouseButton drag_button_ = Qt::NoButton;
  QPointF drag_from_;  // device pixels
  QPointF drag_last_;
  double drag_time_ns_ = 0.0;
  std::optional<std::size_t> drag_panel_;
  double drag_scroll_ = 0.0;
  std::optional<TimeRange> dragged_;
  Connections connections_;
};

}  // namespace gusset::viewer
