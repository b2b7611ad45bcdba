#pragma once
#include <QFontMetrics>
#include <QStyleOptionTab>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>

namespace gusset::viewer {

/// The part of a tab bar that the buttons for scrolling leave to the tabs.
inline QRect room_of_tabs(const QTabBar& bar) {
  QRect room = bar.rect();
  for (const auto* button : bar.findChildren<QToolButton*>(Qt::FindDirectChildrenOnly)) {
    if (!button->isVisible()) continue;
    if (button->geometry().center().x() < bar.rect().center().x()) {
      room.setLeft(std::max(room.left(), button->geometry().right() + 1));
    } else {
      room.setRight(std::min(room.right(), button->geometry().left() - 1));
    }
  }
  return room;
}

/// Restricts the label of a tab that is partly scrolled away to the visible part, and elides its text at the
/// end, so that the start of a name is never cut off. Leaves out texts of one or two letters. `margin` is the
/// space beside the text.
inline void cut_label(QStyleOptionTab& tab, const QRect& room, int margin) {
  if (tab.rect.left() >= room.left() && tab.rect.right() <= room.right()) return;
  tab.rect.setLeft(std::max(tab.rect.left(), room.left()));
  tab.rect.setRight(std::min(tab.rect.right(), room.right()));
  constexpr int least_letters = 3;  // "Cr…"
  tab.text = tab.fontMetrics.elidedText(tab.text, Qt::ElideRight, tab.rect.width() - margin);
  if (tab.text.size() < least_letters) tab.text.clear();
}

}  // namespace gusset::viewer
