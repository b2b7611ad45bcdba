// Mouse and key input that changes the times and tasks in view.
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/viewer/app/timeline/timeline_view.hpp"

namespace gusset::viewer {
namespace {

constexpr double wheel_zoom = 1.25;  // also for one key press
constexpr double fine_wheel_zoom = 1.05;
constexpr double coarse_wheel_zoom = 2.0;
constexpr double max_click_pixels = 4.0;  // a press that moves less is a click

int button_number(Qt::MouseButton button) {
  return button == Qt::LeftButton ? 0 : button == Qt::RightButton ? 1 : button == Qt::MiddleButton ? 2 : -1;
}

}  // namespace

void TimelineView::zoom_step(double steps) {
  const Box plot = timeline_.plot();
  const bool on_plot = pointer_ && plot.contains(pointer_->x, pointer_->y);
  timeline_.zoom_at(on_plot ? pointer_->x : plot.left + plot.width / 2.0, std::pow(wheel_zoom, steps));
  continue_gesture();
}

void TimelineView::pan_step(double share) {
  timeline_.pan(share * timeline_.plot().width);
  continue_gesture();
}

bool TimelineView::eventFilter(QObject* watched, QEvent* event) {
  if (watched != &canvas_->widget()) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      press(static_cast<const QMouseEvent&>(*event));
      break;
    case QEvent::MouseButtonDblClick:
      double_click(static_cast<const QMouseEvent&>(*event));
      break;
    case QEvent::MouseMove:
      move(static_cast<const QMouseEvent&>(*event));
      break;
    case QEvent::MouseButtonRelease:
      release(static_cast<const QMouseEvent&>(*event));
      break;
    case QEvent::Wheel:
      wheel(static_cast<const QWheelEvent&>(*event));
      break;
    case QEvent::Leave:
      leave();
      break;
    default:
      return QWidget::eventFilter(watched, event);
  }
  feed_pointer(*event);
  event->accept();
  return true;
}

void TimelineView::feed_pointer(const QEvent& event) {
  PointerQueue& queue = canvas_->renderer().pointer();
  if (event.type() == QEvent::Leave) {
    queue.push({PointerEvent::Kind::leave, 0.0, 0.0, 0});
  } else if (event.type() != QEvent::Wheel) {
    const auto& mouse = static_cast<const QMouseEvent&>(event);
    const QPointF at = device_position(mouse.position());
    const bool presses =
        event.type() == QEvent::MouseButtonPress || event.type() == QEvent::MouseButtonDblClick;
    // The right button opens a menu, which takes the release, so the press must not last.
    if (mouse.button() == Qt::RightButton) return canvas_->request_frame();
    const auto kind = presses                                      ? PointerEvent::Kind::press
                      : event.type() == QEvent::MouseButtonRelease ? PointerEvent::Kind::release
                                                                   : PointerEvent::Kind::move;
    queue.push({kind, at.x(), at.y(), button_number(mouse.button())});
  }
  canvas_->request_frame();
}

QPointF TimelineView::device_position(QPointF position) const {
  return position * canvas_->widget().devicePixelRatioF();
}

// The ends of a range snap to the edges of tasks, unless Alt is held.
TimeRange TimelineView::range_to(QPointF at, bool snaps) const {
  const Box plot = timeline_.plot();
  const double bounded =
      std::clamp(at.x(), static_cast<double>(plot.left), static_cast<double>(plot.right()));
  const auto extent = static_cast<double>(timeline_.document().extent_ns);
  const double from = std::clamp(drag_time_ns_, 0.0, extent);
  const double to = std::clamp(
      snaps ? static_cast<double>(timeline_.snapped_time(bounded, at.y())) : timeline_.time_from_x(bounded),
      0.0, extent);
  return TimeRange::between(std::llround(from), std::llround(to));
}

void TimelineView::press(const QMouseEvent& event) {
  setFocus(Qt::MouseFocusReason);
  const QPointF at = device_position(event.position());
  pointer_ = Pointer{at.x(), at.y()};
  if (drag_ != Drag::none || timeline_.document().empty()) return;
  const Hit hit = timeline_.hit(at.x(), at.y());
  const bool pans = event.button() == Qt::MiddleButton ||
                    (event.button() == Qt::LeftButton && event.modifiers().testFlag(Qt::ShiftModifier));
  if (hit.area == Hit::Area::overview && event.button() == Qt::LeftButton) {
    drag_ = Drag::overview;
    canvas_->request_frame();  // which moves the view there
  } else if (pans) {
    drag_ = Drag::pan;
    timeline_.end_gesture();
  } else if (event.button() == Qt::LeftButton && at.x() >= timeline_.plot().left) {
    drag_ = Drag::undecided;
  } else {
    if (event.button() == Qt::LeftButton) fold_at(hit, at.x());
    if (event.button() == Qt::RightButton) menu_requested(hit, at, event.globalPosition().toPoint());
    return;
  }
  drag_button_ = event.button();
  drag_from_ = drag_last_ = at;
  const bool snaps = !event.modifiers().testFlag(Qt::AltModifier);
  drag_time_ns_ = snaps ? static_cast<double>(timeline_.snapped_time(at.x(), at.y())) : hit.axis_ns;
  drag_panel_ = hit.panel;
  drag_scroll_ = hit.panel ? timeline_.scrolls()[*hit.panel] : 0;
  hint(&event);
}

