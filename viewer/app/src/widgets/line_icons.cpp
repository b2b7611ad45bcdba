#include "gusset/viewer/app/widgets/line_icons.hpp"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

// Registers the icons explicitly, because the linker may drop unreferenced resources of a static library. The
// macro must be used outside a namespace.
static void use_icons() {
  Q_INIT_RESOURCE(icons);
}

namespace gusset::viewer {
namespace {

// Renders one of the program's SVG files on demand. `currentColor` becomes the palette's text colour at that
// time.
class Engine : public QIconEngine {
 public:
  explicit Engine(const QString& name) {
    use_icons();
    QFile file(":/icons/" + name + ".svg");
    if (file.open(QIODevice::ReadOnly)) svg_ = file.readAll();
    Q_ASSERT(!svg_.isEmpty());
  }

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    const QColor colour = QApplication::palette().color(group, QPalette::ButtonText);
    QSvgRenderer(QByteArray(svg_).replace("currentColor", colour.name().toLatin1())).render(painter, rect);
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
  QByteArray svg_;
};

}  // namespace

QIcon line_icon(const QString& name) {
  return QIcon(new Engine(name));
}

QIcon program_icon() {
  return QIcon(new Engine("gusset"));
}

}  // namespace gusset::viewer
