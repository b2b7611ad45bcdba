#include "gusset/viewer/app/widgets/link_row.hpp"

#include <QKeyEvent>
#include <QPainter>
#include <utility>

namespace gusset::viewer {
namespace {

constexpr int row_padding = 6;
constexpr int side_padding = 8;
constexpr int wrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

}  // namespace

LinkRow::LinkRow(const QString& name, const QString& about, QWidget* parent)
    : QAbstractButton(parent), about_(about) {
  setText(name);
  setAccessibleDescription(about);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void LinkRow::show_miniature(QImage image) {
  miniature_ = std::move(image);
  updateGeometry();
  update();
}

QSize LinkRow::sizeHint() const {
  const int lines = about_.isEmpty() ? 1 : 2;
  return {320, lines * fontMetrics().lineSpacing() + 2 * row_padding};
}

bool LinkRow::wraps() const {
  return miniature_.isNull() && !about_.contains('/');
}

int LinkRow::heightForWidth(int width) const {
  if (!wraps()) return sizeHint().height();
  const QRect room(0, 0, width - 2 * side_padding, QWIDGETSIZE_MAX);
  return fontMetrics().lineSpacing() + fontMetrics().boundingRect(room, wrapped, about_).height() +
         2 * row_padding;
}

void LinkRow::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto group = isEnabled() ? QPalette::Active : QPalette::Disabled;
  if (isEnabled() && (underMouse() || isDown())) {
    QColor wash = palette().color(QPalette::Highlight);
    wash.setAlpha(isDown() ? 60 : 30);
    painter.fillRect(rect(), wash);
  }
  if (hasFocus()) {
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
  QRect inside = rect().adjusted(side_padding, row_padding, -side_padding, -row_padding);
  if (!miniature_.isNull()) {
    const QSize size = miniature_.size().scaled(miniature_.width(), inside.height(), Qt::KeepAspectRatio);
    const QRect place(inside.right() - size.width(), inside.top() + (inside.height() - size.height()) / 2,
                      size.width(), size.height());
    painter.setOpacity(isEnabled() ? 1.0 : 0.4);
    painter.fillRect(place, palette().color(QPalette::Base));
    painter.drawImage(place, miniature_);
    painter.setOpacity(1.0);
    inside.setRight(place.left() - 12);
  }
  const int line = fontMetrics().lineSpacing();
  painter.setPen(palette().color(group, QPalette::Link));
  if (!isEnabled()) painter.setPen(palette().color(group, QPalette::WindowText));
  painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop,
                   fontMetrics().elidedText(text(), Qt::ElideMiddle, inside.width()));
  QColor quiet = palette().color(group, QPalette::WindowText);
  quiet.setAlphaF(0.68F);
  painter.setPen(quiet);
  const QRect below = inside.adjusted(0, line, 0, 0);
  if (wraps()) {
    painter.drawText(below, wrapped, about_);
  } else {
    const auto mode = about_.contains('/') ? Qt::ElideMiddle : Qt::ElideRight;
    painter.drawText(below, Qt::AlignLeft | Qt::AlignTop,
                     fontMetrics().elidedText(about_, mode, below.width()));
  }
}

void LinkRow::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      click();
      break;
    case Qt::Key_Down:
      focusNextChild();
      break;
    case Qt::Key_Up:
      focusPreviousChild();
      break;
    default:
      QAbstractButton::keyPressEvent(event);
  }
}

}  // namespace gusset::viewer
