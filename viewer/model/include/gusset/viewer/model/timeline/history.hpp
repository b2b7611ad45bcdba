#pragma once
#include <optional>
#include <utility>
#include <vector>

namespace gusset::viewer {

/// Undo and redo of states that can be compared. All changes of one gesture (a drag, a scroll) form one step.
/// A value.
template <class State>
class History {
 public:
  static constexpr std::size_t capacity = 200;

  /// Records the current state before a change, and begins a gesture. Does nothing within a gesture.
  void before_change(const State& current) {
    if (in_gesture_) return;
    in_gesture_ = true;
    future_.clear();
    if (!past_.empty() && past_.back() == current) return;
    past_.push_back(current);
    if (past_.size() > capacity) past_.erase(past_.begin());
  }
  /// Ends the gesture: the next change begins a new step.
  void end_gesture() { in_gesture_ = false; }

  /// The state before the latest step, or nothing; keeps `current` for `redo`.
  std::optional<State> undo(const State& current) {
    in_gesture_ = false;
    // A gesture that ended in its initial state is not a step.
    while (!past_.empty() && past_.back() == current) past_.pop_back();
    return take(past_, future_, current);
  }
  /// The state that the latest undo left, or nothing.
  std::optional<State> redo(const State& current) {
    in_gesture_ = false;
    return take(future_, past_, current);
  }

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  void clear() { *this = History(); }

 private:
  static std::optional<State> take(std::vector<State>& from, std::vector<State>& to, const State& current) {
    if (from.empty()) return std::nullopt;
    to.push_back(current);
    State state = std::move(from.back());
    from.pop_back();
    return state;
  }

  std::vector<State> past_;
  std::vector<State> future_;
  bool in_gesture_ = false;
};

}  // namespace gusset::viewer
