#include "gusset/viewer/model/view_history.hpp"

namespace gusset::viewer {

void ViewHistory::before_change(const ViewState& current) {
  if (in_gesture_) return;
  in_gesture_ = true;
  future_.clear();
  if (!past_.empty() && past_.back() == current) return;
  past_.push_back(current);
  if (past_.size() > capacity) past_.erase(past_.begin());
}

std::optional<ViewState> ViewHistory::undo(const ViewState& current) {
  in_gesture_ = false;
  // A gesture that led back to where it began is no step worth undoing.
  while (!past_.empty() && past_.back() == current) past_.pop_back();
  if (past_.empty()) return std::nullopt;
  future_.push_back(current);
  ViewState state = std::move(past_.back());
  past_.pop_back();
  return state;
}

std::optional<ViewState> ViewHistory::redo(const ViewState& current) {
  in_gesture_ = false;
  if (future_.empty()) return std::nullopt;
  past_.push_back(current);
  ViewState state = std::move(future_.back());
  future_.pop_back();
  return state;
}

}  // namespace gusset::viewer
