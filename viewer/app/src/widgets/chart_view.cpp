#include "gusset/viewer/app/widgets/chart_view.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <utility>

#include "gusset/traces/picture/canvas/dark_canvas.hpp"
#include "gusset/viewer/app/widgets/qt_canvas.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {

ChartView::ChartView(QWidget* parent) : QWidget(parent) {
  setObjectName("chart");
  setMouseTracking(true);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
}

void ChartView::show_chart(Chart chart) {
  chart_ = std::move(chart);
  setMinimumHeight(chart_.height);
  update();
}

picture::PanelBox ChartView::box() const {
  return {8, 2, width() - 16, height() - 4};
}

void ChartView::paintEvent(QPaintEvent*) {
  if (!chart_.draw) return;
  QPainter painter(this);
  QtCanvas canvas(painter, font());
  picture::DarkCanvas dark(canvas);
  const bool is_dark = chart_.is_for_white && background_of(palette()) == traces::Background::dark;
  chart_.draw(is_dark ? static_cast<picture::Canvas&>(dark) : canvas, box());
}

std::optional<ChartSpot> ChartView::spot_at(QPointF where) const {
  return chart_.spot_at ? chart_.spot_at(box(), {where.x(), where.y()}) : std::nullopt;
}

void ChartView::mousePressEvent(QMouseEvent* event) {
  const auto spot = spot_at(event->position());
  if (event->button() == Qt::LeftButton && spot && spot->clicked) spot->clicked();
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
  const auto spot = spot_at(event->position());
  setCursor(spot && spot->clicked ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (spot) {
    QToolTip::showText(event->globalPosition().toPoint(), plain_tooltip(spot->text), this);
  } else {
    QToolTip::hideText();
  }
}

}  // namespace gusset::viewer
