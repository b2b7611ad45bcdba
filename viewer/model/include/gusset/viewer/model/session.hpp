#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/statistics.hpp"
#include "gusset/traces/task_graph.hpp"
#include "gusset/viewer/model/document.hpp"
#include "gusset/viewer/model/job_runner.hpp"
#include "gusset/viewer/model/selection.hpp"

namespace gusset::viewer {

/// What a session tells its window. Called on the user interface's thread; may be empty.
struct SessionEvents {
  std::function<void(bool keep_view)> document_changed;
  std::function<void(const std::string& message)> failed;  ///< one line
  std::function<void()>
      waited_for_changed;                ///< after each change of the selection, and of what is known of it
  std::function<void()> totals_changed;  ///< of the selected range, or of everything again
  std::function<void()> busy_changed;
};

/// The open traces, what is selected in them, and what is computed from both: off the user interface's
/// thread, when it is first needed, dropped when it is stale. For the user interface's thread only.
class Session {
 public:
  /// `post` runs a function on the user interface's thread; `threads` is how many a job may use.
  Session(JobRunner::Post post, unsigned threads);

  SessionEvents events;

  Selection& selection() { return selection_; }
  std::shared_ptr<const Document> document() const { return document_; }

  /// Reads files and shows them instead of what is shown. Where one fails, everything stays as it is.
  void open(std::vector<std::filesystem::path> paths);
  /// Reads files and shows them below what is shown.
  void add(std::vector<std::filesystem::path> paths);
  /// Reads the open files again and keeps view and selection.
  void reload();
  /// Shows nothing.
  void close();
  /// Shows traces that were read already.
  void show(std::shared_ptr<const Document> document, bool keep_view = false);

  /// The graph of a panel; null until it was needed and computed.
  const traces::TaskGraph* graph(std::size_t panel) const;
  /// The predecessor of the selected task that ended last; nothing where it is not known (yet).
  std::optional<TaskReference> waited_for() const { return waited_for_; }

  /// Statistics of each panel: of `totals_range` where there is one, else of the whole.
  std::vector<const traces::Statistics*> totals() const;
  std::optional<TimeRange> totals_range() const { return totals_range_; }

  /// Whether work is under way.
  bool busy() const { return jobs_.busy(); }

 private:
  void load(std::vector<std::filesystem::path> paths, bool keep_open, bool keep_view);
  void selection_changed(const SelectionState& state);
  void need_graph(std::size_t panel);
  void need_totals(std::optional<TimeRange> range);
  void find_waited_for();
  void tell(const std::function<void()>& event) const {
    if (event) event();
  }

  unsigned threads_;
  Selection selection_;
  Selection::Subscription subscription_;
  std::shared_ptr<const Document> document_;
  std::vector<std::shared_ptr<const traces::TaskGraph>> graphs_;
  std::optional<TaskReference> waited_for_;
  std::vector<traces::Statistics> range_totals_;
  std::optional<TimeRange> totals_range_;
  std::optional<TimeRange> wanted_range_;
  JobRunner jobs_;  // last: its end waits for work
};

}  // namespace gusset::viewer
