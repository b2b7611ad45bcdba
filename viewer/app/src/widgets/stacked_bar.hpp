#pragma once
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVariantList>

namespace gusset::viewer {

/// Draws a table's cell as one bar of coloured parts, side by side: shares that sum to 1 fill it.
class StackedBar : public QStyledItemDelegate {
 public:
  static constexpr int shares_role = Qt::UserRole + 20;   ///< QVariantList of double
  static constexpr int colours_role = Qt::UserRole + 21;  ///< QVariantList of QColor

  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QVariantList shares = index.data(shares_role).toList();
    if (shares.isEmpty()) {
      QStyledItemDelegate::paint(painter, option, index);
      return;
    }
    const QVariantList colours = index.data(colours_role).toList();
    const QRectF whole = QRectF(option.rect).adjusted(4, 3, -4, -3);
    double left = whole.left();
    for (int i = 0; i < shares.size(); ++i) {
      const double width = whole.width() * shares[i].toDouble();
      painter->fillRect(QRectF(left, whole.top(), width, whole.height()), colours[i].value<QColor>());
      left += width;
    }
    painter->setPen(QColor(160, 168, 178));
    painter->drawRect(whole);
  }
};

}  // namespace gusset::viewer
