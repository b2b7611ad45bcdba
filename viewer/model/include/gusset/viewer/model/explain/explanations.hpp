#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/picture/timeline/off_core.hpp"
#include "gusset/traces/picture/timeline/parent_outlines.hpp"
#include "gusset/viewer/model/explain/bound_line.hpp"
#include "gusset/viewer/model/explain/critical_path_facts.hpp"
#include "gusset/viewer/model/explain/idle_facts.hpp"
#include "gusset/viewer/model/explain/why_facts.hpp"
#include "gusset/viewer/model/state/on_demand.hpp"
#include "gusset/viewer/model/state/session.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "gusset/viewer/model/timeline/task_children.hpp"

namespace gusset::viewer {

/// What a search for schedules has found about an open trace: on its workers, and with its durations.
struct SearchedTrace {
  std::size_t panel = 0;
  traces::FoundLimits limits;
  friend bool operator==(const SearchedTrace&, const SearchedTrace&) = default;
};

/// Explains why the open traces took as long as they did. Each result is computed off the user interface's
/// thread when first needed, and drawn over the timeline on request. For the user interface's thread only.
/// The session must outlive it.
class Explanations {
 public:
  explicit Explanations(Session& session);
  ~Explanations();

  Signal<> verdict_changed;
  Signal<> path_changed;
  Signal<> idle_changed;
  Signal<> why_changed;
  Signal<> children_changed;     ///< the selected task's children became known
  Signal<> off_core_changed;     ///< the times without a processor became known, and there are some
  Signal<> shapes_changed;       ///< the picture must be composed again
  Signal<> selection_to_reveal;  ///< the selection must be scrolled into view

  /// The findings of `gusset report` for each trace, most costly first.
  OnDemand<traces::Verdict>& verdict() { return verdict_; }

  /// The headline of a trace's verdict, with what a search has shown. Nothing until the verdict is known, or
  /// if it has none.
  std::optional<traces::Headline> headline(std::size_t panel) const;
  /// Rates these traces by what a search has shown, instead of earlier ones.
  void set_searched(std::vector<SearchedTrace> searched);

  /// The critical path of each trace.
  OnDemand<CriticalPathFacts>& path() { return path_; }
  const OnDemand<CriticalPathFacts>& path() const { return path_; }
  /// Shows or hides the critical path over the timeline. Showing it ends the question of ask_why().
  void show_path(bool shown);
  bool shows_path() const { return shows_path_; }

  /// Shows lines at times that no schedule can beat, instead of earlier ones.
  void show_bounds(std::vector<BoundLine> bounds);
  const std::vector<BoundLine>& bounds() const { return bounds_; }
  /// Whether lines at such times are shown: these, or those of the critical path.
  bool shows_bounds() const { return shows_path_ || !bounds_.empty(); }

  /// Outlines of tasks that ran around other tasks on one lane. Drawn once they are known.
  OnDemand<picture::ParentOutlines>& outlines() { return outlines_; }
  /// When tasks had no processor. Drawn once it is known.
  OnDemand<picture::OffCore>& off_core() { return off_core_; }

  /// The children of a trace's tasks; null until a task of a hierarchy is selected and they have been
  /// computed.
  const TaskChildren* children(std::size_t panel) const { return children_.get(panel); }

  /// Where each trace lost time to idle workers.
  OnDemand<IdleFacts>& idle() { return idle_; }
  const OnDemand<IdleFacts>& idle() const { return idle_; }
  /// Shows or hides the causes of idle time in the rows.
  void show_idle(bool shown);
  bool shows_idle() const { return shows_idle_; }

  /// Asks why the selected task did not start earlier. Ends the question if it was already asked for this
  /// task or if no task is selected.
  void ask_why();
  /// The task that the question is about.
  std::optional<TaskReference> why_task() const { return why_task_; }
  /// The answer; null until it is known.
  const WhyFacts* why() const { return why_.get(); }

  /// The selected set once its tasks are located; or null.
  const MarkedSet* marked_set() const { return marked_set_.get(); }

  /// The selected tasks of a trace, which the window outlines.
  std::vector<traces::TaskId> selected_tasks(std::size_t panel) const;

  /// Why a worker is idle at a point of the picture, if idle causes are shown and no task is there.
  std::optional<Tooltip> tooltip_at(const Timeline& timeline, Pointer pointer) const;

  /// Adds the shown explanations to a timeline's picture.
  void decorate(const Timeline& timeline, Picture& picture) const;

 private:
  void drop();
  void document_changed();
  void selection_changed(const SelectionState& state);
  void find_children(const SelectionState& state);
  void find_why();
  void forget_why();

  Session& session_;
  OnDemand<traces::Verdict> verdict_;
  std::vector<SearchedTrace> searched_;
  OnDemand<picture::ParentOutlines> outlines_;
  OnDemand<picture::OffCore> off_core_;
  OnDemand<TaskChildren> children_;
  std::shared_ptr<const MarkedChildren> marked_children_;  ///< children of the selected task; or null
  OnDemand<CriticalPathFacts> path_;
  bool shows_path_ = false;
  std::vector<BoundLine> bounds_;
  OnDemand<IdleFacts> idle_;
  bool shows_idle_ = false;
  std::optional<TaskReference> why_task_;
  std::shared_ptr<const WhyFacts> why_;
  std::shared_ptr<const MarkedSet> marked_set_;
  std::shared_ptr<const TaskSet> set_;  ///< the selected set
  bool has_rows_ = false;               ///< rows without a task are selected
  Connections connections_;
};

}  // namespace gusset::viewer
