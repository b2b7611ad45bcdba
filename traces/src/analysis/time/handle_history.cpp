#include "gusset/traces/analysis/time/handle_history.hpp"

#include <algorithm>
#include <limits>

namespace gusset::traces {
namespace {

// Replaces counts per handle with the index of each handle's first entry.
void begins_of_counts(std::vector<std::uint64_t>& first) {
  std::uint64_t all = 0;
  for (std::uint64_t& one : first) {
    const std::uint64_t count = one;
    one = all;
    all += count;
  }
}

}  // namespace

HandleHistory::HandleHistory(std::shared_ptr<const Trace> trace, std::shared_ptr<const TaskTimes> times)
    : trace_(std::move(trace)), times_(std::move(times)) {
  const std::size_t handles = trace_->handles.size();
  first_access_.assign(handles + 1, 0);
  first_write_.assign(handles + 1, 0);
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  first_version_.assign(handles, none);
  if (!known()) return;
  const auto modifies = [this](const Access& access) {
    return trace_->access_modes[access.mode.value()].modifies;
  };
  const auto for_each_access = [this](auto visit) {
    for (std::size_t task = 0; task < trace_->tasks.size(); ++task) {
      for (std::uint64_t i = trace_->accesses.first[task]; i < trace_->accesses.first[task + 1]; ++i)
        if (!trace_->accesses.items[i].handle.is_none()) visit(TaskId(task), trace_->accesses.items[i]);
    }
  };
  for_each_access([&](TaskId task, const Access& access) {
    const std::size_t handle = access.handle.value();
    first_version_[handle] = std::min(first_version_[handle], access.version);
    if (times_->end_ns[task.value()] == unknown_time) return;
    ++first_access_[handle];
    if (modifies(access)) ++first_write_[handle];
  });
  std::replace(first_version_.begin(), first_version_.end(), none, 0U);
  begins_of_counts(first_access_);
  begins_of_counts(first_write_);
  accessing_.resize(first_access_.back());
  writing_.resize(first_write_.back());
  std::vector<std::uint64_t> next_access = first_access_;
  std::vector<std::uint64_t> next_write = first_write_;
  for_each_access([&](TaskId task, const Access& access) {
    if (times_->end_ns[task.value()] == unknown_time) return;
    accessing_[next_access[access.handle.value()]++] = task;
    if (modifies(access)) writing_[next_write[access.handle.value()]++] = task;
  });
  const auto by_end = [this](TaskId a, TaskId b) {
    return times_->end_ns[a.value()] < times_->end_ns[b.value()];
  };
  const auto sort = [&](std::vector<TaskId>& tasks, const std::vector<std::uint64_t>& first) {
    for (std::size_t handle = 0; handle < handles; ++handle) {
      const auto at = [&](std::uint64_t i) { return tasks.begin() + static_cast<std::ptrdiff_t>(i); };
      std::stable_sort(at(first[handle]), at(first[handle + 1]), by_end);
    }
  };
  sort(accessing_, first_access_);
  sort(writing_, first_write_);
}

HandleHistory::Tasks HandleHistory::accessing(HandleId handle) const {
  const std::uint64_t first = first_access_[handle.value()];
  return Tasks(accessing_).subspan(first, first_access_[handle.value() + 1] - first);
}

HandleHistory::Tasks HandleHistory::writing(HandleId handle) const {
  const std::uint64_t first = first_write_[handle.value()];
  return Tasks(writing_).subspan(first, first_write_[handle.value() + 1] - first);
}

std::size_t HandleHistory::done(Tasks tasks, std::int64_t time_ns) const {
  const auto end = std::partition_point(tasks.begin(), tasks.end(),
                                        [&](TaskId task) { return times_->end_ns[task.value()] <= time_ns; });
  return static_cast<std::size_t>(end - tasks.begin());
}

HandleState HandleHistory::at(HandleId handle, std::int64_t time_ns) const {
  const Tasks writers = writing(handle);
  const std::size_t written = done(writers, time_ns);
  // Versions wrap like the counter.
  return {first_version_[handle.value()] + static_cast<std::uint32_t>(done(accessing(handle), time_ns)),
          written, written == 0 ? TaskId() : writers[written - 1]};
}

HandleState HandleHistory::last(HandleId handle) const {
  return at(handle, std::numeric_limits<std::int64_t>::max());
}

}  // namespace gusset::traces
