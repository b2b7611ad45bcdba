#pragma once
#include <QWidget>
#include <functional>

#include "gusset/viewer/model/explain/reasons.hpp"

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace gusset::viewer {

/// What the critical path of each open trace is made of, per type and per kind of wait. A click on a figure
/// selects the tasks that it speaks of.
class CriticalPathPanel : public QWidget {
 public:
  CriticalPathPanel(Session& session, Reasons& reasons, QWidget* parent = nullptr);
  void refresh();
  QTreeWidget& table() { return *table_; }
  QLabel& summary() { return *summary_; }

 private:
  void add_panel(std::size_t panel);
  void select(const QTreeWidgetItem& item, int column);

  Session& session_;
  Reasons& reasons_;
  QLabel* summary_ = nullptr;
  QTreeWidget* table_ = nullptr;
};

}  // namespace gusset::viewer
