#pragma once
#include <memory>
#include <vector>

#include "gusset/traces/answers/csv.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/explain/critical_path_facts.hpp"
#include "gusset/viewer/model/explain/idle_facts.hpp"
#include "gusset/viewer/model/state/edits.hpp"
#include "gusset/viewer/model/timeline/legend.hpp"
#include "gusset/viewer/model/timeline/search_result.hpp"

namespace gusset::viewer {

// The window's tables for other programs: numbers in full precision, units in the header, times from each
// trace's own start. Unknown values are empty. Linear in the size of the table. Safe to call on any thread.

/// `facts[panel]` is null if nothing is known about that trace.
traces::CsvTable critical_path_table(const Document& document,
                                     const std::vector<const CriticalPathFacts*>& facts);
/// The tasks of the chain, with what each waited for, then those of the bound. `facts` as above.
traces::CsvTable path_tasks_table(const Document& document,
                                  const std::vector<std::shared_ptr<const CriticalPathFacts>>& facts);
/// All workers together, then each worker.
traces::CsvTable idle_table(const Document& document, const std::vector<const IdleFacts*>& facts);
/// All types, workers and parts of the chain, including those that the window leaves out.
traces::CsvTable comparison_table(const std::string& a, const std::string& b,
                                  const traces::Answer& comparison);
traces::CsvTable legend_table(const Document& document, const std::vector<LegendRow>& rows);
traces::CsvTable marks_table(const std::vector<Mark>& marks);
/// One line per task with everything recorded about that task alone: type, worker and node, times, work,
/// attributes.
traces::CsvTable tasks_table(const Document& document, const std::vector<TaskReference>& tasks);

}  // namespace gusset::viewer
