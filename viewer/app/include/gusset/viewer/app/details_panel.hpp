#pragma once
#include <QTextBrowser>
#include <functional>

#include "gusset/viewer/model/selection.hpp"
#include "gusset/viewer/model/session.hpp"

namespace gusset::viewer {

/// Shows the report of the selected task; its links select other tasks.
class DetailsPanel : public QTextBrowser {
 public:
  explicit DetailsPanel(Session& session, QWidget* parent = nullptr);
  /// Shows what is known now.
  void refresh();

 private:
  Session& session_;
  Selection::Subscription subscription_;
};

}  // namespace gusset::viewer
