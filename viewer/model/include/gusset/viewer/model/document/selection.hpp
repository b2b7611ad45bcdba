#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/model/ids.hpp"
#include "gusset/viewer/model/document/row_reference.hpp"
#include "gusset/viewer/model/document/signal.hpp"
#include "gusset/viewer/model/document/time_range.hpp"

namespace gusset::viewer {

/// A task of an open trace.
struct TaskReference {
  std::size_t panel = 0;
  traces::TaskId task;
  friend bool operator==(const TaskReference&, const TaskReference&) = default;
};

/// Who changed the selection. A view uses it to recognise its own changes, which it need not scroll to.
enum class SelectionOrigin { timeline, details, graph, command };

/// Many tasks that are selected together. Immutable, so that it can be shared instead of copied.
struct TaskSet {
  std::string name;  ///< "gemm", "critical path"
  std::vector<TaskReference> tasks;
};

struct SelectionState {
  std::vector<TaskReference> tasks;    ///< the details panel shows the last one
  std::shared_ptr<const TaskSet> set;  ///< replaces `tasks` when many are selected; or null
  std::optional<TimeRange> range;      ///< on the shared axis; see Document::own_range
  std::vector<RowReference> rows;
  SelectionOrigin origin = SelectionOrigin::command;
  bool is_range_last = false;  ///< the range was selected after the tasks

  std::optional<TaskReference> task() const {
    return tasks.empty() ? std::nullopt : std::optional<TaskReference>(tasks.back());
  }
  friend bool operator==(const SelectionState&, const SelectionState&) = default;
};

/// The selection, which all views share: each view connects to `changed` and knows no other view. For the
/// user interface's thread only.
class Selection {
 public:
  const SelectionState& state() const { return state_; }
  /// Emitted after every change.
  Signal<const SelectionState&> changed;

  /// Selects one task and the row that shows it. Keeps the selected range.
  void select_task(TaskReference task, std::optional<RowReference> row, SelectionOrigin origin);
  /// Selects many tasks. Keeps the selected range. Does nothing if the set is empty.
  void select_tasks(std::shared_ptr<const TaskSet> set, SelectionOrigin origin);
  /// Selects rows instead of tasks, with a time range if one is given.
  void select_rows(std::vector<RowReference> rows, std::optional<TimeRange> range, SelectionOrigin origin);
  void select_range(TimeRange range, SelectionOrigin origin) { set_range(range, true, origin); }
  /// Moves the selected range to its position on a new axis.
  void move_range(TimeRange range, SelectionOrigin origin) { set_range(range, state_.is_range_last, origin); }
  void clear_task(SelectionOrigin origin) { change({{}, nullptr, state_.range, {}, origin}); }
  void clear_range(SelectionOrigin origin) { set_range(std::nullopt, false, origin); }
  void clear(SelectionOrigin origin) { change({{}, nullptr, std::nullopt, {}, origin}); }

 private:
  void change(SelectionState next);
  void set_range(std::optional<TimeRange> range, bool is_last, SelectionOrigin origin);

  SelectionState state_;
};

}  // namespace gusset::viewer
