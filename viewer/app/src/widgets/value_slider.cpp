#include "gusset/viewer/app/widgets/value_slider.hpp"

#include <QWheelEvent>

namespace gusset::viewer {

ValueSlider::ValueSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
  setFocusPolicy(Qt::StrongFocus);
}

void ValueSlider::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
  if (reset) reset();
}

void ValueSlider::wheelEvent(QWheelEvent* event) {
  if (hasFocus()) {
    QSlider::wheelEvent(event);
  } else {
    event->ignore();
  }
}

}  // namespace gusset::viewer
