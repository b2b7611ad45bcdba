#pragma once
#include <QTextBrowser>

#include "gusset/viewer/model/explain/explanations.hpp"

namespace gusset::viewer {

/// The sentences of `gusset report` on each open trace. What they speak of are links that select it; the
/// command to try next can be copied. As high as most traces need from the start, so that nothing below moves
/// when the sentences come; more is scrolled.
class VerdictPanel : public QTextBrowser {
 public:
  VerdictPanel(Session& session, Explanations& reasons, QWidget* parent = nullptr);
  /// Shows what is known now.

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, 24}; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void follow(const QUrl& link);
  void reserve_height();

  Session& session_;
  Explanations& reasons_;
  Connections connections_;
};

}  // namespace gusset::viewer
