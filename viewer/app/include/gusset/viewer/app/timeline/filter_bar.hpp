#pragma once
#include <QWidget>

#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QHBoxLayout;

namespace gusset::viewer {

/// Lists every filter that hides tasks or rows, each with a button that removes it. Hidden while there are
/// none.
class FilterBar : public QWidget {
 public:
  FilterBar(Session& session, TimelineView& view, QWidget* parent = nullptr);

 private:
  void refresh();
  void add_chip(const QString& text, std::function<void()> remove);

  Session& session_;
  TimelineView& view_;
  QHBoxLayout* layout_;
  Connections connections_;
};

}  // namespace gusset::viewer
