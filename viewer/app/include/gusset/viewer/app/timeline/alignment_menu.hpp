#pragma once
#include <QKeySequence>
#include <QList>
#include <QMainWindow>
#include <optional>
#include <vector>

#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QAction;
class QMenu;

namespace gusset::viewer {

/// The actions that lay the open traces side by side: as recorded, at their first tasks, at their ends, at
/// the selected task and its counterparts, and each on a scale of its own.
class AlignmentMenu {
 public:
  /// Adds a submenu to `menu`.
  AlignmentMenu(QMainWindow& window, Actions& actions, Session& session, Comparisons& comparisons,
                QMenu& menu);

 private:
  /// Checks the action of what is shown, and enables what can be done.
  void refresh();
  /// Counterparts that were looked for may be known.
  void go_on();
  void align_at(traces::AlignAt at);
  void align_at_selected_task(bool or_recorded);
  void align_at_task(TaskReference task, bool or_recorded);
  void align_at_next();

  QMainWindow& window_;
  Session& session_;
  Comparisons& comparisons_;
  std::vector<std::pair<traces::AlignAt, QAction*>> places_;
  QAction* own_scales_ = nullptr;
  QAction* next_ = nullptr;
  struct Wanted {
    TaskReference task;
    bool or_recorded = false;  // where no other trace has it
  };
  std::optional<Wanted> wanted_;  // its counterparts are looked for
  Connections connections_;
};

}  // namespace gusset::viewer
