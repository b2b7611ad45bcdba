#pragma once
#include <optional>
#include <vector>

#include "gusset/viewer/model/time_axis.hpp"

namespace gusset::viewer {

/// What undo of the view brings back.
struct ViewState {
  TimeAxis axis;
  std::vector<int> scrolls;  ///< of each panel
  friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// Undo and redo of zooming and panning. Steps of one gesture (a drag, a turn of the wheel) count as one
/// change. A value; edits (marks, colours) have a history of their own.
class ViewHistory {
 public:
  static constexpr std::size_t capacity = 200;

  /// To be told the view before each change. Unless a gesture is under way already, the state can be brought
  /// back.
  void before_change(const ViewState& current);
  /// The next change begins a new step.
  void end_gesture() { in_gesture_ = false; }

  /// The view before the latest step, or nothing; `current` is kept for `redo`.
  std::optional<ViewState> undo(const ViewState& current);
  /// The view that the latest undo left, or nothing.
  std::optional<ViewState> redo(const ViewState& current);

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  void clear() { *this = ViewHistory(); }

 private:
  std::vector<ViewState> past_;
  std::vector<ViewState> future_;
  bool in_gesture_ = false;
};

}  // namespace gusset::viewer
