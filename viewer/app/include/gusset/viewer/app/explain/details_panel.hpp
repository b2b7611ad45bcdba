#pragma once
#include <QTextBrowser>

#include "gusset/viewer/model/document/source_location.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/explain/explanations.hpp"

namespace gusset::viewer {

/// Shows the report of the selected task; its links select other tasks.
class DetailsPanel : public QTextBrowser {
 public:
  DetailsPanel(Session& session, Explanations& explanations, Arrows& arrows, Comparisons& comparisons,
               QWidget* parent = nullptr);

  Signal<const QString&> find_requested;           ///< asks to find all tasks that meet a condition
  Signal<const SourceLocation&> source_requested;  ///< asks to open a source file

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();

  Session& session_;
  Explanations& explanations_;
  Arrows& arrows_;
  Comparisons& comparisons_;
  Connections connections_;
};

}  // namespace gusset::viewer
