#include "window/window_keys.hpp"

#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QTextEdit>
#include <algorithm>

namespace gusset::viewer {
namespace {

bool is_field(const QWidget& widget) {
  return qobject_cast<const QLineEdit*>(&widget) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
         qobject_cast<const QTextEdit*>(&widget) != nullptr;
}

bool edits_text(QKeyEvent& key) {
  const auto keys = {QKeySequence::Undo,   QKeySequence::Redo,     QKeySequence::Cut,
                     QKeySequence::Copy,   QKeySequence::Paste,    QKeySequence::SelectAll,
                     QKeySequence::Delete, QKeySequence::Backspace};
  return std::any_of(keys.begin(), keys.end(),
                     [&key](QKeySequence::StandardKey one) { return key.matches(one); });
}

}  // namespace

WindowKeys::WindowKeys(QMainWindow& window) : QObject(&window), window_(window) {
  QApplication::instance()->installEventFilter(this);
}

bool WindowKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride || !watched->isWidgetType()) return false;
  auto* const widget = static_cast<QWidget*>(watched);
  auto& key = static_cast<QKeyEvent&>(*event);
  if (widget->window() != &window_ || !is_field(*widget) || edits_text(key) || !is_ours(key)) return false;
  event->ignore();  // so that the action gets it
  return true;
}

// Whether an action of the window that can run has this key, with Ctrl.
bool WindowKeys::is_ours(const QKeyEvent& key) const {
  if (!key.modifiers().testFlag(Qt::ControlModifier)) return false;
  const QKeySequence pressed(key.keyCombination());
  const QList<QAction*> actions = window_.findChildren<QAction*>();
  return std::any_of(actions.begin(), actions.end(), [&pressed](const QAction* action) {
    return action->isEnabled() && action->shortcutContext() == Qt::WindowShortcut &&
           action->shortcuts().contains(pressed);
  });
}

}  // namespace gusset::viewer
