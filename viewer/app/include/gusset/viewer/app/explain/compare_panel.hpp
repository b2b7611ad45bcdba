#pragma once
#include <QWidget>
#include <memory>
#include <optional>

#include "gusset/traces/answers/csv.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QComboBox;
class QGridLayout;
class QMenu;
class QPushButton;
class QTextBrowser;
class QTreeWidget;

namespace gusset::viewer {

/// Shows how two open traces, or a range of each, differ: sentences with links, and bars around zero.
class ComparePanel : public QWidget {
 public:
  ComparePanel(Session& session, Comparisons& comparisons, QWidget* parent = nullptr);

  /// The comparison of the two chosen traces; empty until it is known.
  std::optional<traces::CsvTable> csv();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  /// One of the two traces, and its range; nothing: the whole trace.
  struct Side {
    QComboBox* box = nullptr;
    QPushButton* range_button = nullptr;
    QMenu* range_menu = nullptr;
    std::shared_ptr<const traces::Trace> trace = {};
    std::optional<traces::ComparedRange> range = {};
  };

  void add_side(Side& side, QGridLayout& grid, int row, const QString& name);
  void offer_ranges(Side& side);
  void set_range(Side& side, std::optional<traces::ComparedRange> range);
  /// Forgets ranges of traces that are no longer chosen.
  void check_ranges();
  /// Whether the two sides are different traces, or different ranges of one.
  bool are_sides_different() const;
  std::shared_ptr<const PairFacts> facts();
  void refresh();
  void list_traces();
  void show_report();
  void show_message(const QString& text);

  Session& session_;
  Comparisons& comparisons_;
  Side a_;
  Side b_;
  QTextBrowser* text_ = nullptr;
  QTreeWidget* bars_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
