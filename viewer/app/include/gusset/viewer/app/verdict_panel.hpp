#pragma once
#include <QTextBrowser>

#include "gusset/viewer/model/reasons.hpp"

namespace gusset::viewer {

/// The sentences of `gusset report` on each open trace. What they speak of are links that select it; the
/// command to try next can be copied.
class VerdictPanel : public QTextBrowser {
 public:
  VerdictPanel(Session& session, Reasons& reasons, QWidget* parent = nullptr);
  /// Shows what is known now.
  void refresh();

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, 24}; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow(const QUrl& link);
  void fit_height();

  Session& session_;
  Reasons& reasons_;
};

}  // namespace gusset::viewer
