#pragma once
#include <QTextBrowser>

#include "gusset/viewer/app/explain/source_opener.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/explain/explanations.hpp"

namespace gusset::viewer {

/// Shows the report of the selected task; its links select other tasks.
class DetailsPanel : public QTextBrowser {
 public:
  DetailsPanel(Session& session, Explanations& explanations, Arrows& arrows, Comparisons& comparisons,
               QWidget* parent = nullptr);

  Signal<const QString&> find_requested;  ///< asks to find all tasks that meet a condition

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();

  Session& session_;
  Explanations& explanations_;
  Arrows& arrows_;
  Comparisons& comparisons_;
  SourceOpener sources_;
  Connections connections_;
};

}  // namespace gusset::viewer
