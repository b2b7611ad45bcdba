#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "gusset/core/data/workspace.hpp"
#include "gusset/core/engine/current_worker.hpp"
#include "gusset/core/engine/renaming.hpp"
#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/engine/task_arena.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/core/task.hpp"
#include "threads/ranked_queue.hpp"
#include "threads/ready_ring.hpp"
#include "threads/task_queue.hpp"

namespace gusset::detail {

/// What one thread of an engine has. Other threads touch only the rings, the inbox and the counts.
struct alignas(128) Worker : CurrentWorker {
  ReadyRing stack;
  ReadyRing queue;
  TaskQueue inbox;  // from others, and what the rings have no room for

  alignas(128) TaskAllocator memory;
  Workspace workspace;
  std::unique_ptr<Policy> policy;
  Policy::Habits habits;
  bool runs_first_woken = false;
  bool steals = false;
  bool may_be_alone = false;  // the program's thread, as the only worker
  bool is_guests = false;     // many threads, under Workers::guests_lock
  Task* next = nullptr;       // woken, to be run at once
  std::vector<TaskAccess*> scratch;
  RenamedContents renamed_now;
  std::thread thread;  // none for worker 0

  alignas(128) std::atomic<std::uint64_t> submitted{0};  // by this thread
  std::atomic<std::uint64_t> done{0};
  std::atomic<std::uint32_t> searches{
      0};  // odd while the worker looks for work or has some; changes show a search

  bool has_ready() const { return !queue.empty() || !stack.empty() || !inbox.empty(); }
};

/// All workers of an engine, what they share, and what their counts say together.
struct Workers {
  std::vector<std::unique_ptr<Worker>> all;  // 0: the program's thread
  Worker guests;                             // what stands for threads that are neither
  SpinLock guests_lock;
  RankedQueue shared;
  std::vector<DomainId> domains;  // of each worker

  /// Excludes other guests where `self` stands for them.
  std::unique_lock<SpinLock> exclude_guests(const Worker& self) {
    return self.is_guests ? std::unique_lock(guests_lock) : std::unique_lock<SpinLock>();
  }

  /// Whether a task is ready anywhere.
  bool see_task() const;
  /// Whether no worker has a task or looks for one, and none is ready; for good, if nobody submits.
  bool are_still() const;
  /// Tasks submitted and not completed. 0 is true, if nobody submits meanwhile.
  std::uint64_t in_flight() const;
  /// What policies are told of a task.
  TaskView view_of(Task& task) const;
};

}  // namespace gusset::detail
