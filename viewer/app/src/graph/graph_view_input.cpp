// How the graph's view reacts to the mouse and the keyboard.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>
#include <utility>

#include "gusset/viewer/app/graph/graph_view.hpp"

namespace gusset::viewer {
namespace {

constexpr double step_of_zoom = 1.25;
constexpr double fine_step_of_zoom = 1.05;
constexpr double coarse_step_of_zoom = 2.0;
constexpr double pan_share = 0.1;     // share of the view that an arrow key pans
constexpr double click_pixels = 4.0;  // a press that moves less is a click

}  // namespace

void GraphView::zoom_step(double steps) {
  const QPointF at = pointer_.value_or(QPointF(width() / 2.0, height() / 2.0));
  set_camera(camera_.zoomed_at(at.x(), at.y(), std::pow(step_of_zoom, steps)));
}

void GraphView::mousePressEvent(QMouseEvent* event) {
  if (is_pressed_ || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)) return;
  is_pressed_ = true;
  is_dragged_ = event->button() == Qt::MiddleButton;
  press_ = last_ = event->position();
  drawn_from_ = is_editable_ && event->button() == Qt::LeftButton ? task_at(press_) : std::nullopt;
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  pointer_ = at;
  if (is_pressed_) {
    const QPointF moved = at - press_;
    if (std::hypot(moved.x(), moved.y()) > click_pixels) is_dragged_ = true;
    if (is_dragged_ && drawn_from_) {
      hovered_ = task_at(at) ? box_at(at) : std::nullopt;
      update();
    } else if (is_dragged_) {
      set_camera(camera_.panned(last_.x() - at.x(), last_.y() - at.y()));
      last_ = at;
    }
    return;
  }
  hover(at);
}

void GraphView::hover(QPointF at) {
  const auto box = box_at(at);
  if (box != hovered_) {
    hovered_ = box;
    update();
  }
  hint_changed(!is_editable_
                   ? "Drag: pan · Wheel: zoom · Click: select a task or unfold a group (title: fold it)"
               : task_at(at) ? "Drag to another task: draw a dependency · Click: select · Del: delete"
                             : "Double-click: add a task · Click a line, then Del: delete it · Drag: pan");
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
  if (!is_pressed_) return;
  is_pressed_ = false;
  const auto from = std::exchange(drawn_from_, std::nullopt);
  if (!std::exchange(is_dragged_, false)) {
    if (event->button() == Qt::LeftButton) click(event->position());
    return;
  }
  update();
  const auto to = from ? task_at(event->position()) : std::nullopt;
  if (to && *to != *from) dependency_drawn({*from, *to});
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (!is_editable_ || event->button() != Qt::LeftButton) mousePressEvent(event);
  if (event->button() != Qt::LeftButton) return;
  if (const auto task = task_at(event->position())) {
    task_entered(*task);
  } else if (is_editable_ && !box_at(event->position())) {
    task_wanted({camera_.scene_from_x(event->position().x()), camera_.scene_from_y(event->position().y())});
  }
}

void GraphView::click(QPointF at) {
  const auto number = box_at(at);
  chosen_ = is_editable_ && !number ? dependency_of(line_at(at)) : std::nullopt;
  update();
  const traces::GraphBox* box = number ? &graph_.drawing()->scene->boxes[*number] : nullptr;
  const bool on_title = box != nullptr && box->kind == traces::GraphBox::Kind::open_group &&
                        camera_.scene_from_y(at.y()) < box->y + traces::GraphScene::title_height;
  if (box != nullptr && box->kind == traces::GraphBox::Kind::task) {
    const TaskReference task{graph_.panel(), traces::TaskId(box->number)};
    session_.selection().select_task(task, session_.document()->row_of(task), SelectionOrigin::graph);
  } else if (on_title || (box != nullptr && box->kind == traces::GraphBox::Kind::group)) {
    anchor_ = traces::ScenePoint{box->middle_x(), box->y};
    graph_.toggle(box->number);
  } else if (box == nullptr || box->kind == traces::GraphBox::Kind::open_group) {
    session_.selection().clear_task(SelectionOrigin::graph);
  }
}

void GraphView::wheelEvent(QWheelEvent* event) {
  const QPointF steps = QPointF(event->angleDelta()) / 120.0;
  const double base = event->modifiers().testFlag(Qt::ControlModifier) ? fine_step_of_zoom
                      : event->modifiers().testFlag(Qt::ShiftModifier) ? coarse_step_of_zoom
                                                                       : step_of_zoom;
  const QPointF at = event->position();
  if (steps.y() != 0.0) {
    set_camera(camera_.zoomed_at(at.x(), at.y(), std::pow(base, steps.y())));
  } else if (steps.x() != 0.0) {
    set_camera(camera_.panned(-steps.x() * width() * pan_share, 0.0));
  }
  event->accept();
}

void GraphView::keyPressEvent(QKeyEvent* event) {
  if (const std::function<void()> act = action_of(*event)) {
    act();
  } else {
    QWidget::keyPressEvent(event);
  }
}

std::function<void()> GraphView::action_of(const QKeyEvent& event) {
  if ((event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) != Qt::NoModifier) return {};
  const auto pan = [this](double right, double down) {
    return [this, right, down] {
      set_camera(camera_.panned(pan_share * right * width(), pan_share * down * height()));
    };
  };
  switch (event.key()) {
    case Qt::Key_0:
    case Qt::Key_Asterisk:
    case Qt::Key_Home:
      return [this] { fit(); };
    case Qt::Key_F:
      return [this] { centre_selection(); };
    case Qt::Key_W:
      return [this] { zoom_step(1); };
    case Qt::Key_S:
      return [this] { zoom_step(-1); };
    case Qt::Key_A:
    case Qt::Key_Left:
      return pan(-1, 0);
    case Qt::Key_D:
    case Qt::Key_Right:
      return pan(1, 0);
    case Qt::Key_Up:
      return pan(0, -1);
    case Qt::Key_Down:
      return pan(0, 1);
    default:
      return {};
  }
}

void GraphView::leaveEvent(QEvent*) {
  pointer_.reset();
  if (hovered_) {
    hovered_.reset();
    update();
  }
  hint_changed({});
}

}  // namespace gusset::viewer
