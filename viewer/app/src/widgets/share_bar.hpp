#pragma once
#include <QColor>
#include <QIcon>
#include <QPainter>
#include <QPixmap>
#include <QStyledItemDelegate>

#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// Draws a bar behind a table cell, in proportion to the cell's share.
class ShareBar : public QStyledItemDelegate {
 public:
  static constexpr int share_role = Qt::UserRole + 10;   ///< double, 0…1
  static constexpr int colour_role = Qt::UserRole + 11;  ///< QColor

  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QVariant share = index.data(share_role);
    if (share.isValid()) {
      QColor colour = index.data(colour_role).value<QColor>();
      colour.setAlpha(90);
      QRectF bar = option.rect.adjusted(4, 4, -4, -4);
      bar.setWidth(bar.width() * share.toDouble());
      painter->fillRect(bar, colour);
    }
    QStyledItemDelegate::paint(painter, option, index);
  }
};

inline QColor qt_colour(Rgba colour) {
  return QColor(static_cast<int>(colour & 255U), static_cast<int>(colour >> 8 & 255U),
                static_cast<int>(colour >> 16 & 255U), static_cast<int>(colour >> 24));
}
inline QColor qt_colour(traces::Colour colour) {
  return QColor(colour.red, colour.green, colour.blue);
}

/// Returns a type's legend colour, if the panel is coloured by type, and its default colour otherwise.
inline QColor colour_of_type(const Document& document, std::size_t panel, std::size_t type) {
  if (document.panel(panel).colouring == nullptr)
    return qt_colour(document.colours.colour(document.colours.name_of(panel, type)));
  return qt_colour(traces::type_colour(type, document.appearance.background));
}

inline QIcon colour_swatch(QColor colour) {
  QPixmap pixmap(12, 12);
  pixmap.fill(colour);
  return pixmap;
}

}  // namespace gusset::viewer
