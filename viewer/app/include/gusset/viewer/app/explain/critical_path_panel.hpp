#pragma once
#include <QWidget>

#include "gusset/viewer/model/explain/explanations.hpp"

class QComboBox;
class QLabel;
class QTableView;
class QTreeWidget;
class QTreeWidgetItem;

namespace gusset::viewer {

class PathTaskTable;

/// Shows each open trace's critical chain, by task type and kind of wait, and critical path, by task type. A
/// click on a number selects the tasks that it counts. Below, lists the tasks of the chain or of the bound in
/// order of time; a click selects one.
class CriticalPathPanel : public QWidget {
 public:
  CriticalPathPanel(Session& session, Explanations& explanations, QWidget* parent = nullptr);
  QTreeWidget& table() { return *table_; }
  QLabel& summary() { return *summary_; }
  QTableView& list() { return *list_; }

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void add_panel(std::size_t panel);
  void select(const QTreeWidgetItem& item, int column);
  QWidget* make_list();
  void size_rows();
  void list_tasks();
  void select_listed(int row);

  Session& session_;
  Explanations& explanations_;
  QLabel* summary_ = nullptr;
  QTreeWidget* table_ = nullptr;
  QComboBox* listed_ = nullptr;  ///< which path's tasks are listed
  PathTaskTable* tasks_ = nullptr;
  QTableView* list_ = nullptr;
  QWidget* whole_list_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
