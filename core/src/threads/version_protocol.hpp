#pragma once
// How tasks wait at handles and are woken: the lock-free core of the threaded engine. It is separate so that
// tests can run every interleaving.
//
// While no task waits, a completion raises the version with one swap of the word. Waiting accesses form a
// list, and only submissions know its last element, as in the queue of Mellor-Crummey and Scott's lock
// (1991). A submission behind other waiters therefore does not touch data that completions write. The thread
// that pops the last element resolves the race with an appender.
#include <atomic>
#include <cstdint>
#include <thread>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/task_arena.hpp"
#include "gusset/core/task.hpp"

// Called before each atomic operation, and in each loop that waits for another thread. Tests that run all
// interleavings define these macros; otherwise they do nothing.
#ifndef GUSSET_SCHEDULE_POINT
#define GUSSET_SCHEDULE_POINT() static_cast<void>(0)
#define GUSSET_SPIN_POINT() static_cast<void>(0)
#endif

namespace gusset::detail {

inline void pause_briefly() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Two locks: `locked` protects the handle's lists for a moment; a task that needs the handle's exclusive lock
// holds it, as `held`, while it runs.
//
// `alone`, here and below, means that no other thread uses the handle at the moment, so plain loads and
// stores suffice.

/// Locks the handle's lists; waits until no other thread works on them. Returns the word, with `locked` set.
inline std::uint64_t lock_word(HandleState& handle, bool alone = false) {
  if (alone) return handle.word.load(std::memory_order_relaxed) | HandleState::locked;
  for (int spin = 0;; ++spin) {
    GUSSET_SCHEDULE_POINT();
    std::uint64_t word = handle.word.load(std::memory_order_relaxed);  // relaxed: confirmed by the swap
    GUSSET_SCHEDULE_POINT();
    // Acquire: pairs with the release in unlock_word() and in raise_freely().
    if ((word & HandleState::locked) == 0 &&
        handle.word.compare_exchange_weak(word, word | HandleState::locked, std::memory_order_acquire,
                                          std::memory_order_relaxed))
      return word | HandleState::locked;
    GUSSET_SPIN_POINT();
    if (spin < 64) {
      pause_briefly();
    } else {
      std::this_thread::yield();  // the holder may have been preempted
    }
  }
}

/// Unlocks the handle and stores the word.
inline void unlock_word(HandleState& handle, std::uint64_t word) {
  GUSSET_SCHEDULE_POINT();
  handle.word.store(word & ~HandleState::locked,
                    std::memory_order_release);  // pairs with lock_word() and version()
}

/// Whether an access that is being submitted may have to wait; false: its version is reached.
inline bool may_wait(const HandleState& handle, std::uint32_t version) {
  // Relaxed: only submissions append to the list, and this is the only one at the moment. A thread that pops
  // the last element has raised the version before. Behind another waiter, this need not read the word.
  GUSSET_SCHEDULE_POINT();
  if (handle.last_waiting.load(std::memory_order_relaxed) != nullptr) return true;
  GUSSET_SCHEDULE_POINT();
  return !has_reached(handle.version(), version);
}

/// Appends an access behind all accesses submitted before it, so that it waits. Returns false if its version
/// has been reached meanwhile; it does not wait then. From here on the task may run, unless it waits
/// elsewhere. Only one submission at a time may call this.
inline bool link(HandleState& handle, TaskAccess& access, bool alone) {
  GUSSET_SCHEDULE_POINT();
  TaskAccess* previous = nullptr;
  if (alone) {
    previous = handle.last_waiting.load(std::memory_order_relaxed);
    handle.last_waiting.store(&access, std::memory_order_relaxed);
  } else {
    // Release: pairs with the acquire of a pop. Acquire: makes the previous element's fields visible.
    previous = handle.last_waiting.exchange(&access, std::memory_order_acq_rel);
  }
  if (previous != nullptr) {
    GUSSET_SCHEDULE_POINT();
    previous->next.store(TaskArena::link_of(&access), std::memory_order_release);  // pairs with following()
    return true;
  }
  const std::uint64_t word = lock_word(handle, alone);
  if (has_reached(HandleState::version_in(word), access.version)) {
    GUSSET_SCHEDULE_POINT();
    handle.last_waiting.store(nullptr, std::memory_order_relaxed);  // relaxed: only submissions read it
    unlock_word(handle, word);
    return false;
  }
  handle.first_waiting = &access;
  unlock_word(handle, word | HandleState::waiting);
  return true;
}

/// Returns the element after one that is being popped. Requires the lock. Returns null if there is none; then
/// the list is empty for appenders too.
inline TaskAccess* following(HandleState& handle, TaskAccess& access, bool alone) {
  GUSSET_SCHEDULE_POINT();
  std::uint32_t next = access.next.load(std::memory_order_acquire);  // pairs with link()
  if (next == 0 && alone) {
    handle.last_waiting.store(nullptr, std::memory_order_relaxed);
  } else if (next == 0) {
    TaskAccess* expected = &access;
    GUSSET_SCHEDULE_POINT();
    if (handle.last_waiting.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel,
                                                    std::memory_order_relaxed))
      return nullptr;
    // An appender has taken the end and is about to link itself.
    for (int spin = 0; (next = access.next.load(std::memory_order_acquire)) == 0; ++spin) {
      GUSSET_SPIN_POINT();
      if (spin < 64) {
        pause_briefly();
      } else {
        std::this_thread::yield();
      }
    }
  }
  return TaskArena::access_at(next);
}

