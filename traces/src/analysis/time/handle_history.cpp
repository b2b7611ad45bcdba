#include "gusset/traces/analysis/time/handle_history.hpp"

#include <algorithm>
#include <limits>

namespace gusset::traces {

HandleHistory::HandleHistory(std::shared_ptr<const Trace> trace, std::shared_ptr<const TaskTimes> times)
    : trace_(std::move(trace)), times_(std::move(times)) {
  const std::size_t handles = trace_->handles.size();
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  first_version_.assign(handles, none);
  const auto for_each_access = [this](auto visit) {
    for (std::size_t task = 0; known() && task < trace_->tasks.size(); ++task) {
      for (std::uint64_t i = trace_->accesses.first[task]; i < trace_->accesses.first[task + 1]; ++i)
        if (!trace_->accesses.items[i].handle.is_none()) visit(TaskId(task), trace_->accesses.items[i]);
    }
  };
  for_each_access([&](TaskId, const Access& access) {
    const std::size_t handle = access.handle.value();
    first_version_[handle] = std::min(first_version_[handle], access.version);
  });
  std::replace(first_version_.begin(), first_version_.end(), none, 0U);
  const auto tasks_by_handle = [&](bool only_modifying) {
    Groups<TaskId> tasks(handles, [&](auto visit) {
      for_each_access([&](TaskId task, const Access& access) {
        if (times_->end_ns[task.value()] == unknown_time) return;
        if (only_modifying && !trace_->access_modes[access.mode.value()].modifies) return;
        visit(access.handle.value(), task);
      });
    });
    for (std::size_t handle = 0; handle < handles; ++handle)
      std::ranges::stable_sort(tasks[handle], {}, [&](TaskId task) { return times_->end_ns[task.value()]; });
    return tasks;
  };
  accessing_ = tasks_by_handle(false);
  writing_ = tasks_by_handle(true);
}

std::size_t HandleHistory::done(Tasks tasks, std::int64_t time_ns) const {
  const auto end = std::partition_point(tasks.begin(), tasks.end(),
                                        [&](TaskId task) { return times_->end_ns[task.value()] <= time_ns; });
  return static_cast<std::size_t>(end - tasks.begin());
}

HandleState HandleHistory::at(HandleId handle, std::int64_t time_ns) const {
  const Tasks writers = writing_[handle.value()];
  const std::size_t written = done(writers, time_ns);
  // Versions wrap like the counter.
  return {
      first_version_[handle.value()] + static_cast<std::uint32_t>(done(accessing_[handle.value()], time_ns)),
      written, written == 0 ? TaskId() : writers[written - 1]};
}

HandleState HandleHistory::last(HandleId handle) const {
  return at(handle, std::numeric_limits<std::int64_t>::max());
}

}  // namespace gusset::traces
