#pragma once
#include <QAbstractItemView>
#include <QComboBox>
#include <QStyledItemDelegate>
#include <cstddef>

#include "gusset/base/policy_names.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {

/// A box that offers the built-in policies. Its list says in a few words what each of them does, and tooltips
/// say it in a sentence; the tooltip of the box is that of the chosen one.
class PolicyBox : public QComboBox {
 public:
  explicit PolicyBox(const QString& name) {
    setObjectName(name);
    for (std::size_t i = 0; i < built_in_policy_names.size(); ++i) {
      addItem(qt_text(built_in_policy_names[i]));
      // As rich text, so that the tooltip is wrapped.
      setItemData(static_cast<int>(i),
                  "<span>" + escaped_html(qt_text(built_in_policy_sentences[i])) + "</span>",
                  Qt::ToolTipRole);
    }
    setItemDelegate(new WithHints(this));
    show_choices_tooltip(*this);
  }
  /// The list is as wide as its texts, in the current font.
  void showPopup() override {
    const int margins = 2 * view()->frameWidth() + style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + margins);
    QComboBox::showPopup();
  }

 private:
  class WithHints : public QStyledItemDelegate {
   public:
    using QStyledItemDelegate::QStyledItemDelegate;

   protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
      QStyledItemDelegate::initStyleOption(option, index);
      option->text += ": " + qt_text(built_in_policy_hints[static_cast<std::size_t>(index.row())]);
    }
  };
};

}  // namespace gusset::viewer
