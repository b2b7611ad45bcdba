#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/model/mark.hpp"
#include "gusset/traces/paper/figure/figure.hpp"

namespace gusset::paper {

/// One trace of a report.
struct ReportedTrace {
  Panel panel;       ///< how the timeline shows it; the tables are about the whole trace
  std::string name;  ///< its heading, usually the file's name
  std::string file;  ///< the file that suggested commands name; empty if there is none that stays
  std::optional<traces::Headline> headline = {};  ///< instead of the verdict's: what a search has shown
};

/// The content of a report.
struct Report {
  std::vector<ReportedTrace> traces;  ///< each trace after the first is compared with the first
  /// Options of the timeline: alignment, range, colours. The report sets the sizes.
  FigureOptions figure = {};
  std::vector<traces::Mark> marks = {};  ///< in the first trace's own time
};

/// The most rows of a table in a report. A line below the table says how many more there are.
inline constexpr std::size_t max_report_rows = 64;

/// Writes a report as one HTML document that needs no other file and no network: the headline, the timeline,
/// the verdict, tables of types, workers and idle time, nested tasks, the critical path, the task graph (of
/// traces with at most `max_drawn_tasks` tasks; folded by type if it has many boxes), messages between nodes,
/// marks, and for several traces how they differ. Pictures are inline SVG with a description. Adapts to light
/// and dark screens, and to paper. Escapes every name. The same content gives the same bytes.
///
/// The size is bounded by the number of rows, colours and columns of the pictures and by `max_report_rows`,
/// not by the number of tasks. Takes O(n log n) in spans and accesses of each trace. The traces must be
/// valid. Fails, with an error that begins with "report", if there is no trace.
Result<std::string> html_report(const Report& report);

}  // namespace gusset::paper
