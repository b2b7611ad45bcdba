#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"
#include "gusset/viewer/model/document/load_progress.hpp"
#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/state/edits.hpp"
#include "gusset/viewer/model/state/panel_tracks.hpp"
#include "gusset/viewer/model/state/range_totals.hpp"
#include "gusset/viewer/model/state/task_search.hpp"
#include "gusset/viewer/model/timeline/view_state.hpp"

namespace gusset::viewer {

/// The open traces, the selection in them, and the results computed from both. Results are computed when
/// first needed, off the user interface's thread, and dropped when they become stale. For the user
/// interface's thread only.
class Session {
 public:
  /// `post` runs a function on the user interface's thread; a job uses up to `threads` threads.
  Session(JobRunner::Post post, unsigned threads);

  /// Emitted after other traces are opened, before they are shown; results for the earlier traces are
  /// dropped.
  Signal<> traces_changed;
  /// Emitted when the document must be shown: after `traces_changed`, and after a change of appearance or
  /// alignment.
  Signal<bool> document_changed;  ///< passes whether to keep the view
  /// Called before files are opened or added. Returns true if another part of the program handles them
  /// instead. May be empty.
  std::function<bool(const std::vector<std::filesystem::path>& paths)> takes_over;
  /// Called before other traces replace the open ones, or before these are closed. Returns true if the user
  /// is asked first; `go_on` then replaces them. May be empty.
  std::function<bool(std::function<void()> go_on)> asks_first;
  Signal<> waited_for_changed;  ///< after a change of the selection or of `waited_for`
  Signal<> marks_changed;
  Signal<> graph_edited;              ///< after a change of edits().graph, also by undo
  Signal<UndoStep> settings_changed;  ///< after view_settings() change, before the documents that show them
  Signal<std::size_t> graph_ready;    ///< emitted once per panel whose graph was needed

  Selection& selection() { return selection_; }
  /// Finds tasks. The search ends when another document is shown.
  TaskSearch& search() { return search_; }
  /// The totals of the selected range.
  RangeTotals& totals() { return totals_; }
  PanelTracks& tracks() { return tracks_; }
  const PanelTracks& tracks() const { return tracks_; }
  std::shared_ptr<const Document> document() const { return document_; }

  /// Reads files and replaces the open traces with them. Changes nothing if a file fails.
  void open(std::vector<std::filesystem::path> paths);
  /// Reads files and shows them below the open traces.
  void add(std::vector<std::filesystem::path> paths);
  /// Reads the open files again and keeps the view and the selection.
  void reload();
  /// Progress of opening files; null if none are being opened.
  std::shared_ptr<const LoadProgress> loading() const { return jobs_.busy(open_slot) ? progress_ : nullptr; }
  /// Cancels opening files and keeps everything as it is. The running job ends at its next stage.
  void cancel_loading() { jobs_.cancel(open_slot); }
  /// Colours the tasks of all traces by this, including traces opened later. Keeps the view but shows hidden
  /// types again. A trace that lacks the facts is coloured by type.
  void colour_by(const traces::ColourBy& by);
  /// The same for the whole appearance: colours of types, filters. Forms its own undo step or joins the
  /// previous one.
  void set_appearance(Appearance appearance, UndoStep step = UndoStep::separate);
  /// The appearance requested last; the document's appearance follows later.
  const Appearance& appearance() const { return appearance_; }
  /// Aligns the traces differently, until they are closed. The selection keeps its times in the top trace.
  void align(traces::Alignment alignment);
  const traces::Alignment& alignment() const { return alignment_; }
  /// The part of the view that the session holds.
  ViewSettings view_settings() const;
  void set_view_settings(ViewSettings settings);
  /// Why no open trace understands a condition; nothing if at least one does.
  std::optional<std::string> condition_error(const std::string& condition) const;
  const traces::ColourBy& colour_by() const { return appearance_.colour_by; }
  /// The keys that at least one open trace can be coloured by (traces::colour_keys).
  std::vector<std::string> colour_keys() const;
  /// Marks and custom colours, which can be undone. Marks belong to the open traces; when these are opened,
  /// the marks are those in the top trace's file. Colours also apply to the next traces.
  Edits edits() const { return {marks_, appearance_.custom_colours, graph_}; }
  void edit(Edits edits);
  /// Shows a document whose first trace is the user's draft of a graph, and keeps the draft among the edits
  /// until other traces are opened.
  void build(std::shared_ptr<const GraphDraft> graph, std::shared_ptr<const Document> document);
  /// Restores saved marks and clears the history of edits.
  void set_marks(std::vector<Mark> marks);
  bool undo_edit();
  bool redo_edit();
  bool can_undo_edit() const { return edit_history_.can_undo(); }
  bool can_redo_edit() const { return edit_history_.can_redo(); }

  /// Closes all traces.
  void close();
  /// Shows traces that are already loaded.
  void show(std::shared_ptr<const Document> document, bool keep_view = false);

  /// A panel's task graph; null until it was needed and has been computed.
  const traces::TaskGraph* graph(std::size_t panel) const;
  /// The same, for a job to capture.
  std::shared_ptr<const traces::TaskGraph> shared_graph(std::size_t panel) const;
  /// Computes a panel's graph unless that is done already; emits `graph_ready`.
  void need_graph(std::size_t panel);
  /// The predecessor of the selected task that ended last; nothing if there is none or it is not known yet.
  std::optional<TaskReference> waited_for() const { return waited_for_; }

  /// Runs the jobs of all parts of the window, each in its own slots. Its `failed` signal reports every
  /// failure.
  JobRunner& jobs() { return jobs_; }
  unsigned threads() const { return threads_; }

  /// Whether a job is running.
  bool busy() const { return jobs_.busy(); }

 private:
  void apply_appearance();
  void apply_alignment();
  void restore(Edits edits);
  void load(std::vector<std::filesystem::path> paths, bool keep_open, bool keep_view);
  void selection_changed(const SelectionState& state);
  void find_waited_for();

  static constexpr const char* open_slot = "opening";

  unsigned threads_;
  Appearance appearance_;
  traces::Alignment alignment_;
  Selection selection_;
  Connection connection_;
  std::shared_ptr<const Document> document_;
  std::shared_ptr<LoadProgress> progress_;
  std::vector<std::shared_ptr<const traces::TaskGraph>> graphs_;
  std::optional<TaskReference> waited_for_;
  TaskSearch search_{jobs_, document_};
  RangeTotals totals_{jobs_, document_};
  PanelTracks tracks_{jobs_, document_};
  std::vector<Mark> marks_;
  std::shared_ptr<const GraphDraft> graph_;
  std::shared_ptr<const GraphDraft> next_graph_;  ///< of the document that is about to be shown
  EditHistory edit_history_;
  JobRunner jobs_;  // last: its destructor waits for jobs that use the other members
};

}  // namespace gusset::viewer
