#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/answers/verdict.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"

namespace gusset::viewer {

/// A piece of a sentence, which may link to its subject.
struct VerdictPiece {
  std::string text;
  std::optional<std::size_t> target;  ///< index into Finding::targets
  friend bool operator==(const VerdictPiece&, const VerdictPiece&) = default;
};

/// Splits a finding's sentence into pieces. A target's text becomes its link; texts that are not in the
/// sentence follow it.
std::vector<VerdictPiece> verdict_pieces(const traces::Finding& finding);

/// The same, with links to single tasks of a panel.
std::vector<ReportPiece> linked_pieces(const traces::Finding& finding, std::size_t panel);

/// The verdict of `gusset report` on a trace; suggested commands name the trace's file.
traces::Verdict verdict_of(const LoadedTrace& loaded, const std::atomic<bool>* cancelled = nullptr);

/// Notes of `gusset report` that a reader must know: what the trace lost or guessed. Only the first ones if
/// there are many.
std::vector<std::string> verdict_notes(const LoadedTrace& loaded);

/// Selects the subject of a finding: tasks, a time range with its worker's rows, or rows.
void select_target(const Document& document, std::size_t panel, const traces::FindingTarget& target,
                   Selection& selection);

/// The rows of a worker, or of a node's workers.
std::vector<RowReference> rows_of_worker(const Document& document, std::size_t panel,
                                         traces::WorkerId worker);
std::vector<RowReference> rows_of_node(const Document& document, std::size_t panel, traces::NodeId node);

/// All tasks of a type that ran, as a set; null if none ran.
std::shared_ptr<const TaskSet> tasks_of_type(const Document& document, std::size_t panel,
                                             traces::TypeId type);

}  // namespace gusset::viewer
