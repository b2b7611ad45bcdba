#pragma once
#include <QFrame>
#include <QTimer>

#include "gusset/viewer/model/state/session.hpp"

class QLabel;
class QProgressBar;

namespace gusset::viewer {

/// Shows the current file, the progress and a Cancel button in the middle of the view while traces open.
/// Appears only if opening takes longer than a moment. Escape cancels regardless of the focus.
class LoadCard : public QFrame {
 public:
  LoadCard(Session& session, QWidget* parent);
  ~LoadCard() override;
  /// Sets how long opening takes before the card appears, in ms.
  void appear_after(int moment_ms) { appear_.setInterval(moment_ms); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  void update_text();
  void place();

  Session& session_;
  QLabel* file_;
  QLabel* stage_;
  QProgressBar* bar_;
  QTimer appear_;
  QTimer tick_;
  bool listening_ = false;
  Connection connection_;
};

}  // namespace gusset::viewer
