#pragma once
#include <QBrush>
#include <QIcon>
#include <QPainter>
#include <QPixmap>

#include "gusset/traces/picture/timeline/idle_columns.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {

/// The hatching of a cause's idle time in the timeline.
inline QBrush brush_of(const picture::CauseLook& look) {
  using picture::Hatching;
  switch (look.hatching) {
    case Hatching::rising:
      return {qt_colour(look.colour), Qt::BDiagPattern};
    case Hatching::falling:
      return {qt_colour(look.colour), Qt::FDiagPattern};
    case Hatching::vertical:
      return {qt_colour(look.colour), Qt::VerPattern};
    case Hatching::horizontal:
      return {qt_colour(look.colour), Qt::HorPattern};
    case Hatching::crossed:
      break;
  }
  return {qt_colour(look.colour), Qt::DiagCrossPattern};
}

/// A swatch that is large enough to show the hatching.
inline QIcon hatch_swatch(const QBrush& brush, QColor background = Qt::transparent) {
  constexpr int size = 16;
  QPixmap pixmap(size, size);
  pixmap.fill(background);
  QPainter painter(&pixmap);
  painter.fillRect(pixmap.rect(), brush);
  painter.setPen(brush.color());
  painter.drawRect(0, 0, size - 1, size - 1);
  return pixmap;
}

}  // namespace gusset::viewer
