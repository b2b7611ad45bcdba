#include "gusset/viewer/model/document/selection.hpp"

#include <utility>

namespace gusset::viewer {

void Selection::select_task(TaskReference task, std::optional<RowReference> row, SelectionOrigin origin) {
  SelectionState next = state_;
  next.tasks = {task};
  next.set.reset();
  next.rows.clear();
  if (row) next.rows.push_back(*row);
  next.is_range_last = false;
  next.origin = origin;
  change(std::move(next));
}

void Selection::select_tasks(std::shared_ptr<const TaskSet> set, SelectionOrigin origin) {
  if (set == nullptr || set->tasks.empty()) return;
  SelectionState next;
  next.set = std::move(set);
  next.range = state_.range;
  next.origin = origin;
  change(std::move(next));
}

void Selection::select_rows(std::vector<RowReference> rows, std::optional<TimeRange> range,
                            SelectionOrigin origin) {
  SelectionState next;
  next.rows = std::move(rows);
  next.range = range;
  next.origin = origin;
  change(std::move(next));
}

void Selection::select_range(TimeRange range, SelectionOrigin origin) {
  SelectionState next = state_;
  next.range = range;
  next.is_range_last = true;
  next.origin = origin;
  change(std::move(next));
}

void Selection::move_range(TimeRange range, SelectionOrigin origin) {
  SelectionState next = state_;
  next.range = range;
  next.origin = origin;
  change(std::move(next));
}

void Selection::clear_task(SelectionOrigin origin) {
  SelectionState next;
  next.range = state_.range;
  next.origin = origin;
  change(std::move(next));
}

void Selection::clear_range(SelectionOrigin origin) {
  SelectionState next = state_;
  next.range.reset();
  next.is_range_last = false;
  next.origin = origin;
  change(std::move(next));
}

void Selection::clear(SelectionOrigin origin) {
  SelectionState next;
  next.origin = origin;
  change(std::move(next));
}

void Selection::change(SelectionState next) {
  SelectionState before = std::exchange(state_, std::move(next));
  before.origin = state_.origin;
  if (before != state_) changed(state_);
}

}  // namespace gusset::viewer
