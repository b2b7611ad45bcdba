#pragma once
#include <QWidget>
#include <optional>

#include "gusset/traces/answers/csv.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QComboBox;
class QTextBrowser;
class QTreeWidget;

namespace gusset::viewer {

/// Shows how two open traces differ: sentences with links, and bars around zero.
class ComparePanel : public QWidget {
 public:
  ComparePanel(Session& session, Comparisons& comparisons, QWidget* parent = nullptr);

  /// The comparison of the two chosen traces; empty until it is known.
  std::optional<traces::CsvTable> csv();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void list_traces();
  void show_report();
  void show_message(const QString& text);

  Session& session_;
  Comparisons& comparisons_;
  QComboBox* a_ = nullptr;
  QComboBox* b_ = nullptr;
  QTextBrowser* text_ = nullptr;
  QTreeWidget* bars_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
