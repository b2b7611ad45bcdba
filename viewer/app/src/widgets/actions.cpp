#include "gusset/viewer/app/widgets/actions.hpp"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

QMenu& Actions::menu(const QString& title) {
  for (const QAction* action : window_.menuBar()->actions()) {
    if (action->menu() != nullptr && QString(action->text()).remove('&') == QString(title).remove('&'))
      return *action->menu();
  }
  return *window_.menuBar()->addMenu(title);
}

QAction* Actions::add(QMenu& menu, const QString& text, const QString& id, const QString& keys,
                      std::function<void()> run, Needs needs, QAction* before) {
  auto* action = named(new QAction(text, &window_), id);
  if (!keys.isEmpty()) action->setShortcuts(QKeySequence::listFromString(keys));
  if (run) QObject::connect(action, &QAction::triggered, &window_, [run = std::move(run)] { run(); });
  menu.insertAction(before, action);
  if (needs != Needs::nothing) needs_.emplace_back(action, needs);
  return action;
}

QAction* Actions::add_checkable(QMenu& menu, const QString& text, const QString& id, const QString& keys,
                                std::function<void()> run, Needs needs) {
  QAction* action = add(menu, text, id, keys, std::move(run), needs);
  action->setCheckable(true);
  return action;
}

QAction* Actions::after(const QMenu& menu, const QString& id) {
  const QList<QAction*> actions = menu.actions();
  for (qsizetype i = 0; i + 1 < actions.size(); ++i) {
    if (actions[i]->objectName() == id) return actions[i + 1];
  }
  return nullptr;
}

void Actions::enable(bool has_trace, bool has_sweep) {
  for (const auto& [action, needs] : needs_)
    action->setEnabled(has_trace || (has_sweep && needs == Needs::trace_or_sweep));
}

}  // namespace gusset::viewer
