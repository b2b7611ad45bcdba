#pragma once
#include <cstddef>
#include <vector>

#include "gusset/traces/answers/csv.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/explain/critical_path_facts.hpp"
#include "gusset/viewer/model/explain/idle_facts.hpp"
#include "gusset/viewer/model/state/edits.hpp"
#include "gusset/viewer/model/timeline/found_tasks.hpp"
#include "gusset/viewer/model/timeline/legend.hpp"

namespace gusset::viewer {

// What the window's tables show, for other programs: figures in full, units in the header, times of each
// trace from its own start. What is not known is empty. Linear in what they hold; of any thread.

/// `of[panel]` is null where nothing is known of a trace.
traces::CsvTable critical_path_table(const Document& document,
                                     const std::vector<const CriticalPathFacts*>& of);
/// Of all workers together, then of each.
traces::CsvTable idle_table(const Document& document, const std::vector<const IdleFacts*>& of);
/// All types, workers and parts of the chain, also those that the window leaves out.
traces::CsvTable comparison_table(const std::string& a, const std::string& b,
                                  const traces::Answer& comparison);
traces::CsvTable legend_table(const Document& document, const std::vector<LegendRow>& rows);
traces::CsvTable marks_table(const std::vector<Mark>& marks);
/// One line per task, with all that is recorded of it alone: type, place, times, work, attributes.
traces::CsvTable tasks_table(const Document& document, const std::vector<TaskReference>& tasks);

}  // namespace gusset::viewer
