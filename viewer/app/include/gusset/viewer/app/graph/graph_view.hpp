#pragma once
#include <QImage>
#include <QPoint>
#include <QPointF>
#include <QWidget>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/graph/graph_camera.hpp"
#include "gusset/viewer/model/graph/graph_session.hpp"

class QPainter;

namespace gusset::viewer {

struct GraphFrame;

/// Shows the session's graph. A click selects a task or unfolds a group, the wheel zooms at the pointer, a
/// drag pans. Marks the selection of other views and scrolls to it. While the user edits the graph, the
/// camera stays, and so does the task at the pointer or the one edited last.
class GraphView : public QWidget {
 public:
  GraphView(Session& session, GraphSession& graph, QWidget* parent = nullptr);

  const GraphCamera& camera() const { return camera_; }
  void fit() { set_camera(camera_.fitted()); }
  /// Centres the selected task. If it is centred already, zooms to its usual size.
  void centre_selection();
  /// Zooms by a factor of 1.25 per step: at the pointer if it is over the view, otherwise at the middle.
  /// Positive steps zoom in.
  void zoom_step(double steps);

  /// Sets the time at which boxes show their state; empty hides the states.
  void set_time(std::optional<std::int64_t> time_ns);
  std::optional<std::int64_t> time_ns() const { return time_ns_; }

  /// The position of a box's middle, or of an open group's title, in the widget.
  QPoint position_of(std::uint32_t box) const;

  /// Whether the user may edit the graph: a drag from one task to another then draws a dependency, and a
  /// click on a line chooses it.
  void set_editable(bool editable);
  /// The chosen line's dependency; nothing once the graph has changed.
  std::optional<traces::Dependency> chosen_dependency() const { return chosen_; }
  Signal<const traces::Dependency&> dependency_drawn;
  Signal<const traces::ScenePoint&> task_wanted;  ///< a double click on an empty place of the drawing
  Signal<traces::TaskId> task_entered;            ///< a double click on a task

  /// The scale at which the whole graph fits in a view of another size; 1 without a graph.
  double fitting_scale(QSizeF view) const;
  /// The height that the whole graph needs in a view of that size, with margins and the legend of states.
  double fitted_height(double width, double height) const;

  /// Passes what a drag does at the pointer; empty when the pointer is elsewhere.
  Signal<const QString&> hint_changed;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void graph_changed(bool redrawn);
  GraphCamera camera_for(const GraphDrawing& next) const;
  /// Whether the next version of an edited graph is about to replace the picture.
  bool is_replaced_soon() const;
  /// The action of a key; empty if the key has none here.
  std::function<void()> action_of(const QKeyEvent& event);
  void click(QPointF at);
  void hover(QPointF at);
  void set_camera(const GraphCamera& camera);
  void selection_changed(const SelectionState& state);
  double drawing_height(double view_height) const;
  double drawing_height() const { return drawing_height(height()); }
  std::optional<std::uint32_t> box_of(std::optional<TaskReference> task) const;
  std::optional<std::uint32_t> box_at(QPointF at) const;
  std::optional<traces::TaskId> task_at(QPointF at) const;
  /// The nearest line within the pointer's reach; null if there is none.
  const traces::GraphLine* line_at(QPointF at) const;
  std::optional<traces::Dependency> dependency_of(const traces::GraphLine* line) const;
  void paint_edits(QPainter& painter);
  std::string duration_of(traces::TaskId task) const;
  void paint_durations(QPainter& painter) const;
  QString tooltip_at(QPointF at) const;
  QPointF in_view(const traces::ScenePoint& point) const {
    return {camera_.x_from_scene(point.x), camera_.y_from_scene(point.y)};
  }
  /// Redraws after a change. A job draws large graphs; until it is done, the view moves the previous picture.
  void refresh();
  GraphFrame current() const;
  void draw_by_job();

  Session& session_;
  GraphSession& graph_;
  GraphCamera camera_;
  std::optional<traces::ScenePoint> anchor_;  ///< where the clicked group was
  std::optional<std::uint32_t> hovered_;
  std::optional<std::int64_t> time_ns_;
  std::optional<QPointF> pointer_;
  bool is_editable_ = false;
  std::optional<traces::TaskId> drawn_from_;  ///< the task at which a dependency's drag began
  std::optional<traces::Dependency> chosen_;
  std::shared_ptr<const GraphDrawing> edited_;  ///< the newest drawing of the graph that the user edits
  bool is_pressed_ = false;
  bool is_dragged_ = false;
  QPointF press_;
  QPointF last_;
  QImage picture_;              ///< the graph without the parts that follow the pointer
  GraphCamera picture_camera_;  ///< the camera of `picture_`
  bool is_drawn_ = false;       ///< `picture_` is up to date
  bool is_first_ = true;        ///< no picture of this graph has been drawn yet
  Connections connections_;
};

}  // namespace gusset::viewer
