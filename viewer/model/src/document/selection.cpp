#include "gusset/viewer/model/document/selection.hpp"

#include <utility>

namespace gusset::viewer {

void Selection::select_task(TaskReference task, std::optional<RowReference> row, SelectionOrigin origin) {
  SelectionState next{{task}, nullptr, state_.range, {}, origin};
  if (row) next.rows.push_back(*row);
  change(std::move(next));
}

void Selection::select_tasks(std::shared_ptr<const TaskSet> set, SelectionOrigin origin) {
  if (set != nullptr && !set->tasks.empty()) change({{}, std::move(set), state_.range, {}, origin});
}

void Selection::select_rows(std::vector<RowReference> rows, std::optional<TimeRange> range,
                            SelectionOrigin origin) {
  change({{}, nullptr, range, std::move(rows), origin});
}

void Selection::set_range(std::optional<TimeRange> range, bool is_last, SelectionOrigin origin) {
  SelectionState next = state_;
  next.range = range;
  next.is_range_last = is_last;
  next.origin = origin;
  change(std::move(next));
}

void Selection::change(SelectionState next) {
  SelectionState before = std::exchange(state_, std::move(next));
  before.origin = state_.origin;
  if (before != state_) changed(state_);
}

}  // namespace gusset::viewer
