#pragma once
#include <QObject>
#include <QWidget>
#include <filesystem>
#include <functional>
#include <vector>

namespace gusset::viewer {

/// Takes files that are dropped anywhere in a window, and says while they are dragged over it what will
/// happen.
class DropTarget : public QObject {
 public:
  /// `area` is where the hint stands.
  DropTarget(QWidget& window, QWidget& area);

  /// `add`: below what is open, for comparison.
  std::function<void(std::vector<std::filesystem::path> paths, bool add)> dropped;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* hint_;
};

}  // namespace gusset::viewer