void TimelineView::move(const QMouseEvent& event) {
  const QPointF at = device_position(event.position());
  pointer_ = Pointer{at.x(), at.y()};
  if (drag_ == Drag::undecided && std::fabs(at.x() - drag_from_.x()) > max_click_pixels * timeline_.scale()) {
    drag_ = Drag::select;
  }
  if (drag_ == Drag::select) {
    dragged_ = range_to(at, !event.modifiers().testFlag(Qt::AltModifier));
  } else if (drag_ == Drag::pan) {
    timeline_.pan(drag_last_.x() - at.x());
    drag_scroll_ -= at.y() - drag_last_.y();
    if (drag_panel_) timeline_.scroll(*drag_panel_, static_cast<int>(std::lround(drag_scroll_)));
    drag_last_ = at;
    changed();
  }
  hint(&event);
}

void TimelineView::release(const QMouseEvent& event) {
  if (event.button() != drag_button_) return;
  const QPointF at = device_position(event.position());
  const Drag drag = std::exchange(drag_, Drag::none);
  drag_button_ = Qt::NoButton;
  if (drag == Drag::undecided) {
    const Hit hit = timeline_.hit(drag_from_.x(), drag_from_.y());
    if (arrows_.leaves_out_messages_at({drag_from_.x(), drag_from_.y()})) {
      messages_requested();
    } else if (hit.task) {
      selection_.select_task(*hit.task, hit.row, SelectionOrigin::timeline);
    } else {
      selection_.clear(SelectionOrigin::timeline);
    }
  } else if (drag == Drag::select) {
    dragged_.reset();
    const TimeRange range = range_to(at, !event.modifiers().testFlag(Qt::AltModifier));
    if (range.duration_ns() > 0) selection_.select_range(range, SelectionOrigin::timeline);
  }
  timeline_.end_gesture();
  changed();
  hint(&event);
}

void TimelineView::double_click(const QMouseEvent& event) {
  const QPointF at = device_position(event.position());
  const Hit hit = timeline_.hit(at.x(), at.y());
  if (event.button() != Qt::LeftButton || !hit.task) {
    press(event);
    return;
  }
  selection_.select_task(*hit.task, hit.row, SelectionOrigin::timeline);
  if (const auto range = range_on_axis(*hit.task)) timeline_.show(*range);
  changed();
}

void TimelineView::wheel(const QWheelEvent& event) {
  if (timeline_.document().empty()) return;
  const QPointF at = device_position(event.position());
  pointer_ = Pointer{at.x(), at.y()};
  const Hit hit = timeline_.hit(at.x(), at.y());
  const QPointF steps = QPointF(event.angleDelta()) / 120.0;
  if (hit.area == Hit::Area::labels && hit.panel) {
    const double rows = 3.0 * timeline_.layout().row_height(*hit.panel);
    timeline_.scroll(*hit.panel,
                     static_cast<int>(std::lround(timeline_.scrolls()[*hit.panel] - steps.y() * rows)));
  } else if (steps.y() != 0.0) {
    const double base = event.modifiers().testFlag(Qt::ControlModifier) ? fine_wheel_zoom
                        : event.modifiers().testFlag(Qt::ShiftModifier) ? coarse_wheel_zoom
                                                                        : wheel_zoom;
    timeline_.zoom_at(std::max(at.x(), static_cast<double>(timeline_.plot().left)),
                      std::pow(base, steps.y()));
  } else if (steps.x() != 0.0) {
    timeline_.pan(-steps.x() * timeline_.plot().width / 10.0);
  }
  continue_gesture();
}

void TimelineView::leave() {
  if (drag_ == Drag::none) pointer_.reset();
  hint_changed({});
}

void TimelineView::hint(const QMouseEvent* event) {
  if (timeline_.document().empty() || !pointer_) return;
  const Hit hit = timeline_.hit(pointer_->x, pointer_->y);
  const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
  if (drag_ == Drag::pan || (drag_ == Drag::none && shift)) {
    hint_changed("Drag: pan");
  } else if (drag_ == Drag::overview || hit.area == Hit::Area::overview) {
    hint_changed("Drag: move the view");
  } else if (hit.area == Hit::Area::labels) {
    const bool folds = timeline_.node_label_width() > 0;
    hint_changed(folds ? "Click a node: fold or unfold it · Wheel: scroll the rows"
                       : "Wheel: scroll the rows");
  } else {
    hint_changed(
        "Drag: select a range (Alt: no snapping) · Shift+drag: pan · Wheel: zoom · "
        "Click: select a task (then Y: why not earlier?) · Right-click: menu · ?: all keys");
  }
}

}  // namespace gusset::viewer
