#pragma once
#include <QTextBrowser>

#include "gusset/viewer/model/explain/explanations.hpp"

namespace gusset::viewer {

/// Shows the sentences of `gusset report` for each open trace. Links in a sentence select what it mentions;
/// the next command to try can be copied. Reserves the height that most traces need, so that nothing below
/// moves when the sentences arrive; longer text scrolls.
class VerdictPanel : public QTextBrowser {
 public:
  VerdictPanel(Session& session, Explanations& explanations, QWidget* parent = nullptr);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, 24}; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void follow(const QUrl& link);
  void reserve_height();

  Session& session_;
  Explanations& explanations_;
  Connections connections_;
};

}  // namespace gusset::viewer
