#include "window/hidden_docks.hpp"

#include <QDockWidget>
#include <utility>

#include "gusset/viewer/app/window/main_window.hpp"

namespace gusset::viewer {

void HiddenDocks::hide(bool hidden) {
  if (std::exchange(are_hidden_, hidden) == hidden) return;
  if (hidden) {
    for (auto* dock : window_.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
      if (dock->isHidden()) continue;
      docks_.push_back({dock, window_.isVisible() ? dock->size() : QSize()});
      dock->hide();
    }
    return;
  }
  QList<QDockWidget*> docks;
  QList<int> widths;
  QList<int> heights;
  for (const Dock& one : std::exchange(docks_, {})) {
    one.dock->show();
    if (!one.size.isValid()) continue;
    docks << one.dock;
    widths << one.size.width();
    heights << one.size.height();
  }
  if (docks.isEmpty()) window_.size_docks();
  window_.resizeDocks(docks, widths, Qt::Horizontal);
  window_.resizeDocks(docks, heights, Qt::Vertical);
}

}  // namespace gusset::viewer
