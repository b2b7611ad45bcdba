#pragma once
#include <QObject>
#include <QString>
#include <functional>
#include <vector>

#include "gusset/viewer/model/document/signal.hpp"

class QLabel;
class QMainWindow;

namespace gusset::viewer {

/// The status bar: what a drag does at the pointer, and whether work is in progress. A notice (`say`)
/// replaces the hint until its time is up. Qt would clear it as soon as a menu closes or the pointer crosses
/// the toolbar; the event filter prevents that.
class StatusLine : public QObject {
 public:
  explicit StatusLine(QMainWindow& window);

  /// Shows a hint. An empty text shows how to find the keys.
  void show_hint(const QString& text);
  /// Shows a text while one part of the window is busy. `changed` reports when to query `is_busy` again.
  void watch(Signal<>& changed, std::function<bool()> is_busy, const QString& text = "Working…");
  /// Whether any part is busy.
  bool busy() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Part {
    std::function<bool()> is_busy;
    QString text;
  };
  void refresh();

  QLabel* hint_;
  QLabel* busy_;
  std::vector<Part> parts_;
  Connections connections_;
};

}  // namespace gusset::viewer
