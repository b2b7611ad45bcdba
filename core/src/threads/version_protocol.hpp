#pragma once
// How tasks wait at handles and are woken: the lock-free heart of the threaded engine, apart from it so that
// tests can drive every interleaving.
//
// A completion raises the version by one swap of the word while nobody waits. Who must wait is linked to the
// end of a list whose last element only submissions know: like the queue of Mellor-Crummey and Scott's lock
// (1991), so that a submission behind other waiters does not touch what completions write. Whoever pops the
// last element resolves the race with an appender.
#include <atomic>
#include <cstdint>
#include <thread>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/task_arena.hpp"
#include "gusset/core/task.hpp"

// Before each atomic operation, and in each loop that waits for another thread; for tests that drive all
// interleavings. Else nothing.
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

// `alone`, here and below: no other thread uses the handle meanwhile, so plain loads and stores will do.

/// Waits until nobody works on the handle's lists; returns the word as it is then, locked.
inline std::uint64_t lock_word(HandleState& handle, bool alone = false) {
  if (alone) return handle.word.load(std::memory_order_relaxed) | HandleState::locked;
  for (int spin = 0;; ++spin) {
    GUSSET_SCHEDULE_POINT();
    std::uint64_t word = handle.word.load(std::memory_order_relaxed);  // relaxed: confirmed by the swap
    GUSSET_SCHEDULE_POINT();
    // Acquire: pairs with the release in unlock_word() and in raise().
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

/// Leaves the handle with that word.
inline void unlock_word(HandleState& handle, std::uint64_t word) {
  GUSSET_SCHEDULE_POINT();
  handle.word.store(word & ~HandleState::locked,
                    std::memory_order_release);  // pairs with lock_word() and version()
}

/// Whether an access that is being submitted may have to wait; false: its version is reached.
inline bool may_wait(const HandleState& handle, std::uint32_t version) {
  // Relaxed: the list is changed by submissions, of which this is the only one now; who pops its last element
  // has raised the version before. Behind somebody who waits, the word need not be looked at.
  GUSSET_SCHEDULE_POINT();
  if (handle.last_waiting.load(std::memory_order_relaxed) != nullptr) return true;
  GUSSET_SCHEDULE_POINT();
  return !has_reached(handle.version(), version);
}

/// Lets an access wait, behind all those submitted before it. False: its version has been reached meanwhile,
/// and it does not wait. From here on the task may run, unless it waits elsewhere. One submission at a time.
inline bool link(HandleState& handle, TaskAccess& access, bool alone) {
  GUSSET_SCHEDULE_POINT();
  TaskAccess* previous = nullptr;
  if (alone) {
    previous = handle.last_waiting.load(std::memory_order_relaxed);
    handle.last_waiting.store(&access, std::memory_order_relaxed);
  } else {
    // Release: pairs with the acquire of a pop. Acquire: the previous element's fields are seen.
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
    handle.last_waiting.store(nullptr, std::memory_order_relaxed);  // relaxed: only submissions look
    unlock_word(handle, word);
    return false;
  }
  handle.first_waiting = &access;
  unlock_word(handle, word | HandleState::waiting);
  return true;
}

/// The element after one that is being popped, under the lock; null where there is none, and then the list is
/// empty for appenders too.
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

/// The same as link() for an access whose version was given before those of others that wait already.
inline bool link_in_order(HandleState& handle, TaskAccess& access) {
  const std::uint64_t word = lock_word(handle);
  if (has_reached(HandleState::version_in(word), access.version)) {
    unlock_word(handle, word);
    return false;
  }
  // No submission is under way elsewhere, so the links are complete.
  TaskAccess* before = nullptr;
  TaskAccess* after = handle.first_waiting;
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

/// Whether this is the only access of its task that takes turns.
inline bool is_only_turn(TaskAccess& access) {
  for (const TaskAccess& other : access.task()) {
    if (&other != &access && takes_turns(other.mode())) return false;
  }
  return true;
}

/// Under the lock: puts an access behind those that wait for their turn.
inline std::uint64_t park(HandleState& handle, TaskAccess& access, std::uint64_t word) {
  access.next.store(0, std::memory_order_relaxed);  // relaxed, here and below: under the lock
  if ((word & HandleState::parked) != 0) {
    handle.last_parked->next.store(TaskArena::link_of(&access), std::memory_order_relaxed);
  } else {
    handle.first_parked = &access;
  }
  handle.last_parked = &access;
  return word | HandleState::parked;
}

/// Takes the handle's turn, if no other has it.
inline bool take_free_turn(HandleState& handle, bool alone) {
  GUSSET_SCHEDULE_POINT();
  std::uint64_t word = handle.word.load(std::memory_order_relaxed);  // relaxed: confirmed by the swap
  for (;;) {
    if ((word & HandleState::turn) != 0) return false;
    if ((word & HandleState::locked) != 0) {
      word = lock_word(handle);
      const bool is_free = (word & HandleState::turn) == 0;
      unlock_word(handle, word | HandleState::turn);
      return is_free;
    }
    if (alone) {
      handle.word.store(word | HandleState::turn, std::memory_order_relaxed);
      return true;
    }
    GUSSET_SCHEDULE_POINT();
    // Acquire: pairs with the release of whoever had it before.
    if (handle.word.compare_exchange_weak(word, word | HandleState::turn, std::memory_order_acquire,
                                          std::memory_order_relaxed))
      return true;
  }
}

/// The same; where another has it, parks the access, which gets it or is woken later. True: it has it now.
inline bool take_turn_or_park(HandleState& handle, TaskAccess& access, bool alone) {
  if (take_free_turn(handle, alone)) return true;
  std::uint64_t word = lock_word(handle, alone);
  const bool is_free = (word & HandleState::turn) == 0;
  word = is_free ? word | HandleState::turn : park(handle, access, word);
  unlock_word(handle, word);
  return is_free;
}

/// Raises the version by that many completed accesses, and gives the turn back where `gives_turn`, if nobody
/// waits for either. False: somebody may; nothing is changed.
inline bool raise_freely(HandleState& handle, std::uint32_t accesses, bool gives_turn, bool alone) {
  const std::uint64_t turn = gives_turn ? HandleState::turn : 0;
  const std::uint64_t busy =
      HandleState::locked | HandleState::waiting | (gives_turn ? HandleState::parked : 0);
  GUSSET_SCHEDULE_POINT();
  std::uint64_t word = handle.word.load(std::memory_order_relaxed);  // relaxed: confirmed by the swap
  while ((word & busy) == 0) {
    const std::uint64_t raised = (word + HandleState::one_version * accesses) & ~turn;
    if (alone) {
      handle.word.store(raised, std::memory_order_relaxed);
      return true;
    }
    GUSSET_SCHEDULE_POINT();
    // Release: whoever sees the version sees what the task did. Pairs with version() and lock_word().
    if (handle.word.compare_exchange_weak(word, raised, std::memory_order_acq_rel, std::memory_order_relaxed))
      return true;
  }
  return false;
}

/// Raises the version by that many completed accesses; where `gives_turn`, the turn is passed on or given
/// back. Calls, with nothing locked, woken(access) for each access whose version is reached and
/// unparked(access) for the one that has got the turn. An access that takes turns and is all its task lacked
/// is parked at once where the turn is taken: parking(task) is called for it, under the lock.
template <class Scratch, class Parking, class Woken, class Unparked>
void raise(HandleState& handle, std::uint32_t accesses, bool gives_turn, bool alone, Scratch& scratch,
           Parking&& parking, Woken&& woken, Unparked&& unparked) {
  std::uint64_t word = lock_word(handle, alone) + HandleState::one_version * accesses;
  TaskAccess* granted = nullptr;
  if (gives_turn) {
    if ((word & HandleState::parked) != 0) {
      granted = handle.first_parked;
      handle.first_parked = TaskArena::access_at(granted->next.load(std::memory_order_relaxed));
      if (handle.first_parked == nullptr) word &= ~HandleState::parked;
      // It keeps the turn: should it have to give up others, it gives back this one too, and so the next
      // comes.
      granted->mark(TaskAccess::turn_held);
    } else {
      word &= ~HandleState::turn;
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
      // Acquire: the last to count down sees what all others did for the task.
      if (takes_turns(access.mode()) && handle.renaming == nullptr &&
          access.task().awaited.load(std::memory_order_acquire) == 1 && is_only_turn(access)) {
        if ((word & HandleState::turn) != 0) {
          access.task().awaited.store(0, std::memory_order_relaxed);
          parking(access.task());
          word = park(handle, access, word);
          continue;
        }
        word |= HandleState::turn;
        access.mark(TaskAccess::turn_held);
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

/// Counts one awaited version of a task down; true: it was the last, and the caller has the task.
inline bool count_down(Task& task, bool alone) {
  GUSSET_SCHEDULE_POINT();
  // Acquire: pairs with the release of the others. Where only this one is left nobody else can count.
  const std::int32_t awaited = task.awaited.load(std::memory_order_acquire);
  if (awaited == 1 || alone) {
    task.awaited.store(awaited - 1,
                       std::memory_order_relaxed);  // relaxed: the task is the caller's, or all are
    return awaited == 1;
  }
  GUSSET_SCHEDULE_POINT();
  return task.awaited.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

}  // namespace gusset::detail
