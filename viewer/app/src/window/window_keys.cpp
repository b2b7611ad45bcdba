#include "window/window_keys.hpp"

#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QSpinBox>
#include <QTextEdit>
#include <algorithm>
#include <utility>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

bool is_field(const QWidget& widget) {
  return qobject_cast<const QLineEdit*>(&widget) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
         qobject_cast<const QTextEdit*>(&widget) != nullptr;
}

/// Whether the widget is a field for numbers, or its editor: letters mean nothing in it, unless it takes
/// units.
bool is_number_field(const QWidget& widget) {
  for (const QWidget* each : {&widget, static_cast<const QWidget*>(widget.parentWidget())}) {
    if (each != nullptr && each->property(takes_units).toBool()) return false;
  }
  const auto is_box = [](const QWidget* each) {
    return qobject_cast<const QSpinBox*>(each) != nullptr ||
           qobject_cast<const QDoubleSpinBox*>(each) != nullptr;
  };
  return is_box(&widget) || is_box(widget.parentWidget());
}

bool is_letter(const QKeyEvent& key) {
  return (key.modifiers() == Qt::NoModifier || key.modifiers() == Qt::ShiftModifier) &&
         key.key() >= Qt::Key_A && key.key() <= Qt::Key_Z;
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
  if (event->type() != QEvent::ShortcutOverride) return false;
  if (is_escape_from_list(static_cast<const QKeyEvent&>(*event))) {
    event->accept();
    return true;
  }
  if (!watched->isWidgetType()) return false;
  auto* const widget = static_cast<QWidget*>(watched);
  auto& key = static_cast<QKeyEvent&>(*event);
  if (widget->window() != &window_ || !is_field(*widget) || edits_text(key)) return false;
  const bool may_be_ours =
      key.modifiers().testFlag(Qt::ControlModifier) || (is_number_field(*widget) && is_letter(key));
  if (!may_be_ours || !is_ours(key)) return false;
  event->ignore();  // so that the action gets it
  return true;
}

// Esc closes an open list. Qt then looks for an action with the same press of the key, which must not run.
bool WindowKeys::is_escape_from_list(const QKeyEvent& key) {
  if (key.key() != Qt::Key_Escape) return false;
  const std::optional<std::uint64_t> closed_at_ms = std::exchange(closed_list_at_ms_, std::nullopt);
  if (QApplication::activePopupWidget() == nullptr) return closed_at_ms == key.timestamp();
  closed_list_at_ms_ = key.timestamp();
  return false;
}

// Whether an action of the window that can run has this key.
bool WindowKeys::is_ours(const QKeyEvent& key) const {
  const QKeySequence pressed(key.keyCombination());
  const QList<QAction*> actions = window_.findChildren<QAction*>();
  return std::any_of(actions.begin(), actions.end(), [&pressed](const QAction* action) {
    return action->isEnabled() && action->shortcutContext() == Qt::WindowShortcut &&
           action->shortcuts().contains(pressed);
  });
}

}  // namespace gusset::viewer
