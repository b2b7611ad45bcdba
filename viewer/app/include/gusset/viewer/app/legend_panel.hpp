#pragma once
#include <QTreeWidget>

#include "gusset/viewer/model/session.hpp"

namespace gusset::viewer {

/// The types of each trace with their colours, counts, busy times and shares, of the whole or of the selected
/// range.
class LegendPanel : public QTreeWidget {
 public:
  explicit LegendPanel(Session& session, QWidget* parent = nullptr);
  void refresh();

 private:
  Session& session_;
};

}  // namespace gusset::viewer
