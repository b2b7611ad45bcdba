#pragma once
#include <QFrame>
#include <QPointer>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QMainWindow;
class QTreeWidget;

namespace gusset::viewer {

/// Finds any menu action by a few letters of its name and runs it. Arrows choose, Return runs, Escape closes.
/// Enabled actions come first; the others are grey.
class CommandPalette : public QFrame {
 public:
  explicit CommandPalette(QMainWindow& window);
  /// Shows the palette with no text typed.
  void start();
  /// The listed names, from the top.
  QStringList listed() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  void run();
  void leave();

  QMainWindow& window_;
  QLineEdit* text_;
  QTreeWidget* list_;
  QLabel* nothing_;                         // shown in place of an empty list
  std::vector<QPointer<QAction>> actions_;  // one per line of the list
  QPointer<QWidget> focus_before_;
};

}  // namespace gusset::viewer
