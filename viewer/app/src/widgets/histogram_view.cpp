#include "gusset/viewer/app/widgets/histogram_view.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
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
  dragged_from_.reset();
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

std::size_t HistogramView::nearest_bar(int x) const {
  std::size_t bar = 0;
  while (bar + 1 < areas_.size() && x >= bar_area(bar + 1).left()) ++bar;
  return bar;
}

void HistogramView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  dragged_from_ = bar_at(event->pos());
  if (dragged_from_) mark(std::pair(*dragged_from_, *dragged_from_), event->globalPosition().toPoint());
}

void HistogramView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !std::exchange(dragged_from_, std::nullopt) || !chart_.marked)
    return;
  const traces::HistogramBin chosen =
      picture::joined(chart_.bins, chart_.marked->first, chart_.marked->second);
  if (chosen.count > 0 && bars_chosen) bars_chosen(chosen);
}

void HistogramView::mouseMoveEvent(QMouseEvent* event) {
  const QPoint tip_at = event->globalPosition().toPoint();
  if (dragged_from_) {
    const std::size_t to = nearest_bar(event->pos().x());
    mark(std::minmax(*dragged_from_, to), tip_at);
    return;
  }
  const auto bar = bar_at(event->pos());
  setCursor(bar ? Qt::PointingHandCursor : Qt::ArrowCursor);
  mark(bar ? std::optional(std::pair(*bar, *bar)) : std::nullopt, tip_at);
}

void HistogramView::mark(std::optional<std::pair<std::size_t, std::size_t>> bars, QPoint tip_at) {
  if (bars == chart_.marked) return;
  chart_.marked = bars;
  update();
  if (!bars) {
    QToolTip::hideText();
    return;
  }
  QToolTip::showText(tip_at,
                     qt_text(picture::bar_text(picture::joined(chart_.bins, bars->first, bars->second))) +
                         (dragged_from_ ? "; release to select them" : "; click or drag to select them"),
                     this);
}

void HistogramView::leaveEvent(QEvent*) {
  chart_.marked.reset();
  update();
}

}  // namespace gusset::viewer