/// Does the same as link() for an access that got its version before accesses that already wait.
inline bool link_in_order(HandleState& handle, TaskAccess& access) {
  const std::uint64_t word = lock_word(handle);
  if (has_reached(HandleState::version_in(word), access.version)) {
    unlock_word(handle, word);
    return false;
  }
  // No other submission is in progress, so the links are complete.
  TaskAccess* before = nullptr;
  TaskAccess* after = handle.first_waiting;
  if (after != nullptr) {  // most belong at the end
    // Relaxed: as this thread holds the lock, nobody takes the end away.
    TaskAccess* const last = handle.last_waiting.load(std::memory_order_relaxed);
    if (has_reached(access.version, last->version)) {
      before = last;
      after = nullptr;
    }
  }
  while (after != nullptr && has_reached(access.version, after->version)) {
    before = after;
    after = TaskArena::access_at(after->next.load(std::memory_order_relaxed));
  }
  access.next.store(TaskArena::link_of(after), std::memory_order_relaxed);  // relaxed: under the lock
  if (before == nullptr) {
    handle.first_waiting = &access;
  } else {
    before->next.store(TaskArena::link_of(&access), std::memory_order_relaxed);
  }
  GUSSET_SCHEDULE_POINT();
  if (after == nullptr) handle.last_waiting.store(&access, std::memory_order_release);
  unlock_word(handle, word | HandleState::waiting);
  return true;
}

/// Whether this is the only access of its task that needs an exclusive lock.
inline bool is_only_lock(TaskAccess& access) {
  for (const TaskAccess& other : access.task()) {
    if (&other != &access && needs_lock(other.mode())) return false;
  }
  return true;
}

/// Puts an access behind those that wait for the exclusive lock. Requires the lists' lock.
inline std::uint64_t park(HandleState& handle, TaskAccess& access, std::uint64_t word) {
  access.next.store(0, std::memory_order_relaxed);  // relaxed, here and below: under the lists' lock
  if ((word & HandleState::parked) != 0) {
    handle.last_parked->next.store(TaskArena::link_of(&access), std::memory_order_relaxed);
  } else {
    handle.first_parked = &access;
  }
  handle.last_parked = &access;
  return word | HandleState::parked;
}

/// Takes the handle's exclusive lock if it is free.
inline bool try_take_lock(HandleState& handle, bool alone) {
  GUSSET_SCHEDULE_POINT();
  std::uint64_t word = handle.word.load(std::memory_order_relaxed);  // relaxed: confirmed by the swap
  for (;;) {
    if ((word & HandleState::held) != 0) return false;
    if ((word & HandleState::locked) != 0) {
      word = lock_word(handle);
      const bool is_free = (word & HandleState::held) == 0;
      unlock_word(handle, word | HandleState::held);
      return is_free;
    }
    if (alone) {
      handle.word.store(word | HandleState::held, std::memory_order_relaxed);
      return true;
    }
    GUSSET_SCHEDULE_POINT();
    // Acquire: pairs with the release of the previous holder.
    if (handle.word.compare_exchange_weak(word, word | HandleState::held, std::memory_order_acquire,
                                          std::memory_order_relaxed))
      return true;
  }
}

/// Takes the handle's exclusive lock, or parks the access if another task holds it. A parked access is woken
/// later, with or without the lock. Returns true if it holds the lock now.
inline bool take_lock_or_park(HandleState& handle, TaskAccess& access, bool alone) {
  if (try_take_lock(handle, alone)) return true;
  std::uint64_t word = lock_word(handle, alone);
  const bool is_free = (word & HandleState::held) == 0;
  word = is_free ? word | HandleState::held : park(handle, access, word);
  unlock_word(handle, word);
  return is_free;
}

