#pragma once
#include <QWidget>

#include "gusset/viewer/model/explain/explanations.hpp"

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace gusset::viewer {

/// Shows each open trace's critical chain, by task type and kind of wait, and critical path, by task type. A
/// click on a number selects the tasks that it counts.
class CriticalPathPanel : public QWidget {
 public:
  CriticalPathPanel(Session& session, Explanations& explanations, QWidget* parent = nullptr);
  QTreeWidget& table() { return *table_; }
  QLabel& summary() { return *summary_; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void add_panel(std::size_t panel);
  void select(const QTreeWidgetItem& item, int column);

  Session& session_;
  Explanations& explanations_;
  QLabel* summary_ = nullptr;
  QTreeWidget* table_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
