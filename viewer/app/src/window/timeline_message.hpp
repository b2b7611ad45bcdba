#pragma once
#include "gusset/viewer/app/graph/graph_dock.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"

namespace gusset::viewer {

/// Says in the timeline's place why the timeline shows nothing.
class TimelineMessage {
 public:
  TimelineMessage(Session& session, TimelineView& view, GraphDock& graph);

 private:
  void refresh();

  Session& session_;
  TimelineView& view_;
  GraphDock& graph_;
  Connections connections_;
};

}  // namespace gusset::viewer
