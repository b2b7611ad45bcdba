#pragma once
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/analysis/causes/message_idle.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/flame_graph.hpp"
#include "gusset/traces/paper/report/html_report.hpp"

namespace gusset::paper {

/// A picture as an `svg` element, and the text below it. No element: nothing to draw.
struct ReportPicture {
  std::string svg = {};
  std::string caption = {};
  int min_width = 0;  ///< pixels; scrolls on narrower pages; 0: the usual width
};

/// The timeline of the traces that ran.
Result<ReportPicture> timeline_picture(const Report& report);
/// The task graph. Nothing if dependencies are unknown, or if there are too many tasks.
Result<ReportPicture> graph_picture(const ReportedTrace& reported, const traces::TaskGraph& graph);
/// Nothing if no task is nested in another one.
ReportPicture flame_picture(const traces::Trace& trace, const traces::FlameGraph& graph);
/// The bytes between nodes. Nothing without messages. `idle` is the trace's message_idle.
ReportPicture message_picture(const traces::Trace& trace, const std::vector<traces::MessageIdle>& idle);

}  // namespace gusset::paper
