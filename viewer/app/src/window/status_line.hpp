#pragma once
#include <QString>
#include <functional>
#include <vector>

#include "gusset/viewer/model/document/signal.hpp"

class QLabel;
class QMainWindow;

namespace gusset::viewer {

/// The status bar: what a drag does where the pointer is, and whether work is under way.
class StatusLine {
 public:
  explicit StatusLine(QMainWindow& window);

  /// Empty: how to find out.
  void show_hint(const QString& text);
  /// Shows words while one part of the window is busy; `changed` tells when to ask again.
  void watch(Signal<>& changed, std::function<bool()> is_busy, const QString& words = "Working…");
  /// Whether any part is.
  bool busy() const;

 private:
  struct Part {
    std::function<bool()> is_busy;
    QString words;
  };
  void refresh();

  QLabel* hint_;
  QLabel* busy_;
  std::vector<Part> parts_;
  Connections connections_;
};

}  // namespace gusset::viewer
