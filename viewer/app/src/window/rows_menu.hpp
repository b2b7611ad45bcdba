#pragma once
#include <QString>
#include <utility>
#include <vector>

#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"

namespace gusset::viewer {

/// The menu Rows: which rows there are, in which order, and what they look like.
class RowsMenu {
 public:
  RowsMenu(QMainWindow& window, Actions& actions, Session& session, TimelineView& view);

 private:
  void ask_for_rows();
  void refresh();

  QMainWindow& window_;
  Session& session_;
  TimelineView& view_;
  std::vector<std::pair<RowOrder, QAction*>> orders_;
  QAction* fold_ = nullptr;
  QAction* tracks_ = nullptr;
  QAction* boxes_ = nullptr;
  QAction* sub_rows_ = nullptr;
  QString wanted_;  ///< the rows that were asked for last
  Connections connections_;
};

}  // namespace gusset::viewer
