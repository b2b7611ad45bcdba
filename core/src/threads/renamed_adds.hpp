#pragma once
// Members of ThreadedEngine, included only by threaded_engine.hpp: adds that go to separate buffers, which
// are merged and applied later.
#include <cstdint>
#include <optional>

#include "threads/threaded_engine.hpp"

namespace gusset::detail {

template <class Recorder>
bool ThreadedEngine<Recorder>::may_rename(const TaskAccess& access) {
  return access.mode() == AccessMode::add && access.handle().renaming != nullptr;
}

/// Gives the task that is about to run a buffer for its adds. Returns false if it gets none and has to wait.
template <class Recorder>
bool ThreadedEngine<Recorder>::rename(Worker& self, const Task& task, HandleState& handle) {
  try {
    Renaming::Buffer buffer = handle.renaming->take();
    if (task.is_planned()) buffer.adds = 0;  // the plan raises the version
    self.renamed_now.items.push_back({&handle, buffer});
  } catch (...) {
    return false;
  }
  self.renamed = &self.renamed_now;
  return true;
}

/// Discards the adds of a task that failed or was skipped.
template <class Recorder>
void ThreadedEngine<Recorder>::discard_renamed(Worker& self) {
  for (RenamedContents::Item& item : self.renamed_now.items) item.is_discarded = true;
}

/// Hands over the adds of a task whose kernel has ended but which has subtasks, before another thread
/// completes the task.
template <class Recorder>
void ThreadedEngine<Recorder>::hand_over_renamed(Worker& self, Task& task) {
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const auto* const item = self.renamed->find(access.handle());
    if (item == nullptr) continue;
    complete_renamed(self, *item);
    access.mark(TaskAccess::completed);
  }
  clear_renamed(self);
}

/// Completes an access to a handle whose adds may be renamed.
template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::complete_renamable(Worker& self, TaskAccess& access,
                                                                    std::uint32_t weight, bool alone) {
  HandleState& handle = access.handle();
  if (self.renamed != nullptr) {
    if (const auto* const item = self.renamed->find(handle)) {
      complete_renamed(self, *item);
      return;
    }
  }
  const BufferKeeper keeper(handle);
  raise_handle(self, handle, weight + apply_left(handle), true, alone);
  drain(self, handle, alone);
}

template <class Recorder>
void ThreadedEngine<Recorder>::clear_renamed(Worker& self) {
  if (self.renamed == nullptr) return;
  self.renamed_now.items.clear();
  self.renamed = nullptr;
}

/// Applies the buffers left for the holder of the exclusive lock. Requires that lock. Returns the number of
/// adds.
template <class Recorder>
std::uint32_t ThreadedEngine<Recorder>::apply_left(HandleState& handle) {
  std::uint32_t adds = 0;
  while (const std::optional<Renaming::Buffer> left = handle.renaming->pick()) {
    handle.renaming->apply(handle.data, *left);
    adds += left->adds;
  }
  return adds;
}

/// Applies the buffers that other tasks left because another task held the exclusive lock. Call it after
/// releasing the lock, so that no buffer stays behind.
template <class Recorder>
void ThreadedEngine<Recorder>::drain(Worker& self, HandleState& handle, bool alone) {
  if (handle.renaming == nullptr) return;
  while (std::optional<Renaming::Buffer> left = handle.renaming->pick()) {
    if (!try_take_lock(handle, alone)) {
      handle.renaming->leave(*left);
      // The lock's new holder applies the buffer before it releases the lock, but it may have looked
      // already.
      if (!try_take_lock(handle, alone)) return;
      left = handle.renaming->pick();
    }
    std::uint32_t adds = 0;
    if (left) {
      handle.renaming->apply(handle.data, *left);
      adds = left->adds;
    }
    adds += apply_left(handle);
    raise_handle(self, handle, adds, true, alone);
  }
}

/// Completes a task's adds to a buffer. Applies the buffer to the contents if the handle's exclusive lock is
/// free; otherwise merges it with another task's buffer if there is one; otherwise leaves it for the lock's
/// holder. The version rises once the contents include the adds.
template <class Recorder>
void ThreadedEngine<Recorder>::complete_renamed(Worker& self, const RenamedContents::Item& item) {
  constexpr bool alone = false;
  HandleState& handle = *item.handle;
  const BufferKeeper keeper(handle);
  Renaming& renaming = *handle.renaming;
  Renaming::Buffer buffer = item.buffer;
  if (item.is_discarded) {
    renaming.give_back(buffer);
    raise_handle(self, handle, buffer.adds, false, alone);
    return;
  }
  for (;;) {
    if (try_take_lock(handle, alone)) {
      const std::uint32_t adds = buffer.adds;
      renaming.apply(handle.data, buffer);
      raise_handle(self, handle, adds + apply_left(handle), true, alone);
      break;
    }
    if (const std::optional<Renaming::Buffer> other = renaming.pick()) {
      renaming.merge(buffer, *other);
      continue;
    }
    renaming.leave(buffer);
    break;
  }
  drain(self, handle, alone);
}

}  // namespace gusset::detail
