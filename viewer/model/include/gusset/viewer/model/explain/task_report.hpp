#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/picture/timeline/off_core.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/source_location.hpp"

namespace gusset::viewer {

class TaskChildren;

/// A piece of text that may link to a task, to a source line, or to all tasks that share a property.
struct ReportPiece {
  std::string text;
  std::optional<TaskReference> link;
  std::optional<SourceLocation> source = {};
  bool is_marked = false;      ///< emphasised
  std::string condition = {};  ///< search condition that the linked tasks meet; empty: no such link
  friend bool operator==(const ReportPiece&, const ReportPiece&) = default;
};

/// One line of a report, for example "ready → start: 12.3 µs".
struct ReportLine {
  std::string label;
  std::vector<ReportPiece> pieces;
  bool unknown = false;  ///< names values that were not recorded
  friend bool operator==(const ReportLine&, const ReportLine&) = default;
};

struct ReportSection {
  std::string title;
  std::vector<ReportLine> lines;
  friend bool operator==(const ReportSection&, const ReportSection&) = default;
};

struct TaskReport {
  std::string type;
  traces::Colour colour;
  std::string heading;  ///< "potrf #17"
  std::vector<ReportSection> sections;

  /// The text of a line, its pieces joined; empty if there is no such line.
  std::string text(const std::string& label) const;
  friend bool operator==(const TaskReport&, const TaskReport&) = default;
};

/// Everything the trace knows about one task. `graph`, `children` and `off_core` are null while they are
/// being computed. What the task does not have, for example children, has no line; the last
/// line names the values that were not recorded. Cuts lists after `max_links` entries and says how
/// many are left out.
TaskReport task_report(const Document& document, const traces::TaskGraph* graph, TaskReference task,
                       const TaskChildren* children = nullptr, const picture::OffCore* off_core = nullptr);

/// A summary of the selected tasks of a set. Linear.
TaskReport set_report(const Document& document, const TaskSet& set);

inline constexpr std::size_t max_links = 40;

}  // namespace gusset::viewer
