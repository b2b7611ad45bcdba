#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "fifo.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/policy.hpp"
#include "schedule/schedule_options.hpp"

namespace gusset::simulator {

/// The workers of one node and their queues. Ready tasks enter the queues, and each worker looks for a task
/// as the real runtime's policies do (see Policy).
class NodeWorkers {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// The result of a search.
  struct Found {
    std::uint32_t task = none;
    bool is_stolen = false;
  };

  /// For each task, the worker that it was last taken from.
  using Victims = std::vector<WorkerId>;

  /// Throws ConfigurationError if the policy is unknown.
  NodeWorkers(const ScheduleOptions& options, std::uint64_t seed);

  /// From now on, records steals in `victims`; null: nowhere. `victims` must outlive this object and have an
  /// entry for every task.
  void record_victims(Victims* victims) { victims_ = victims; }

  unsigned size() const { return static_cast<unsigned>(workers_.size()); }
  std::size_t queued() const { return queued_; }

  /// Puts a ready task into the queue that worker `by` chooses. Calls `view(sees_tree)` only if a policy must
  /// see the task. Throws UsageError if the policy names a worker that doesn't exist.
  template <class View>
  void enqueue(std::uint32_t by, ReadyCause cause, std::uint32_t task, bool has_affinity, View&& view) {
    Worker& self = workers_[by];
    if (cause == ReadyCause::submitted && self.traits.keeps_submitted && !has_affinity) {
      self.queue.push(task);
    } else if (cause == ReadyCause::woken && self.traits.keeps_woken && !has_affinity) {
      self.stack.push(task);
    } else {
      put(self, self.policy->place(view(self.traits.sees_tree), cause), task);
    }
    ++queued_;
  }
  /// Puts a ready task where only that worker finds it, before all others.
  void enqueue_bound(std::uint32_t worker, std::int32_t priority, std::uint32_t task) {
    push(workers_[worker].bound, {priority, sequence_++, task});
    ++queued_;
  }

  /// Puts a ready task where that worker finds it in order of priority, and others if they find nothing else.
  void enqueue_guided(std::uint32_t worker, std::int32_t priority, std::uint32_t task) {
    push(checked(WorkerId(worker)).guided, {priority, sequence_++, task});
    ++queued_;
  }

  /// Lets the worker continue with that task directly, without a queue. Returns false if it has a next task
  /// already or if its policy doesn't run woken tasks first.
  bool run_next(std::uint32_t worker, std::uint32_t task) {
    Worker& self = workers_[worker];
    if (self.next != none || !self.runs_first_woken) return false;
    self.next = task;
    return true;
  }
  /// Takes back the task that run_next gave; none if there is none.
  std::uint32_t take_next(std::uint32_t worker) { return std::exchange(workers_[worker].next, none); }

  /// Finds what the worker runs next: the task from run_next, then a task that is bound to it, a task from
  /// its stack, its queue, its guided tasks, the shared queue and, if it may steal, the guided task with the
  /// highest priority of all workers, its victims' queues and the pools.
  Found find(std::uint32_t worker, bool may_steal);

  /// The tier that a policy with squads chose when the task became ready.
  Tier tier_of(std::uint32_t task) const {
    return task < marks_.size() ? marks_[task].tier : Tier::intra_socket;
  }
  /// Tell a policy with squads that the worker begins the task, that its kernel has returned, and that it and
  /// its subtasks have completed.
  void begins(std::uint32_t worker, std::uint32_t task) {
    if (has_squads_) begin_in_squad(worker, task);
  }
  void ran(std::uint32_t worker, std::uint32_t task) {
    if (has_squads_) workers_[worker].policy->ran(tier_of(task));
  }
  void completed(std::uint32_t worker, std::uint32_t task) {
    if (has_squads_) workers_[worker].policy->completed(tier_of(task), squad_of(task));
  }

  /// What the policy says about its choices (Policy::explanation).
  std::string explanation() const { return workers_.front().policy->explanation(); }

 private:
  struct Ranked {
    std::int64_t rank = 0;
    std::uint64_t sequence = 0;
    std::uint32_t task = none;
  };
  struct Worker {
    std::unique_ptr<Policy> policy;
    Policy::Traits traits;
    bool runs_first_woken = false;
    std::uint32_t next = none;
    Fifo<std::uint32_t> stack;
    Fifo<std::uint32_t> queue;
    std::vector<Ranked> bound;   // a heap, like shared_
    std::vector<Ranked> guided;  // a heap, like shared_
  };

  /// What a policy with squads knows of a task.
  struct Mark {
    Tier tier = Tier::intra_socket;
    DomainId squad;
  };

  void put(Worker& by, const Policy::Place& place, std::uint32_t task);
  void put_into_pool(const Policy::Place& place, std::uint32_t task);
  Found take_from_pools(std::uint32_t worker);
  void begin_in_squad(std::uint32_t worker, std::uint32_t task);
  Mark& mark_of(std::uint32_t task);
  DomainId squad_of(std::uint32_t task) const {
    return task < marks_.size() ? marks_[task].squad : DomainId();
  }
  std::uint32_t steal(Worker& thief);
  std::uint32_t steal_guided();
  Worker& checked(WorkerId worker);
  static void push(std::vector<Ranked>& heap, const Ranked& task);
  static std::uint32_t pop(std::vector<Ranked>& heap);
  static bool is_behind(const Ranked& a, const Ranked& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.sequence > b.sequence;
  }

  std::string policy_;
  std::vector<Worker> workers_;
  std::vector<Ranked> shared_;  // a heap; on top the highest rank, the oldest among equals
  std::uint64_t sequence_ = 0;
  std::size_t queued_ = 0;  // tasks in all queues
  bool has_squads_ = false;
  std::vector<DomainId> domains_;           // of each worker
  std::vector<Fifo<std::uint32_t>> pools_;  // of each domain, if the policy has squads
  std::vector<Mark> marks_;                 // by task, as many as needed
  Victims* victims_ = nullptr;
};

}  // namespace gusset::simulator
