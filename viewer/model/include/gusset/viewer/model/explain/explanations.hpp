#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/picture/timeline/parent_outlines.hpp"
#include "gusset/viewer/model/explain/critical_path_facts.hpp"
#include "gusset/viewer/model/explain/idle_facts.hpp"
#include "gusset/viewer/model/explain/why_facts.hpp"
#include "gusset/viewer/model/state/on_demand.hpp"
#include "gusset/viewer/model/state/session.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "gusset/viewer/model/timeline/task_children.hpp"

namespace gusset::viewer {

/// Why the open traces took as long as they did: everything is computed off the user interface's thread when
/// it is first needed, and drawn over the timeline where it is asked for. For the user interface's thread
/// only; lives no longer than the session.
class Explanations {
 public:
  explicit Explanations(Session& session);
  ~Explanations();
  Explanations(const Explanations&) = delete;
  Explanations& operator=(const Explanations&) = delete;

  Signal<> verdict_changed;
  Signal<> path_changed;
  Signal<> idle_changed;
  Signal<> why_changed;
  Signal<> children_changed;     ///< of the selected task: they are known now
  Signal<> shapes_changed;       ///< the picture is to be composed again
  Signal<> selection_to_reveal;  ///< what is selected is to be brought into sight

  /// The sentences of `gusset report` on each trace, the most costly first.
  OnDemand<traces::Verdict>& verdict() { return verdict_; }

  /// The critical path of each trace.
  OnDemand<CriticalPathFacts>& path() { return path_; }
  /// Draws it over the timeline from now on, or no longer.
  void show_path(bool shown);
  bool shows_path() const { return shows_path_; }

  /// Tasks that ran around others on one lane: drawn where they are known.
  OnDemand<picture::ParentOutlines>& outlines() { return outlines_; }

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
  void drop();
  void document_changed();
  void selection_changed(const SelectionState& state);
  void find_children(const SelectionState& state);
  void find_why();
  void forget_why();

  Session& session_;
  OnDemand<traces::Verdict> verdict_;
  OnDemand<picture::ParentOutlines> outlines_;
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
  Connections connections_;
};

}  // namespace gusset::viewer
