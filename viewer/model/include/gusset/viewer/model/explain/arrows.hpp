#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/analysis/time/task_links.hpp"
#include "gusset/traces/analysis/time/traffic.hpp"
#include "gusset/traces/picture/timeline/message_shapes.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"
#include "gusset/viewer/model/state/on_demand.hpp"
#include "gusset/viewer/model/state/session.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// Distance from a point to an arrow's curve in pixels, to about half a pixel; infinity outside the arrow's
/// clip.
double distance_to(const Shapes::Arrow& arrow, Pointer pointer);

/// The links of one trace's selected tasks, ready to draw at any zoom. Immutable.
struct LinkedTasks {
  std::size_t panel = 0;
  traces::LinksOfTasks found;
  std::vector<traces::TaskArrow> arrows;  ///< arrows of `found.links`, in the same order
  std::size_t tasks = 0;                  ///< number of tasks that were searched for links
};

/// Finds the links of tasks.
LinkedTasks linked_tasks(const LoadedTrace& loaded, const traces::TaskGraph& graph,
                         const traces::TaskLinks& links, std::size_t panel,
                         std::span<const traces::TaskId> tasks);

/// The messages that a task needed and sent, for its details; nothing if it has no messages.
std::optional<ReportSection> message_section(const LoadedTrace& loaded, const LinkedTasks& linked,
                                             traces::TaskId task);

/// The arrows over the timeline: dependencies and messages of the selected tasks, and messages between nodes.
/// Finds links and messages on background threads. May only be used on the user interface's thread. The
/// session must outlive it.
class Arrows {
 public:
  explicit Arrows(Session& session);
  ~Arrows();

  Signal<> shapes_changed;  ///< the picture must be composed again
  Signal<> shown_changed;   ///< `shown` changed
  Signal<> links_changed;   ///< the links of the selected tasks changed

  /// Chooses which arrows to draw: those of the selected tasks, and messages between nodes.
  void show(ArrowsShown shown);
  ArrowsShown shown() const { return shown_; }
  /// Whether to emphasise the last dependency that a task waited for. Turn this off while a chain of such
  /// dependencies is drawn in a similar colour.
  void mark_last(bool marked);
  /// Sets the playback position in each panel's own time; bundles count messages up to that position. Nothing
  /// if no playback is active.
  void set_playback(std::optional<std::int64_t> time_ns);

  /// The links of the selected tasks, one entry per trace with selected tasks; empty until they are known.
  const std::vector<LinkedTasks>& linked() const { return linked_; }
  /// The messages of a selected task.
  std::optional<ReportSection> messages_of(TaskReference task) const;

  /// Adds the shown arrows to a timeline's picture and keeps them for `tooltip_at`.
  void decorate(const Timeline& timeline, Picture& picture);
  /// Whether the last picture has a note at this point about messages between nodes that are not drawn.
  bool leaves_out_messages_at(Pointer pointer) const;
  /// The tooltip of the arrow or note at a point of the last picture; nothing if there is none.
  std::optional<Tooltip> tooltip_at(const Timeline& timeline, Pointer pointer) const;

  /// Beyond these limits no arrows are drawn and a note says so: nobody could follow them.
  static constexpr std::size_t max_tasks = 1000;
  static constexpr std::size_t max_task_links = 20'000;

 private:
  struct DrawnBundle {
    Shapes::Arrow shape;
    traces::ArrowBundle bundle;
    std::size_t linked = 0;  ///< index into linked_
  };

  void drop();
  void selection_changed();
  void find_links();
  void forget_links();
  bool are_known(const std::vector<TaskReference>& tasks);
  void add_notes(std::span<const picture::PlacedRows> rows, Shapes& shapes) const;
  Tooltip bundle_tooltip(const Timeline& timeline, const DrawnBundle& drawn) const;
  Tooltip message_tooltip(const Timeline& timeline, std::size_t panel,
                          const picture::DrawnMessages& drawn) const;

  Session& session_;
  OnDemand<traces::TaskLinks> links_;
  OnDemand<traces::Traffic> traffic_;
  ArrowsShown shown_;
  bool marks_last_ = true;
  std::optional<std::int64_t> played_ns_;
  std::vector<TaskReference> tasks_;  ///< the selected tasks; empty if there are too many
  bool too_many_tasks_ = false;
  std::vector<LinkedTasks> linked_;
  std::vector<DrawnBundle> drawn_bundles_;
  std::vector<std::pair<std::size_t, picture::DrawnMessages>> drawn_messages_;  ///< with their panels
  std::vector<picture::Box> left_out_notes_;  ///< where the picture says that it leaves out messages
  Connections connections_;
};

}  // namespace gusset::viewer
