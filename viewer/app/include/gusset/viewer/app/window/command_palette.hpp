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

/// Finds any action of the window's menus by a few letters of its name and runs it: arrows choose, Return
/// runs, Escape leaves. Those that can run now come first; the others are grey.
class CommandPalette : public QFrame {
 public:
  explicit CommandPalette(QMainWindow& window);
  /// Shows it with nothing typed.
  void start();
  /// The names that are listed, from the top.
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
  QLabel* nothing_;                         // in the list's place
  std::vector<QPointer<QAction>> actions_;  // of the list's lines
  QPointer<QWidget> focus_before_;
};

}  // namespace gusset::viewer
