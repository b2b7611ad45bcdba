#include "timeline_message.hpp"

#include <algorithm>

namespace gusset::viewer {

TimelineMessage::TimelineMessage(Session& session, TimelineView& view, GraphDock& graph)
    : session_(session),
      view_(view),
      graph_(graph),
      connections_{view.document_shown.connect([this] { refresh(); }),
                   view.rows_changed.connect([this] { refresh(); })} {
  QObject::connect(&graph, &QDockWidget::visibilityChanged, &view, [this] { refresh(); });
}

void TimelineMessage::refresh() {
  const Document& document = *session_.document();
  const auto& arrangements = view_.timeline().arrangements();
  if (document.is_of_graphs_alone()) {
    view_.set_message(graph_.isHidden() ? "A task graph, without times (G shows it)"
                                        : "A task graph, without times");
  } else if (!document.empty() && document.extent_ns == 0) {
    const bool is_whole = std::none_of(document.traces.begin(), document.traces.end(),
                                       [](const auto& loaded) { return loaded->trace->metadata.incomplete; });
    view_.set_message(is_whole ? "Nothing ran in this trace"
                               : "No task is left of this trace: it is not whole");
  } else {
    const bool filtered_away =
        !arrangements.empty() && std::all_of(arrangements.begin(), arrangements.end(), [](const auto& rows) {
          return rows.rows().empty() && rows.hidden_rows() > 0;
        });
    view_.set_message(filtered_away ? "No row is left: end a filter above" : "");
  }
}

}  // namespace gusset::viewer
