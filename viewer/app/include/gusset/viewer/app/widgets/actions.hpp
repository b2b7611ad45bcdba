#pragma once
#include <QString>
#include <functional>
#include <utility>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;

namespace gusset::viewer {

/// Makes the actions of a window's menus. Enables each action while what it needs is open.
class Actions {
 public:
  enum class Needs { nothing, trace, trace_or_sweep };

  explicit Actions(QMainWindow& window) : window_(window) {}

  /// Returns the menu with that title in the menu bar, and makes it if missing. "&" precedes the title's
  /// mnemonic letter.
  QMenu& menu(const QString& title);
  /// `id` is the action's object name. `keys` is in the syntax of QKeySequence, several separated by "; ".
  /// Inserts the action before `before`, or at the menu's end.
  QAction* add(QMenu& menu, const QString& text, const QString& id, const QString& keys,
               std::function<void()> run, Needs needs = Needs::trace, QAction* before = nullptr);
  /// Adds an action that is always enabled.
  QAction* add_always(QMenu& menu, const QString& text, const QString& id, const QString& keys,
                      std::function<void()> run) {
    return add(menu, text, id, keys, std::move(run), Needs::nothing);
  }
  /// Adds a checkable action.
  QAction* add_checkable(QMenu& menu, const QString& text, const QString& id, const QString& keys,
                         std::function<void()> run, Needs needs = Needs::trace);
  /// Returns the action after the one with that id in a menu, or null.
  static QAction* after(const QMenu& menu, const QString& id);
  void enable(bool has_trace, bool has_sweep);

 private:
  QMainWindow& window_;
  std::vector<std::pair<QAction*, Needs>> needs_;
};

}  // namespace gusset::viewer