/// Raises the version by `accesses` completed accesses, and releases the exclusive lock if `unlocks`. Does so
/// only if no task waits for either; otherwise changes nothing and returns false.
inline bool raise_freely(HandleState& handle, std::uint32_t accesses, bool unlocks, bool alone) {
  const std::uint64_t held = unlocks ? HandleState::held : 0;
  const std::uint64_t busy = HandleState::locked | HandleState::waiting | (unlocks ? HandleState::parked : 0);
  GUSSET_SCHEDULE_POINT();
  std::uint64_t word = handle.word.load(std::memory_order_relaxed);  // relaxed: confirmed by the swap
  while ((word & busy) == 0) {
    const std::uint64_t raised = (word + HandleState::one_version * accesses) & ~held;
    if (alone) {
      handle.word.store(raised, std::memory_order_relaxed);
      return true;
    }
    GUSSET_SCHEDULE_POINT();
    // Release: a thread that sees the version sees what the task did. Pairs with version() and lock_word().
    if (handle.word.compare_exchange_weak(word, raised, std::memory_order_acq_rel, std::memory_order_relaxed))
      return true;
  }
  return false;
}

/// Raises the version by `accesses` completed accesses. If `unlocks`, passes the exclusive lock on or
/// releases it. Without the lists' lock, calls woken(access) for each access whose version is reached, and
/// unparked(access) for the access that got the exclusive lock. An access that needs that lock and is the
/// last that its task lacks is parked at once if the lock is taken; calls parking(task) for it, under the
/// lists' lock.
template <class Scratch, class Parking, class Woken, class Unparked>
void raise(HandleState& handle, std::uint32_t accesses, bool unlocks, bool alone, Scratch& scratch,
           Parking&& parking, Woken&& woken, Unparked&& unparked) {
  std::uint64_t word = lock_word(handle, alone) + HandleState::one_version * accesses;
  TaskAccess* granted = nullptr;
  if (unlocks) {
    if ((word & HandleState::parked) != 0) {
      granted = handle.first_parked;
      handle.first_parked = TaskArena::access_at(granted->next.load(std::memory_order_relaxed));
      if (handle.first_parked == nullptr) word &= ~HandleState::parked;
      // Its task keeps the lock. If the task has to release its other locks, it releases this one too, and
      // the next access gets it.
      granted->mark(TaskAccess::lock_held);
    } else {
      word &= ~HandleState::held;
    }
  }
  scratch.clear();
  if ((word & HandleState::waiting) != 0) {
    const std::uint32_t version = HandleState::version_in(word);
    TaskAccess* first = handle.first_waiting;
    while (first != nullptr && has_reached(version, first->version)) {
      TaskAccess& access = *first;
      first = following(handle, access, alone);
      access.next.store(0, std::memory_order_relaxed);  // relaxed: no longer in the list
      GUSSET_SCHEDULE_POINT();
      // Acquire: the thread that counts down last sees what all others did for the task.
      if (needs_lock(access.mode()) && handle.renaming == nullptr &&
          access.task().awaited.load(std::memory_order_acquire) == 1 && is_only_lock(access)) {
        if ((word & HandleState::held) != 0) {
          access.task().awaited.store(0, std::memory_order_relaxed);
          parking(access.task());
          word = park(handle, access, word);
          continue;
        }
        word |= HandleState::held;
        access.mark(TaskAccess::lock_held);
      }
      scratch.push_back(&access);
    }
    handle.first_waiting = first;
    if (first == nullptr) word &= ~HandleState::waiting;
  }
  unlock_word(handle, word);
  if (granted != nullptr) unparked(*granted);
  for (TaskAccess* const access : scratch) woken(*access);
}

/// Counts down one awaited version of a task. Returns true if it was the last; the caller then owns the task.
inline bool count_down(Task& task, bool alone) {
  GUSSET_SCHEDULE_POINT();
  // Acquire: pairs with the release of the other threads. If only this version is left, no other thread can
  // count.
  const std::int32_t awaited = task.awaited.load(std::memory_order_acquire);
  if (awaited == 1 || alone) {
    task.awaited.store(awaited - 1,
                       std::memory_order_relaxed);  // relaxed: the task is the caller's, or `alone`
    return awaited == 1;
  }
  GUSSET_SCHEDULE_POINT();
  return task.awaited.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

}  // namespace gusset::detail
