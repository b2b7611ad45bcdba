#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/time/task_links.hpp"
#include "gusset/traces/analysis/time/traffic.hpp"
#include "gusset/traces/picture/timeline/message_shapes.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"
#include "gusset/viewer/model/state/on_demand.hpp"
#include "gusset/viewer/model/state/session.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// How far a point is from an arrow's curve, in pixels, to about half of one; infinity outside of its clip.
double distance_to(const Shapes::Arrow& arrow, Pointer pointer);

/// Links of the selected tasks of one trace, ready to be drawn at any zoom. Immutable.
struct LinkedTasks {
  std::size_t panel = 0;
  traces::LinksOfTasks found;
  std::vector<traces::TaskArrow> arrows;  ///< of `found.links`, in that order
  std::size_t tasks = 0;                  ///< that were asked for
};

/// Finds the links of tasks.
LinkedTasks linked_tasks(const LoadedTrace& loaded, const traces::TaskGraph& graph,
                         const traces::TaskLinks& links, std::size_t panel,
                         std::span<const traces::TaskId> tasks);

/// The messages that a task needed and sent, for its details; nothing where it had none.
std::optional<ReportSection> message_section(const LoadedTrace& loaded, const LinkedTasks& linked,
                                             traces::TaskId task);

/// The arrows over the timeline: dependencies and messages of what is selected, and messages between nodes.
/// Everything is computed off the user interface's thread. For the user interface's thread only; lives no
/// longer than the session.
class Arrows {
 public:
  explicit Arrows(Session& session);
  ~Arrows();
  Arrows(const Arrows&) = delete;
  Arrows& operator=(const Arrows&) = delete;

  Signal<> shapes_changed;  ///< the picture is to be composed again
  Signal<> shown_changed;   ///< `shown` is another
  Signal<> links_changed;   ///< what is selected has other links than before

  /// Which arrows are drawn from now on: of what is selected, and of messages between nodes in what is shown.
  void show(ArrowsShown shown);
  ArrowsShown shown() const { return shown_; }
  /// Whether what came last of all that a task waited for looks other than the rest: not while a chain of
  /// such is painted in a colour like it.
  void mark_last(bool marked);
  /// Where a schedule that is played has come to, of each panel's own times: messages that are bundled are
  /// counted up to there. Nothing where none is played.
  void set_playback(std::optional<std::int64_t> time_ns);

  /// The links of what is selected, one for each trace of which any task is; empty while they are not known.
  const std::vector<LinkedTasks>& linked() const { return linked_; }
  /// The messages of a selected task.
  std::optional<ReportSection> messages_of(TaskReference task) const;

  /// Adds what is shown to a timeline's picture, and keeps it for `tooltip_at`.
  void decorate(const Timeline& timeline, Picture& picture);
  /// Of the arrow at a place of the last picture; nothing elsewhere.
  std::optional<Tooltip> tooltip_at(const Timeline& timeline, Pointer pointer) const;

  /// Beyond this no arrows are drawn, and a line says so: nobody could follow them.
  static constexpr std::size_t most_tasks = 1000;
  static constexpr std::size_t most_task_links = 20'000;

 private:
  struct DrawnBundle {
    Shapes::Arrow shape;
    traces::ArrowBundle bundle;
    std::size_t linked = 0;  ///< into linked_
  };

  void drop();
  void selection_changed();
  void find_links();
  void forget_links();
  bool are_known(const std::vector<TaskReference>& tasks);
  void add_notes(const Timeline& timeline, Shapes& shapes) const;
  Tooltip bundle_tooltip(const Timeline& timeline, const DrawnBundle& drawn) const;
  Tooltip message_tooltip(const Timeline& timeline, std::size_t panel,
                          const picture::DrawnMessages& drawn) const;

  Session& session_;
  OnDemand<traces::TaskLinks> links_;
  OnDemand<traces::Traffic> traffic_;
  ArrowsShown shown_;
  bool marks_last_ = true;
  std::optional<std::int64_t> played_ns_;
  std::vector<TaskReference> tasks_;  ///< that are selected; none where they are too many
  bool too_many_tasks_ = false;
  std::vector<LinkedTasks> linked_;
  std::vector<DrawnBundle> drawn_bundles_;
  std::vector<std::pair<std::size_t, picture::DrawnMessages>> drawn_messages_;  ///< with their panels
  Connections connections_;
};

}  // namespace gusset::viewer
