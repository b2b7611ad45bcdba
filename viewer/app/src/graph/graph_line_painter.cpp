#include "graph_line_painter.hpp"

#include <QFontMetricsF>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "gusset/viewer/model/document/time_text.hpp"

namespace gusset::viewer {
namespace {

using LineStyle = traces::GraphLineStyle;
using LineKind = traces::GraphLine::Kind;

constexpr double arrow_length = 7.0;  // units
constexpr double thinnest = 1.1;      // units
constexpr double thicker_by = 0.8;    // for each step of strength
constexpr float far_opacity = 0.45F;

QPen pen_of(LineStyle style, QColor ink, const SeenGraph& seen) {
  if (traces::is_far(style)) ink.setAlphaF(ink.alphaF() * far_opacity);
  const double width = thinnest + thicker_by * traces::strength_of(style);
  QPen pen(ink, std::max(width, seen.pixel));
  if (!seen.detail.curves) pen = QPen(ink, 0);  // a pixel's width, which is fast
  if (style == LineStyle::only_waits) pen.setDashPattern({1.5, 2.5});
  if (style == LineStyle::commutes || style == LineStyle::far_commutes) pen.setDashPattern({4, 3});
  return pen;
}

}  // namespace

QPointF GraphLinePainter::point(const traces::GraphLine& line, std::uint32_t i) const {
  const traces::ScenePoint& at = scene_.points[line.first_point + i];
  return {at.x, at.y};
}

// Of what is seen of a line, what lies wholly above, below, left or right of the view is left out, and so
// are steps that are smaller than a pixel.
void GraphLinePainter::add(QPainterPath& path, const traces::GraphLine& line, Extent extent) const {
  QPointF from = point(line, 0);
  if (line.is_arc) {
    path.moveTo(from);
    path.quadTo(point(line, 1), point(line, 2));
    return;
  }
  bool is_broken = true;
  for (std::uint32_t i = 1; i < line.point_count; ++i) {
    const QPointF to = point(line, i);
    const bool is_last = i + 1 == line.point_count;
    if (extent == Extent::seen && !is_last &&
        std::fabs(to.x() - from.x()) + std::fabs(to.y() - from.y()) < 1.5 * seen_.pixel)
      continue;
    const bool is_out =
        extent == Extent::seen && ((from.x() < seen_.part.left() && to.x() < seen_.part.left()) ||
                                   (from.x() > seen_.part.right() && to.x() > seen_.part.right()) ||
                                   (from.y() < seen_.part.top() && to.y() < seen_.part.top()) ||
                                   (from.y() > seen_.part.bottom() && to.y() > seen_.part.bottom()));
    if (is_out) {
      is_broken = true;
    } else {
      if (is_broken) path.moveTo(from);
      is_broken = false;
      if (!seen_.detail.curves || from.x() == to.x()) {
        path.lineTo(to);
      } else {
        const double half = (from.y() + to.y()) / 2;
        path.cubicTo({from.x(), half}, {to.x(), half}, to);
      }
    }
    from = to;
  }
}

void GraphLinePainter::add_arrow(QPainterPath& path, const traces::GraphLine& line) const {
  if (scene_.boxes[line.to].kind == traces::GraphBox::Kind::junction) return;
  const QPointF tip = point(line, line.point_count - 1);
  // Lines end upright; a straight one comes from where it comes from.
  const QPointF from = point(line, line.point_count - 2);
  double dx = 0.0;
  double dy = line.upwards ? -1.0 : 1.0;
  if (!seen_.detail.curves) {
    const double way = std::hypot(tip.x() - from.x(), tip.y() - from.y());
    if (way > 0.0) {
      dx = (tip.x() - from.x()) / way;
      dy = (tip.y() - from.y()) / way;
    }
  }
  const double length = arrow_length * (1.0 + 0.45 * traces::line_strength(line.count));
  const QPointF back = tip - QPointF(dx, dy) * length;
  const QPointF side(-dy * length * 0.38, dx * length * 0.38);
  path.addPolygon(QPolygonF({tip, back + side, back - side, tip}));
}

void GraphLinePainter::paint() const {
  std::array<QPainterPath, traces::graph_line_styles> paths;
  std::array<QPainterPath, traces::line_strengths> heads;
  for (const std::uint32_t i : seen_.lines) {
    const traces::GraphLine& line = scene_.lines[i];
    if (is_chosen(line)) continue;
    add(paths[static_cast<std::size_t>(traces::line_style(line, seen_.lines.size()))], line);
    if (seen_.detail.arrows && line.kind != LineKind::commutes)
      add_arrow(heads[static_cast<std::size_t>(traces::line_strength(line.count))], line);
  }
  QColor ink = ink_.muted;
  ink.setAlphaF(static_cast<float>(seen_.detail.line_opacity * (marks_.selected ? 0.75 : 1.0)));
  painter_.setBrush(Qt::NoBrush);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].isEmpty()) continue;
    painter_.setPen(pen_of(static_cast<LineStyle>(i), ink, seen_));
    painter_.drawPath(paths[i]);
  }
  painter_.setPen(Qt::NoPen);
  painter_.setBrush(ink);
  for (const QPainterPath& path : heads) painter_.drawPath(path);
  if (marks_.selected) paint_chosen();
}

