#pragma once
#include <QObject>

class QKeyEvent;
class QMainWindow;

namespace gusset::viewer {

/// Gives a window's keys with Ctrl to its actions while a text or number field has the focus. Qt's fields
/// would use some of them, such as Ctrl+E (end of line). Keys that edit text (undo, copy, paste, select all,
/// …) stay with the field. Letters in a number field, which mean nothing there, also go to the actions.
class WindowKeys : public QObject {
 public:
  explicit WindowKeys(QMainWindow& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool is_ours(const QKeyEvent& key) const;

  QMainWindow& window_;
};

}  // namespace gusset::viewer
