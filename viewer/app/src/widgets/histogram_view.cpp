#include "gusset/viewer/app/widgets/histogram_view.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "gusset/base/numbers.hpp"
#include "gusset/viewer/model/explain/range_statistics.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int side_margin = 14;
constexpr int label_spacing = 74;
constexpr int tick_gap = 6;

QString counted(std::uint64_t count) {
  return qt_text(count_text(count));
}

}  // namespace

HistogramView::HistogramView(QWidget* parent) : QWidget(parent) {
  setObjectName("histogram");
  setMouseTracking(true);
  setMinimumSize(220, 90);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
}

void HistogramView::show_bars(std::vector<traces::HistogramBin> bars, QColor colour, QString title) {
  bars_ = std::move(bars);
  colour_ = colour;
  title_ = std::move(title);
  most_ = 0;
  for (const traces::HistogramBin& bar : bars_) most_ = std::max(most_, bar.count);
  hovered_ = -1;
  update();
}

QRect HistogramView::plot() const {
  const int line = fontMetrics().height();
  // The axis is on the left: "tasks", rotated, and counts.
  const int counts = most_ == 0 ? 0 : line + tick_gap + fontMetrics().horizontalAdvance(counted(most_));
  return rect().adjusted(side_margin + counts, line + 12, -side_margin, -line - 8);
}

QRect HistogramView::bar_area(std::size_t bar) const {
  // All bars have the same width. Edges at 1, 2, 5, 10 are about equally spaced on a logarithmic scale, and
  // equal widths are easier to compare.
  const QRect area = plot();
  const auto count = static_cast<int>(std::max<std::size_t>(1, bars_.size()));
  const auto i = static_cast<int>(bar);
  const int left = area.left() + area.width() * i / count;
  const int right = area.left() + area.width() * (i + 1) / count;
  return {left, area.top(), std::max(1, right - left), area.height()};
}

int HistogramView::bar_at(QPoint where) const {
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    if (bar_area(i).contains(where)) return static_cast<int>(i);
  }
  return -1;
}

void HistogramView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QColor muted = palette().color(QPalette::PlaceholderText);
  const QRect area = plot();
  const int line = fontMetrics().height();
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(QRect(side_margin, 4, width() - 2 * side_margin, line), Qt::AlignLeft, title_);
  if (bars_.empty()) {
    painter.setPen(muted);
    painter.drawText(rect(), Qt::AlignCenter, "No task ran here");
    return;
  }
  painter.setPen(muted);
  painter.drawText(QRect(side_margin, 4, width() - 2 * side_margin, line), Qt::AlignRight,
                   "highest bar: " + counted(most_) + (most_ == 1 ? " task" : " tasks"));
  paint_counts(painter);
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    const QRect whole = bar_area(i);
    if (bars_[i].count > 0) {
      // At least 2 pixels, so that every nonempty bar is visible.
      const int height = std::max(
          2, static_cast<int>(std::lround(static_cast<double>(area.height()) *
                                          static_cast<double>(bars_[i].count) / static_cast<double>(most_))));
      const QRect bar(whole.left() + 1, area.bottom() + 1 - height, std::max(1, whole.width() - 2), height);
      painter.fillRect(bar, static_cast<int>(i) == hovered_ ? colour_.darker(125) : colour_);
    }
  }
  painter.drawLine(area.bottomLeft() + QPoint(0, 1), area.bottomRight() + QPoint(0, 1));
  int free_from = 0;
  for (std::size_t i = 0; i <= bars_.size(); ++i) {
    const int x = i < bars_.size() ? bar_area(i).left() : area.right();
    painter.drawLine(x, area.bottom() + 1, x, area.bottom() + 4);
    const std::int64_t edge_ns = i < bars_.size() ? bars_[i].from_ns : bars_.back().to_ns;
    const QString label = qt_text(duration_text_ns(edge_ns));
    const int wide = fontMetrics().horizontalAdvance(label);
    const int left = std::clamp(x - wide / 2, 2, std::max(2, width() - wide - 2));
    if (left < free_from) continue;
    painter.drawText(left, area.bottom() + 6 + fontMetrics().ascent(), label);
    free_from = left + std::max(wide + 10, label_spacing);
  }
}

void HistogramView::paint_counts(QPainter& painter) const {
  const QRect area = plot();
  const int line = fontMetrics().height();
  const QColor muted = palette().color(QPalette::PlaceholderText);
  QColor grid = muted;
  grid.setAlpha(60);
  for (const std::uint64_t tick : count_ticks(most_, area.height() / (2 * line))) {
    const int y = area.bottom() + 1 -
                  static_cast<int>(std::lround(area.height() * static_cast<double>(tick) /
                                               static_cast<double>(std::max<std::uint64_t>(1, most_))));
    if (tick > 0) {
      painter.setPen(grid);
      painter.drawLine(area.left(), y, area.right(), y);
    }
    painter.setPen(muted);
    painter.drawText(QRect(0, y - line / 2, area.left() - tick_gap, line), Qt::AlignRight | Qt::AlignVCenter,
                     counted(tick));
  }
  painter.save();
  painter.translate(2, area.bottom());
  painter.rotate(-90.0);
  painter.drawText(QRect(0, 0, area.height(), line), Qt::AlignCenter, "tasks");
  painter.restore();
}

void HistogramView::mousePressEvent(QMouseEvent* event) {
  const int bar = bar_at(event->pos());
  if (event->button() == Qt::LeftButton && bar >= 0 && bars_[static_cast<std::size_t>(bar)].count > 0 &&
      bar_clicked)
    bar_clicked(bars_[static_cast<std::size_t>(bar)]);
}

void HistogramView::mouseMoveEvent(QMouseEvent* event) {
  const int bar = bar_at(event->pos());
  setCursor(bar >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (bar == hovered_) return;
  hovered_ = bar;
  update();
  if (bar < 0) {
    QToolTip::hideText();
    return;
  }
  QToolTip::showText(event->globalPosition().toPoint(),
                     qt_text(bar_text(bars_[static_cast<std::size_t>(bar)])) + "; click to select them",
                     this);
}

void HistogramView::leaveEvent(QEvent*) {
  hovered_ = -1;
  update();
}

}  // namespace gusset::viewer