void GraphLinePainter::paint_chosen() const {
  QPainterPath whole;
  QPainterPath dashed;
  QPainterPath heads;
  for (const std::uint32_t i : seen_.lines) {
    const traces::GraphLine& line = scene_.lines[i];
    if (!is_chosen(line)) continue;
    add(line.kind == LineKind::commutes ? dashed : whole, line);
    if (line.kind != LineKind::commutes) add_arrow(heads, line);
  }
  QPen pen(ink_.accent, std::max(1.8, 1.5 * seen_.pixel));
  painter_.setBrush(Qt::NoBrush);
  painter_.setPen(pen);
  painter_.drawPath(whole);
  pen.setDashPattern({4, 3});
  painter_.setPen(pen);
  painter_.drawPath(dashed);
  painter_.setPen(Qt::NoPen);
  painter_.setBrush(ink_.accent);
  painter_.drawPath(heads);
}

void GraphLinePainter::paint_counts(const QFont& font) const {
  QFont small = font;
  small.setPixelSize(static_cast<int>(traces::GraphScene::letter_height) - 2);
  painter_.setFont(small);
  const QFontMetricsF metrics(small);
  std::vector<QRectF> taken;
  for (const traces::GraphBox& box : scene_.boxes) {
    if (box.kind != traces::GraphBox::Kind::open_group && seen_.holds(box)) taken.push_back(rect_of(box));
  }
  for (const std::uint32_t i : seen_.lines) {
    const traces::GraphLine& line = scene_.lines[i];
    const bool has_group = scene_.boxes[line.from].is_group() || scene_.boxes[line.to].is_group();
    if (!has_group || line.kind == LineKind::commutes || line.count < 2) continue;
    const QString words = QString::fromStdString(count_text(line.count));
    QRectF plate(0, 0, metrics.horizontalAdvance(words) + 6, metrics.height());
    // Where lines nearly coincide, their counts stand at different places along them, or beside them.
    QPainterPath path;
    add(path, line, Extent::whole);
    const double beside = plate.width() / 2 + 2;
    constexpr std::array shares{0.38, 0.5, 0.62, 0.25, 0.75};
    for (std::size_t place = 0; place < 3 * shares.size(); ++place) {
      const double shift = place < shares.size() ? 0.0 : place < 2 * shares.size() ? beside : -beside;
      plate.moveCenter(path.pointAtPercent(shares[place % shares.size()]) + QPointF(shift, 0.0));
      if (!seen_.part.contains(plate)) continue;
      const bool is_free = std::none_of(taken.begin(), taken.end(),
                                        [&](const QRectF& other) { return other.intersects(plate); });
      if (!is_free) continue;
      taken.push_back(plate);
      painter_.fillRect(plate, ink_.plate);
      painter_.setPen(ink_.muted);
      painter_.drawText(plate, Qt::AlignCenter, words);
      break;
    }
  }
}

}  // namespace gusset::viewer
