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

/// A task of one of the open traces.
struct TaskReference {
  std::size_t panel = 0;
  traces::TaskId task;
  friend bool operator==(const TaskReference&, const TaskReference&) = default;
};

/// Who changed the selection, so that a view can tell its own changes from those it must bring into sight.
enum class SelectionOrigin { timeline, details, graph, command };

/// Many tasks that are selected together. Immutable, so that it can be shared instead of copied.
struct TaskSet {
  std::string name;  ///< in words: "gemm", "critical path"
  std::vector<TaskReference> tasks;
};

struct SelectionState {
  std::vector<TaskReference> tasks;    ///< the last one is the one that details are shown of
  std::shared_ptr<const TaskSet> set;  ///< instead of `tasks`, where many are selected; or null
  std::optional<TimeRange> range;      ///< on the axis that the traces share (Document::own_range)
  std::vector<RowReference> rows;
  SelectionOrigin origin = SelectionOrigin::command;
  bool is_range_last = false;  ///< the range was selected after the tasks

  std::optional<TaskReference> task() const {
    return tasks.empty() ? std::nullopt : std::optional<TaskReference>(tasks.back());
  }
  friend bool operator==(const SelectionState&, const SelectionState&) = default;
};

/// The one thing that views share: each connects to `changed`, and none knows another. For the user
/// interface's thread only.
class Selection {
 public:
  const SelectionState& state() const { return state_; }
  /// After every change.
  Signal<const SelectionState&> changed;

  /// One task and the row it is shown in; a selected range stays.
  void select_task(TaskReference task, std::optional<RowReference> row, SelectionOrigin origin);
  /// Many tasks; a selected range stays. Nothing where there are none.
  void select_tasks(std::shared_ptr<const TaskSet> set, SelectionOrigin origin);
  /// Rows instead of tasks, and a range of time where there is one.
  void select_rows(std::vector<RowReference> rows, std::optional<TimeRange> range, SelectionOrigin origin);
  void select_range(TimeRange range, SelectionOrigin origin);
  /// The selected range stands elsewhere on an axis that is another.
  void move_range(TimeRange range, SelectionOrigin origin);
  void clear_task(SelectionOrigin origin);
  void clear_range(SelectionOrigin origin);
  void clear(SelectionOrigin origin);

 private:
  void change(SelectionState next);
  void set_range(std::optional<TimeRange> range, bool is_last, SelectionOrigin origin);

  SelectionState state_;
};

}  // namespace gusset::viewer
