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

/// The actions that align the open traces: as recorded, at their first tasks, at their ends, or at the
/// selected task and its counterparts; and the action that gives each trace its own time scale.
class AlignmentMenu {
 public:
  /// Adds a submenu to `menu`.
  AlignmentMenu(QMainWindow& window, Actions& actions, Session& session, Comparisons& comparisons,
                QMenu& menu);

 private:
  /// Checks the current alignment's action and enables the possible ones.
  void refresh();
  /// Continues a pending alignment, whose counterparts may be known now.
  void resume();
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
  struct PendingAlignment {
    TaskReference task;
    bool or_recorded = false;  // if no other trace has the task
  };
  std::optional<PendingAlignment> pending_;  // waits until the task's counterparts are known
  Connections connections_;
};

}  // namespace gusset::viewer
