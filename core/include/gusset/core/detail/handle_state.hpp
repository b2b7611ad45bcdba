#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <string>

#include "gusset/core/detail/spin_lock.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core/version_sequence.hpp"

namespace gusset {
class Engine;
namespace detail {

/// Tasks that wait at a handle, first come first served; linked through their accesses.
struct AccessQueue {
  TaskAccess* first = nullptr;
  TaskAccess* last = nullptr;

  bool empty() const { return first == nullptr; }
  void push(TaskAccess& access) {
    access.next_waiting = nullptr;
    (empty() ? first : last->next_waiting) = &access;
    last = &access;
  }
  TaskAccess& pop() {
    TaskAccess& access = *first;
    first = access.next_waiting;
    return access;
  }
};

/// What engines keep about a handle. The threaded engine uses the lower half under `lock`; others bring their
/// own.
struct HandleState {
  HandleState() = default;
  /// A handle whose versions start elsewhere than at 0; tests of the wrap begin near it.
  explicit HandleState(std::uint32_t first_version) : sequence(first_version), version(first_version) {}

  HandleId id;
  std::string name;
  std::uint64_t size_bytes = 0;
  NodeId owner{0};
  void* data = nullptr;  ///< contents on this node; null in simulation
  Engine* engine = nullptr;
  VersionSequence sequence;   ///< of accesses as submitted
  void* extension = nullptr;  ///< for an engine's own state

  SpinLock lock;
  bool is_adding = false;     ///< a task that adds to it runs
  std::uint32_t version = 0;  ///< accesses completed
  std::uint32_t waiters = 0;  ///< threads in Engine::wait for it
  AccessQueue waiting;        ///< for a version, ascending
  AccessQueue parked;         ///< whose version is reached, for their turn to add
  std::exception_ptr poison;  ///< of the first task that failed to modify it
  std::uint32_t poison_group =
      0;  ///< the version which that task had waited for: its own group is not affected
};

}  // namespace detail
}  // namespace gusset
