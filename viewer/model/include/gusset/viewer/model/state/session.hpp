#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/tracks.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"
#include "gusset/viewer/model/document/load_progress.hpp"
#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/state/edits.hpp"
#include "gusset/viewer/model/timeline/found_tasks.hpp"
#include "gusset/viewer/model/timeline/view_state.hpp"

namespace gusset::viewer {

/// The open traces, what is selected in them, and what is computed from both: off the user interface's
/// thread, when it is first needed, dropped when it is stale. For the user interface's thread only.
class Session {
 public:
  /// `post` runs a function on the user interface's thread; `threads` is how many a job may use.
  Session(JobRunner::Post post, unsigned threads);

  /// Other traces are open, none of which has been shown yet: what is known of the ones before is dropped.
  Signal<> traces_changed;
  /// After `traces_changed`, and where the same traces look different: the document is shown.
  Signal<bool> document_changed;  ///< whether the view stays
  /// Asks whether another part shows these files, which are about to be opened or added. May be empty.
  std::function<bool(const std::vector<std::filesystem::path>& paths)> takes_over;
  Signal<> waited_for_changed;  ///< after each change of the selection, and of what is known of it
  Signal<> totals_changed;      ///< of the selected range, or of everything again
  Signal<> marks_changed;
  Signal<> tracks_changed;            ///< known now, or no longer asked for
  Signal<> found_changed;             ///< of a search, or there is none any more
  Signal<UndoStep> settings_changed;  ///< what view_settings() are; documents that show them follow
  Signal<std::size_t> graph_ready;    ///< once for each panel whose graph was needed

  Selection& selection() { return selection_; }
  std::shared_ptr<const Document> document() const { return document_; }

  /// Reads files and shows them instead of what is shown. Where one fails, everything stays as it is.
  void open(std::vector<std::filesystem::path> paths);
  /// Reads files and shows them below what is shown.
  void add(std::vector<std::filesystem::path> paths);
  /// Reads the open files again and keeps view and selection.
  void reload();
  /// How far opening files has come; null while none are being opened.
  std::shared_ptr<const LoadProgress> loading() const { return jobs_.busy(open_slot) ? progress_ : nullptr; }
  /// Everything stays as it is; what is under way ends at its next stage.
  void cancel_loading();
  /// Tells the tasks of all traces apart by this, also of those opened later; what is shown stays. A trace
  /// that lacks the facts is coloured by type.
  void colour_by(const traces::ColourBy& by);
  /// The same for all that an appearance says: colours of types, filters. A step of its own for undo, or a
  /// part of the one before.
  void set_appearance(Appearance appearance, UndoStep step = UndoStep::apart);
  /// What was asked for last; the document's follows.
  const Appearance& appearance() const { return appearance_; }
  /// Lays the traces side by side otherwise, now and as long as they are open. What is selected stays where
  /// it is in the uppermost one.
  void align(traces::Alignment alignment);
  const traces::Alignment& alignment() const { return alignment_; }
  /// The part of the view that is the session's.
  ViewSettings view_settings() const;
  void set_view_settings(ViewSettings settings);
  /// Why no open trace understands a condition; nothing where one does.
  std::optional<std::string> refusal_of(const std::string& condition) const;
  const traces::ColourBy& colour_by() const { return appearance_.colour_by; }
  /// What any of the open traces can be coloured by (traces::colour_keys).
  std::vector<std::string> colour_keys() const;
  /// Marks and own colours, which may be undone. Marks go with the traces; colours hold for the next ones.
  Edits edits() const { return {marks_, appearance_.own_colours}; }
  void edit(Edits edits);
  /// Marks that were kept: nothing that could be undone.
  void set_marks(std::vector<Mark> marks);
  bool undo_edit();
  bool redo_edit();
  bool can_undo_edit() const { return edit_history_.can_undo(); }
  bool can_redo_edit() const { return edit_history_.can_redo(); }

  /// Computes what stands above rows (traces::tracks), for these traces and for those opened later.
  void show_tracks(bool shown);
  bool shows_tracks() const { return shows_tracks_; }
  /// Of each panel; null while it is not known. Empty where they are not shown.
  std::vector<std::shared_ptr<const std::vector<traces::Track>>> tracks() const;

  /// Finds tasks as TaskQuery does; an empty text ends a search, as does another document.
  void search(const std::string& text);
  /// What was found; nothing while it is not known.
  const std::optional<Found>& found() const { return found_; }
  /// Shows nothing.
  void close();
  /// Shows traces that were read already.
  void show(std::shared_ptr<const Document> document, bool keep_view = false);

  /// The graph of a panel; null until it was needed and computed.
  const traces::TaskGraph* graph(std::size_t panel) const;
  /// The same, to be captured by a job.
  std::shared_ptr<const traces::TaskGraph> shared_graph(std::size_t panel) const;
  /// Has it computed where that was not done yet; `graph_ready` tells.
  void need_graph(std::size_t panel);
  /// The predecessor of the selected task that ended last; nothing where it is not known (yet).
  std::optional<TaskReference> waited_for() const { return waited_for_; }

  /// Statistics of each panel: of `totals_range` where there is one, else of the whole.
  std::vector<const traces::Statistics*> totals() const;
  /// The same of each type, or each category of the colouring.
  std::vector<const std::vector<CategoryTotal>*> category_totals() const;
  std::optional<TimeRange> totals_range() const { return totals_range_; }

  /// Where parts of the window start work, in slots of their own. Its `failed` tells of all that went wrong.
  JobRunner& jobs() { return jobs_; }
  unsigned threads() const { return threads_; }

  /// Whether work is under way.
  bool busy() const { return jobs_.busy(); }

 private:
  void apply_appearance();
  void apply_alignment();
  void restore(Edits edits);
  void need_tracks();
  void load(std::vector<std::filesystem::path> paths, bool keep_open, bool keep_view);
  void selection_changed(const SelectionState& state);
  void drop_totals();
  void need_totals(std::optional<TimeRange> range);
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
  std::optional<Found> found_;
  bool shows_tracks_ = false;
  std::map<const traces::Trace*, std::shared_ptr<const std::vector<traces::Track>>> tracks_;
  std::vector<Mark> marks_;
  EditHistory edit_history_;
  struct RangeTotals {
    traces::Statistics statistics;
    std::vector<CategoryTotal> categories;
  };
  std::vector<RangeTotals> range_totals_;
  std::optional<TimeRange> totals_range_;
  std::optional<TimeRange> wanted_range_;
  JobRunner jobs_;  // last: its end waits for work
};

}  // namespace gusset::viewer
