#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/traces/answers/report.hpp"
#include "gusset/viewer/model/explain/critical_path_facts.hpp"
#include "gusset/viewer/model/explain/idle_facts.hpp"
#include "gusset/viewer/model/state/on_demand.hpp"
#include "gusset/viewer/model/timeline/parent_outlines.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "gusset/viewer/model/state/session.hpp"
#include "gusset/viewer/model/timeline/task_children.hpp"
#include "gusset/viewer/model/explain/why_facts.hpp"

namespace gusset::viewer {

/// What a session's reasons tell its window. Called on the user interface's thread; may be empty.
struct ReasonsEvents {
  std::function<void()> verdict_changed;
  std::function<void()> path_changed;
  std::function<void()> idle_changed;
  std::function<void()> why_changed;
  std::function<void()> children_changed;     ///< of the selected task: they are known now
  std::function<void()> shapes_changed;       ///< the picture is to be composed again
  std::function<void()> selection_to_reveal;  ///< what is selected is to be brought into sight
};

/// Why the open traces took as long as they did: everything is computed off the user interface's thread when
/// it is first needed, and drawn over the timeline where it is asked for. For the user interface's thread
/// only; lives no longer than the session.
class Reasons {
 public:
  explicit Reasons(Session& session);
  ~Reasons();
  Reasons(const Reasons&) = delete;
  Reasons& operator=(const Reasons&) = delete;

  ReasonsEvents events;

  /// To be told of SessionEvents. `same_traces`: but for their colours.
  void document_changed();
  void graph_ready(std::size_t panel);

  /// The sentences of `gusset report` on each trace, the most costly first.
  OnDemand<std::vector<traces::Advice>>& verdict() { return verdict_; }

  /// The critical path of each trace.
  OnDemand<CriticalPathFacts>& path() { return path_; }
  /// Draws it over the timeline from now on, or no longer.
  void show_path(bool shown);
  bool shows_path() const { return shows_path_; }

  /// Tasks that ran around others on one lane: drawn where they are known.
  OnDemand<ParentOutlines>& outlines() { return outlines_; }

  /// The children of a trace's tasks; null until they were needed: a task of a hierarchy was selected.
  const TaskChildren* children(std::size_t panel) const { return children_.get(panel); }

  /// Where each trace's time went that was not work.
  OnDemand<IdleFacts>& idle() { return idle_; }
  /// Draws its causes into the rows from now on, or no longer.
  void show_idle(bool shown);
  bool shows_idle() const { return shows_idle_; }

  /// Asks why the selected task began only when it did; asked again of the same task, or where none is
  /// selected, no longer.
  void ask_why();
  /// The task that this was asked of.
  std::optional<TaskReference> why_task() const { return why_task_; }
  /// The answer; null until it is known.
  const WhyFacts* why() const { return why_.get(); }

  /// The set that is selected, once its tasks' places are known; or null.
  const MarkedSet* marked_set() const { return marked_set_.get(); }

  /// Adds what is shown of the reasons to a timeline's picture.
  void decorate(const Timeline& timeline, Picture& picture) const;

 private:
  void selection_changed(const SelectionState& state);
  void find_children(const SelectionState& state);
  void find_why();
  void forget_why();
  void tell(const std::function<void()>& event) const {
    if (event) event();
  }

  Session& session_;
  Selection::Subscription subscription_;
  std::vector<std::shared_ptr<const traces::Trace>> traces_;  ///< of the document that is known here
  OnDemand<std::vector<traces::Advice>> verdict_;
  OnDemand<ParentOutlines> outlines_;
  OnDemand<TaskChildren> children_;
  std::shared_ptr<const MarkedChildren> marked_children_;  ///< of the selected task; or null
  OnDemand<CriticalPathFacts> path_;
  bool shows_path_ = false;
  OnDemand<IdleFacts> idle_;
  bool shows_idle_ = false;
  std::optional<TaskReference> why_task_;
  std::shared_ptr<const WhyFacts> why_;
  std::shared_ptr<const MarkedSet> marked_set_;
  std::shared_ptr<const TaskSet> set_;  ///< that is selected
  bool has_rows_ = false;               ///< rows without a task are selected
};

}  // namespace gusset::viewer
