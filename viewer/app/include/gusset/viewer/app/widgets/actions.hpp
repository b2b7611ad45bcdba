#pragma once
#include <QString>
#include <functional>
#include <utility>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;

namespace gusset::viewer {

/// Makes the actions of a window's menus, and enables each while what it needs is open.
class Actions {
 public:
  enum class Needs { nothing, trace, trace_or_sweep };

  explicit Actions(QMainWindow& window) : window_(window) {}

  /// The menu of that title in the menu bar; made where there is none. "&" marks a title's key.
  QMenu& menu(const QString& title);
  /// `id` is the action's object name; `keys` as QKeySequence reads them, several parted by "; ". The action
  /// stands before another one, else at the menu's end.
  QAction* add(QMenu& menu, const QString& text, const QString& id, const QString& keys,
               std::function<void()> run, Needs needs = Needs::trace, QAction* before = nullptr);
  /// An action that is enabled whatever is open.
  QAction* add_always(QMenu& menu, const QString& text, const QString& id, const QString& keys,
                      std::function<void()> run) {
    return add(menu, text, id, keys, std::move(run), Needs::nothing);
  }
  /// An action that is checked or not.
  QAction* add_checkable(QMenu& menu, const QString& text, const QString& id, const QString& keys,
                         std::function<void()> run, Needs needs = Needs::trace);
  void enable(bool has_trace, bool has_sweep);

 private:
  QMainWindow& window_;
  std::vector<std::pair<QAction*, Needs>> needy_;
};

}  // namespace gusset::viewer
