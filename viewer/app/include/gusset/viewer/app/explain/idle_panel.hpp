#pragma once
#include <QWidget>

#include "gusset/viewer/model/explain/explanations.hpp"

class QCheckBox;
class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace gusset::viewer {

/// Shows how workers × makespan was spent: a bar of the whole, its parts by cause and, on demand, the same
/// for each worker. A click on a cause shows the longest time that a worker lost to it. A click on a worker
/// shows its rows.
class IdlePanel : public QWidget {
 public:
  IdlePanel(Session& session, Explanations& explanations, QWidget* parent = nullptr);
  QTreeWidget& table() { return *table_; }
  QLabel& summary() { return *summary_; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void add_panel(std::size_t panel);
  void add_workers(std::size_t panel);
  void select(const QTreeWidgetItem& item);

  Session& session_;
  Explanations& explanations_;
  QLabel* summary_ = nullptr;
  QTreeWidget* table_ = nullptr;
  QCheckBox* per_worker_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
