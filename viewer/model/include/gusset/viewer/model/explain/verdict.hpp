#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/answers/verdict.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"

namespace gusset::viewer {

/// A piece of a sentence, which may lead to what it speaks of.
struct VerdictPiece {
  std::string text;
  std::optional<std::size_t> target;  ///< into Finding::targets
  friend bool operator==(const VerdictPiece&, const VerdictPiece&) = default;
};

/// The sentence in pieces: a target's words are its link; where they are no part of the sentence, they follow
/// it.
std::vector<VerdictPiece> verdict_pieces(const traces::Finding& finding);

/// The same, with links to single tasks of a panel.
std::vector<ReportPiece> linked_pieces(const traces::Finding& finding, std::size_t panel);

/// What `gusset report` says of a trace; its commands name the trace's file.
traces::Verdict verdict_of(const LoadedTrace& loaded, const std::atomic<bool>* cancelled = nullptr);

/// What a trace says of itself that its reader must know, as `gusset report` ends with: what was lost or
/// guessed. Of many the first.
std::vector<std::string> verdict_notes(const LoadedTrace& loaded);

/// Selects what a sentence of a panel's verdict speaks of: tasks, a range with its worker's rows, or rows.
void select_target(const Document& document, std::size_t panel, const traces::FindingTarget& target,
                   Selection& selection);

/// The rows of a worker, or of a node's workers.
std::vector<RowReference> rows_of_worker(const Document& document, std::size_t panel,
                                         traces::WorkerId worker);
std::vector<RowReference> rows_of_node(const Document& document, std::size_t panel, traces::NodeId node);

/// All tasks of a type that ran, as a set; null where none did.
std::shared_ptr<const TaskSet> tasks_of_type(const Document& document, std::size_t panel,
                                             traces::TypeId type);

}  // namespace gusset::viewer
