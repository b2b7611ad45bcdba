#pragma once
// How a submitted task gets its versions and waits for those not reached yet. `alone` means that no other
// thread uses the engine at the moment, so plain loads and stores suffice.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/task.hpp"
#include "plans/plan_graph.hpp"
#include "threads/version_protocol.hpp"

namespace gusset::detail {

/// Links the `lacking` accesses that are marked as lacking their version. Returns true if none lacks its
/// version any more.
inline bool link_waiting(Task& task, std::int32_t lacking, bool alone) {
  for (TaskAccess* access = task.begin();; ++access) {
    const bool is_reserved = access->has_mark(TaskAccess::reserved_lacking);
    if (!is_reserved && !access->has_mark(TaskAccess::lacking)) continue;
    access->mark(TaskAccess::unmarked);
    HandleState& handle = access->handle();
    const bool waits = is_reserved ? link_in_order(handle, *access) : link(handle, *access, alone);
    if (!waits && count_down(task, alone)) return true;
    if (--lacking == 0) return false;  // the task may be gone
  }
}

/// Gives each access its version, and makes the task wait for the versions not reached yet. Returns true if
/// the task is ready. No other thread may register accesses to the same handles at the same time.
inline bool register_accesses(Task& task, bool alone) {
  const TaskClass& kind = task.task_class();
  std::int32_t lacking = 0;
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    HandleState& handle = access.handle();
    bool in_order = access.has_mark(TaskAccess::reserved);
    if (in_order) [[unlikely]] {
      access.mark(TaskAccess::unmarked);
      --handle.reserved;
      if (has_reached(handle.version(), access.version)) continue;
    } else {
      access.version =
          kind.weight == nullptr
              ? handle.sequence.next(access.mode())
              : next_of_plan(handle.sequence, access.mode(),
                             kind.weight(task, static_cast<std::size_t>(&access - task.begin())));
      if (handle.has_early) [[unlikely]] {
        in_order = !has_reached(access.version, handle.early_version);
        handle.has_early = in_order;
      }
      if (in_order ? has_reached(handle.version(), access.version) : !may_wait(handle, access.version))
        continue;
    }
    access.mark(in_order ? TaskAccess::reserved_lacking : TaskAccess::lacking);
    ++lacking;
  }
  if (lacking == 0) return true;
  // Relaxed: the links publish it. link_waiting counts down for each version that has been reached by then.
  task.awaited.store(lacking, std::memory_order_relaxed);
  return link_waiting(task, lacking, alone);
}

/// Does the work of register_locked; `locked` has room for the handles of all accesses.
inline bool register_locked_in(Task& task, HandleState** locked) {
  HandleState** end = locked;
  for (TaskAccess& access : task) {
    if (!access.is_covered()) *end++ = &access.handle();
  }
  std::sort(locked, end, [](const auto* a, const auto* b) { return a->id < b->id; });
  for (HandleState** handle = locked; handle != end; ++handle) (*handle)->submitting.lock();
  const bool is_ready = register_accesses(task, false);
  for (HandleState** handle = locked; handle != end; ++handle) (*handle)->submitting.unlock();
  return is_ready;
}

/// Registers accesses while other threads may do the same. Locks the handles in order of their ids, so that
/// concurrent submissions agree on the order of their tasks.
inline bool register_locked(Task& task) {
  constexpr std::size_t few_accesses = 8;
  const std::size_t accesses = task.access_count();
  if (accesses <= few_accesses) {
    std::array<HandleState*, few_accesses> locked;
    return register_locked_in(task, locked.data());
  }
  std::vector<HandleState*> locked(accesses);
  return register_locked_in(task, locked.data());
}

}  // namespace gusset::detail
