#include "handle_rows.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "gusset/core/task.hpp"

namespace gusset::core_tracing {

void HandleRows::add(HandleId id, HandleRecord handle) {
  const std::lock_guard guard(mutex_);
  new_handles_.emplace(id.value(), std::move(handle));
}

HandleId HandleRows::add_event(std::size_t worker, TaskTypeId type) {
  NewEvents& added = new_events_[worker];
  // Under the lock, so that take_new misses no event whose id is known to others.
  const std::lock_guard guard(added.lock);
  const HandleId handle = new_id();
  added.events.push_back({handle.value(), static_cast<std::uint16_t>(type.value())});
  return handle;
}

void HandleRows::write(traces::RecordingFile& file, std::uint32_t needed) {
  for (;;) {
    take_new();
    while (write_known(file)) {
    }
    if (first_ >= needed) return;
    std::this_thread::yield();
  }
}

void HandleRows::take_new() {
  for (NewEvents& added : new_events_) {
    {
      const std::lock_guard guard(added.lock);
      added.events.swap(taken_events_);
    }
    for (const Event& event : taken_events_) {
      const std::size_t place = event.handle - first_;
      if (place >= event_types_.size()) event_types_.resize(place + 1);
      event_types_[place] = event.type + 1U;
    }
    taken_events_.clear();
  }
  const std::lock_guard guard(mutex_);
  handles_.merge(new_handles_);
}

/// Writes the known handles, up to the first unknown one, and at most 65536 at once. Returns whether there
/// were any.
bool HandleRows::write_known(traces::RecordingFile& file) {
  constexpr std::size_t most = 65536;
  traces::HandleColumns columns;
  traces::HandleIdentities identities;
  const auto append = [&](HandleRecord handle) {
    columns.name.push_back(std::move(handle.name));
    columns.size_bytes.push_back(handle.size_bytes);
    columns.owner.push_back(handle.owner);
    identities.identity.push_back(handle.identity);
    identities.scope.push_back(handle.scope);
  };
  std::size_t known = 0;
  for (; known < most; ++known) {
    if (known < event_types_.size() && event_types_[known] != 0) {
      append({.name = TaskType::name_of(TaskTypeId(event_types_[known] - 1)),
              .owner = part_ ? part_->node : traces::NodeId(0),
              .scope = traces::HandleScope::one_node});
    } else if (!handles_.empty() && handles_.begin()->first == first_ + known) {
      append(std::move(handles_.begin()->second));
      handles_.erase(handles_.begin());
    } else {
      break;
    }
  }
  if (known == 0) return false;
  const std::size_t events = std::min(known, event_types_.size());
  event_types_.erase(event_types_.begin(), event_types_.begin() + static_cast<std::ptrdiff_t>(events));
  first_ += known;
  if (part_) {
    file.add_handles(columns, identities);
  } else {
    file.add_handles(columns);
  }
  return true;
}

void HandleRows::drop() {
  for (NewEvents& added : new_events_) {
    const std::lock_guard guard(added.lock);
    added.events.clear();
  }
  const std::lock_guard guard(mutex_);
  new_handles_.clear();
}

}  // namespace gusset::core_tracing
