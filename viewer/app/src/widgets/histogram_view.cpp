#include "gusset/viewer/app/widgets/histogram_view.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <cstdint>
#include <utility>

#include "gusset/viewer/app/widgets/qt_canvas.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

HistogramView::HistogramView(QWidget* parent) : QWidget(parent) {
  setObjectName("histogram");
  setMouseTracking(true);
  setMinimumSize(220, 90);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
}

void HistogramView::show_bars(std::vector<traces::HistogramBin> bars, QColor colour, const QString& title) {
  const auto channel = [](int value) { return static_cast<std::uint8_t>(value); };
  chart_ = {title.toStdString(),
            std::move(bars),
            {channel(colour.red()), channel(colour.green()), channel(colour.blue())}};
  areas_.clear();
  update();
}

QRect HistogramView::bar_area(std::size_t bar) const {
  const picture::PanelBox& area = areas_.at(bar);
  return {area.left, area.top, area.width, area.height};
}

std::optional<std::size_t> HistogramView::bar_at(QPoint where) const {
  for (std::size_t i = 0; i < areas_.size(); ++i) {
    if (bar_area(i).contains(where)) return i;
  }
  return std::nullopt;
}

void HistogramView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QtCanvas canvas(painter, font());
  chart_.background = background_of(palette());
  areas_ = draw_histogram(canvas, chart_, {8, 2, width() - 16, height() - 4});
}

void HistogramView::mousePressEvent(QMouseEvent* event) {
  const auto bar = bar_at(event->pos());
  if (event->button() == Qt::LeftButton && bar && chart_.bins[*bar].count > 0 && bar_clicked)
    bar_clicked(chart_.bins[*bar]);
}

void HistogramView::mouseMoveEvent(QMouseEvent* event) {
  const auto bar = bar_at(event->pos());
  setCursor(bar ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (bar == chart_.marked) return;
  chart_.marked = bar;
  update();
  if (!bar) {
    QToolTip::hideText();
    return;
  }
  QToolTip::showText(event->globalPosition().toPoint(),
                     qt_text(picture::bar_text(chart_.bins[*bar])) + "; click to select them", this);
}

void HistogramView::leaveEvent(QEvent*) {
  chart_.marked.reset();
  update();
}

}  // namespace gusset::viewer
