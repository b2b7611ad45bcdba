#pragma once
#include <QObject>
#include <cstdint>
#include <optional>

class QKeyEvent;
class QMainWindow;

namespace gusset::viewer {

/// Gives a window's keys with Ctrl to its actions while a text or number field has the focus. Qt's fields
/// would use some of them, such as Ctrl+E (end of line). Keys that edit text (undo, copy, paste, select all,
/// …) stay with the field. Letters in a number field, which mean nothing there, also go to the actions. Esc
/// that closes a list does nothing else.
class WindowKeys : public QObject {
 public:
  explicit WindowKeys(QMainWindow& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool is_escape_from_list(const QKeyEvent& key);
  bool is_ours(const QKeyEvent& key) const;

  QMainWindow& window_;
  std::optional<std::uint64_t> closed_list_at_ms_;  ///< when Esc was pressed in a list
};

}  // namespace gusset::viewer
