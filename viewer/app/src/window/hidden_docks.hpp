#pragma once
#include <QSize>
#include <vector>

class QDockWidget;

namespace gusset::viewer {

class MainWindow;

/// Hides the docks while nothing is open: empty panels would be in the way of the welcome page.
class HiddenDocks {
 public:
  explicit HiddenDocks(MainWindow& window) : window_(window) {}

  /// Hides all docks, or shows again those that this object hid.
  void hide(bool hidden);

 private:
  struct Dock {
    QDockWidget* dock = nullptr;
    QSize size;  ///< invalid before the dock has one
  };

  MainWindow& window_;
  bool are_hidden_ = false;
  std::vector<Dock> docks_;
};

}  // namespace gusset::viewer
