#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
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
#include "threads/guided_queue.hpp"
#include "threads/ranked_queue.hpp"
#include "threads/ready_ring.hpp"
#include "threads/task_queue.hpp"

namespace gusset::detail {

/// The state of one engine thread. Other threads touch only the rings, the queues and the counts.
struct alignas(128) Worker : CurrentWorker {
  ReadyRing stack;
  ReadyRing queue;
  TaskQueue inbox;     // tasks from other threads, and tasks that do not fit the rings
  RankedQueue bound;   // tasks that only this worker may take
  GuidedQueue guided;  // tasks of a schedule file, which other workers take rather than idle

  alignas(128) TaskAllocator memory;
  Workspace workspace;
  std::unique_ptr<Policy> policy;
  Policy::Traits traits;
  bool runs_first_woken = false;
  bool steals = false;
  bool may_be_alone = false;  // the program's thread, if it is the only worker
  bool is_foreign = false;    // shared by all foreign threads, under Workers::foreign_lock
  Task* next = nullptr;       // a woken task to run at once
  bool has_run_lane = false;  // it has run a lane of a static schedule since it last found no work
  Task* lane_of = nullptr;    // the run of a plan, if the worker runs a lane of its static schedule
  std::vector<TaskAccess*> scratch;
  RenamedContents renamed_now;
  std::thread thread;  // not set for worker 0

  alignas(128) std::atomic<std::uint64_t> submitted{0};  // number of tasks this thread submitted
  std::atomic<std::uint64_t> done{0};
  std::atomic<std::uint32_t> searches{
      0};  // odd while the worker looks for work or has some; a change means that a search took place

  /// Whether it has tasks that other workers may take, apart from guided ones.
  bool has_ready() const { return !queue.empty() || !stack.empty() || !inbox.empty(); }
  /// Approximately how many tasks other workers may take, including guided ones.
  std::size_t ready() const { return queue.size() + stack.size() + inbox.size() + guided.size(); }
};

/// Sets what only policies that see the tree know of a task (Policy::Traits::sees_tree).
void add_tree(TaskView& view, Task& task);

/// All workers of an engine, their shared state, and conclusions from their counts.
struct Workers {
  std::vector<std::unique_ptr<Worker>> all;  // 0: the program's thread
  Worker foreign;                            // represents all foreign threads
  SpinLock foreign_lock;
  RankedQueue shared;
  std::vector<DomainId> domains;  // by worker
  std::deque<TaskQueue> pools;    // one for each domain, if the policy has squads
  std::shared_ptr<SharedPolicyState> policy_state;
  std::atomic<std::uint64_t> ended_elsewhere{0};  // tasks that other nodes have run

  /// Locks out other foreign threads if `self` represents them.
  std::unique_lock<SpinLock> exclude_foreign(const Worker& self) {
    return self.is_foreign ? std::unique_lock(foreign_lock) : std::unique_lock<SpinLock>();
  }

  /// The first worker of a domain that has workers.
  unsigned head_of(DomainId domain) const {
    return static_cast<unsigned>(std::find(domains.begin(), domains.end(), domain) - domains.begin());
  }

  /// Whether any task is ready anywhere that is not bound to a worker.
  bool any_ready() const;
  bool any_in_pools() const;
  bool any_bound() const;
  bool any_guided() const;
  /// Approximately the number of ready tasks that are not bound to a worker.
  std::size_t ready() const;
  /// Whether no worker has or looks for a task and no task is ready. Permanent if nobody submits.
  bool are_quiescent() const;
  /// The number of tasks submitted and not completed. A result of 0 is exact if nobody submits meanwhile.
  std::uint64_t in_flight() const;
  /// What policies see of a task.
  TaskView view_of(Task& task, bool sees_tree) const;
};

}  // namespace gusset::detail
