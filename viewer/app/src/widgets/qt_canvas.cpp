#include "gusset/viewer/app/widgets/qt_canvas.hpp"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "widgets/qt_helpers.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

// Fonts have whole sizes; other sizes are scaled.
int whole_size(double size) {
  return std::max(1, static_cast<int>(std::lround(size)));
}

QFont font_of(QFont font, double size, bool bold) {
  font.setPixelSize(whole_size(size));
  font.setBold(bold);
  return font;
}

}  // namespace

QtCanvas::QtCanvas(QPainter& painter, const QFont& font) : painter_(painter), font_(font) {
  painter_.setRenderHint(QPainter::Antialiasing);
}

void QtCanvas::fill(const picture::Path& path, traces::Colour colour, std::string_view) {
  painter_.setPen(Qt::NoPen);
  painter_.setBrush(qt_colour(colour));
  // Polygons may overlap; a single path covers each pixel once.
  QPainterPath filled;
  filled.setFillRule(Qt::WindingFill);
  path.for_each_point([&](picture::Point point, bool is_first) {
    if (is_first) {
      filled.closeSubpath();
      filled.moveTo(point.x, point.y);
    } else {
      filled.lineTo(point.x, point.y);
    }
  });
  filled.closeSubpath();
  painter_.drawPath(filled);
}

void QtCanvas::stroke(const picture::Path& path, const picture::StrokeStyle& style, std::string_view) {
  QPen pen(qt_colour(style.colour), style.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (style.dash > 0.0) pen.setDashPattern({style.dash / style.width, style.gap / style.width});
  // A pen of width 0 is one device pixel wide and much faster.
  if (!style.smooth) pen = QPen(qt_colour(style.colour), 0.0);
  painter_.setRenderHint(QPainter::Antialiasing, style.smooth);
  painter_.setBrush(Qt::NoBrush);
  painter_.setPen(pen);
  QPainterPath line;
  path.for_each_point([&](picture::Point point, bool is_first) {
    if (is_first) {
      line.moveTo(point.x, point.y);
    } else {
      line.lineTo(point.x, point.y);
    }
  });
  painter_.drawPath(line);
  painter_.setRenderHint(QPainter::Antialiasing);
}

void QtCanvas::hairline(int x0, int y0, int x1, int y1, traces::Colour colour) {
  painter_.fillRect(x0, y0, x1 - x0 + 1, y1 - y0 + 1, qt_colour(colour));
}

void QtCanvas::fade(int x0, int y0, int x1, int y1, double by) {
  painter_.fillRect(x0, y0, x1 - x0 + 1, y1 - y0 + 1,
                    QColor::fromRgbF(1.0F, 1.0F, 1.0F, static_cast<float>(by)));
}

void QtCanvas::text(picture::Point at, std::string_view text, const picture::TextStyle& style) {
  const double width = text_width(text, style.size, style.bold);
  const double shift = style.anchor == picture::Anchor::begin    ? 0.0
                       : style.anchor == picture::Anchor::middle ? -width / 2.0
                                                                 : -width;
  const double scale = style.size / whole_size(style.size);
  painter_.save();
  painter_.setFont(font_of(font_, style.size, style.bold));
  painter_.setPen(qt_colour(style.colour));
  painter_.translate(at.x, at.y);
  if (style.upwards) painter_.rotate(-90.0);
  painter_.translate(shift, 0.0);
  painter_.scale(scale, scale);
  if (style.rim > 0.0) {
    QPainterPath letters;
    letters.addText(QPointF(0.0, 0.0), painter_.font(), qt_text(text));
    painter_.strokePath(letters, QPen(qt_colour(style.rim_colour), 2.0 * style.rim, Qt::SolidLine,
                                      Qt::RoundCap, Qt::RoundJoin));
  }
  painter_.drawText(QPointF(0.0, 0.0), qt_text(text));
  painter_.restore();
}

double QtCanvas::text_width(std::string_view text, double size, bool bold) const {
  return QFontMetricsF(font_of(font_, size, bold)).horizontalAdvance(qt_text(text)) * size / whole_size(size);
}

}  // namespace gusset::viewer
