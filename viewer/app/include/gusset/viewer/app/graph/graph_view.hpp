#pragma once
#include <QImage>
#include <QPoint>
#include <QPointF>
#include <QWidget>
#include <cstdint>
#include <functional>
#include <optional>

#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/graph/graph_camera.hpp"
#include "gusset/viewer/model/graph/graph_session.hpp"

namespace gusset::viewer {

struct GraphFrame;

/// Shows the session's graph: a click selects a task or unfolds a group, the wheel zooms at the pointer, a
/// drag pans. What the selection is elsewhere is marked here and brought into sight.
class GraphView : public QWidget {
 public:
  GraphView(Session& session, GraphSession& graph, QWidget* parent = nullptr);

  const GraphCamera& camera() const { return camera_; }
  void fit();
  /// Centres the selected task; where it is centred already, shows it at its usual size.
  void centre_selection();
  /// At the middle, or at the pointer where it is over the view.
  void zoom_step(double steps);

  /// The time at which boxes show what they are doing; nothing: none.
  void set_time(std::optional<std::int64_t> time_ns);
  std::optional<std::int64_t> time_ns() const { return time_ns_; }

  /// Where a box's middle, or an open group's title, is in the widget.
  QPoint position_of(std::uint32_t box) const;

  /// What a drag does where the pointer is; empty: elsewhere.
  Signal<const QString&> hint_changed;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void graph_changed(bool redrawn);
  /// What a key does here; empty: nothing.
  std::function<void()> action_of(const QKeyEvent& event);
  void click(QPointF at);
  void hover(QPointF at);
  void set_camera(const GraphCamera& camera);
  void selection_changed(const SelectionState& state);
  std::optional<std::uint32_t> box_of(std::optional<TaskReference> task) const;
  std::optional<std::uint32_t> box_at(QPointF at) const;
  QString tooltip_at(QPointF at) const;
  /// What is shown changed. Large graphs are drawn by a job; until it is done the picture before is moved.
  void refresh();
  GraphFrame current() const;
  void draw_by_job();

  Session& session_;
  GraphSession& graph_;
  GraphCamera camera_;
  std::optional<traces::ScenePoint> anchor_;  ///< where the group that was clicked stood
  std::optional<std::uint32_t> hovered_;
  std::optional<std::int64_t> time_ns_;
  std::optional<QPointF> pointer_;
  bool is_pressed_ = false;
  bool is_dragged_ = false;
  QPointF press_;
  QPointF last_;
  QImage picture_;              ///< of the graph, without what follows the pointer
  GraphCamera picture_camera_;  ///< with which it was drawn
  bool is_drawn_ = false;       ///< so that nothing has changed since
  bool is_first_ = true;        ///< no picture of this graph has been drawn
  Connections connections_;
};

}  // namespace gusset::viewer
