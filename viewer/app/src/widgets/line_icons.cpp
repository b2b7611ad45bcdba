#include "gusset/viewer/app/widgets/line_icons.hpp"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

namespace gusset::viewer {
namespace {

// All in a square of 16 × 16.
QPainterPath glass(bool plus, bool minus) {
  QPainterPath path;
  path.addEllipse(QPointF(6.5, 6.5), 4.5, 4.5);
  path.moveTo(9.8, 9.8);
  path.lineTo(14, 14);
  if (plus || minus) {
    path.moveTo(4.5, 6.5);
    path.lineTo(8.5, 6.5);
  }
  if (plus) {
    path.moveTo(6.5, 4.5);
    path.lineTo(6.5, 8.5);
  }
  return path;
}

QPainterPath bent_arrow() {
  QPainterPath path;
  path.moveTo(3, 6.5);
  path.lineTo(9.5, 6.5);
  path.cubicTo(14.5, 6.5, 14.5, 13, 9.5, 13);
  path.lineTo(6, 13);
  path.moveTo(6.2, 3.2);
  path.lineTo(3, 6.5);
  path.lineTo(6.2, 9.8);
  return path;
}

QPainterPath round_arrow() {
  QPainterPath path;
  path.arcMoveTo(QRectF(3, 3, 10, 10), 60);
  path.arcTo(QRectF(3, 3, 10, 10), 60, 290);
  path.moveTo(13.2, 2.2);
  path.lineTo(13.2, 5.9);
  path.lineTo(9.5, 5.9);
  return path;
}

QPainterPath folder() {
  QPainterPath path;
  path.moveTo(2, 13);
  path.lineTo(2, 3.5);
  path.lineTo(6, 3.5);
  path.lineTo(7.5, 5.5);
  path.lineTo(14, 5.5);
  path.lineTo(14, 13);
  path.closeSubpath();
  return path;
}

QPainterPath between_walls() {
  QPainterPath path;
  for (const double x : {2.0, 14.0}) {
    path.moveTo(x, 3);
    path.lineTo(x, 13);
  }
  path.moveTo(4, 8);
  path.lineTo(12, 8);
  path.moveTo(6, 6);
  path.lineTo(4, 8);
  path.lineTo(6, 10);
  path.moveTo(10, 6);
  path.lineTo(12, 8);
  path.lineTo(10, 10);
  return path;
}

QPainterPath prompt() {
  QPainterPath path;
  path.addRoundedRect(QRectF(2, 3, 12, 10), 1.5, 1.5);
  path.moveTo(4.5, 6);
  path.lineTo(6.5, 8);
  path.lineTo(4.5, 10);
  path.moveTo(8, 10);
  path.lineTo(11.5, 10);
  return path;
}

// A triangle that points to the right, its base at `left`.
void add_triangle(QPainterPath& path, double left, double width, double height) {
  path.moveTo(left, 8 - height / 2);
  path.lineTo(left + width, 8);
  path.lineTo(left, 8 + height / 2);
  path.closeSubpath();
}

void add_wall(QPainterPath& path, double x, double height) {
  path.moveTo(x, 8 - height / 2);
  path.lineTo(x, 8 + height / 2);
}

QPainterPath triangles(int count) {
  QPainterPath path;
  if (count == 1) {
    add_triangle(path, 4, 9, 11);
  } else {
    add_triangle(path, 2, 6, 8);
    add_triangle(path, 8, 6, 8);
  }
  return path;
}

QPainterPath two_walls() {
  QPainterPath path;
  add_wall(path, 5.5, 10);
  add_wall(path, 10.5, 10);
  return path;
}

// To the next event, and to the end.
QPainterPath triangle_to_wall() {
  QPainterPath path;
  add_triangle(path, 3.5, 6.5, 9);
  add_wall(path, 12.5, 9);
  return path;
}

QPainterPath triangles_to_wall() {
  QPainterPath path;
  add_triangle(path, 1.5, 5.5, 8);
  add_triangle(path, 7, 5.5, 8);
  add_wall(path, 14, 8);
  return path;
}

QPainterPath mirrored(const QPainterPath& path) {
  return QTransform(-1, 0, 0, 1, 16, 0).map(path);
}

QPainterPath lines_of(LineIcon icon) {
  switch (icon) {
    case LineIcon::open:
      return folder();
    case LineIcon::reload:
      return round_arrow();
    case LineIcon::zoom_in:
      return glass(true, false);
    case LineIcon::zoom_out:
      return glass(false, true);
    case LineIcon::fit:
      return between_walls();
    case LineIcon::undo:
      return bent_arrow();
    case LineIcon::redo:
      return mirrored(bent_arrow());
    case LineIcon::find:
      return glass(false, false);
    case LineIcon::commands:
      return prompt();
    case LineIcon::play:
      return triangles(1);
    case LineIcon::pause:
      return two_walls();
    case LineIcon::next:
      return triangle_to_wall();
    case LineIcon::previous:
      return mirrored(triangle_to_wall());
    case LineIcon::start:
      return mirrored(triangles_to_wall());
    case LineIcon::faster:
      return triangles(2);
    case LineIcon::slower:
      return mirrored(triangles(2));
  }
  return {};
}

// Draws when it is shown, so that the colours are those of then.
class Engine : public QIconEngine {
 public:
  explicit Engine(LineIcon icon) : icon_(icon) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / 16.0, rect.height() / 16.0);
    painter->setPen(QPen(QApplication::palette().color(group, QPalette::ButtonText), 1.4, Qt::SolidLine,
                         Qt::RoundCap, Qt::RoundJoin));
    painter->drawPath(lines_of(icon_));
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new Engine(*this); }

 private:
  LineIcon icon_;
};

}  // namespace

QIcon line_icon(LineIcon icon) {
  return QIcon(new Engine(icon));
}

QIcon program_icon() {
  QIcon icon;
  for (const int size : {16, 32, 48, 128}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / 64.0, size / 64.0);
    painter.setPen(Qt::NoPen);
    // The same as share/icons/hicolor/scalable/apps/gusset.svg.
    painter.setBrush(QColor("#f4f6fb"));
    painter.drawRoundedRect(QRectF(2, 2, 60, 60), 10, 10);
    const auto triangle = [&](double left, double top, double width, const char* colour) {
      painter.setBrush(QColor(colour));
      painter.drawPolygon(QPolygonF({{left, top}, {left + width, top + 20}, {left, top + 20}}));
    };
    triangle(10, 10, 44, "#3b5fc0");
    triangle(10, 34, 20, "#c48340");
    triangle(32, 34, 22, "#259c70");
    icon.addPixmap(pixmap);
  }
  return icon;
}

}  // namespace gusset::viewer
