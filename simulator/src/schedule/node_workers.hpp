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
  NodeWorkers(unsigned workers, const std::string& policy, std::uint64_t seed);

  /// Records steals there from now on unless null. `victims` must outlive this object and have an entry for
  /// every task.
  void record_victims(Victims* victims) { victims_ = victims; }

  unsigned size() const { return static_cast<unsigned>(workers_.size()); }
  std::size_t queued() const { return queued_; }

  /// Puts a ready task into the queue that worker `by` chooses. Calls `view` only if a policy must see the
  /// task. Throws UsageError if the policy names a worker that doesn't exist.
  template <class View>
  void enqueue(std::uint32_t by, ReadyCause cause, std::uint32_t task, bool has_affinity, View&& view) {
    Worker& self = workers_[by];
    if (cause == ReadyCause::submitted && self.traits.keeps_submitted && !has_affinity) {
      self.queue.push(task);
    } else if (cause == ReadyCause::woken && self.traits.keeps_woken && !has_affinity) {
      self.stack.push(task);
    } else {
      put(self, self.policy->place(view(), cause), task);
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
  /// its stack, its queue, its guided tasks, the shared queue and, if it may steal, its victims' queues and
  /// the first of all guided tasks.
  Found find(std::uint32_t worker, bool may_steal);

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
    std::vector<Ranked> bound;   // a heap, as shared_
    std::vector<Ranked> guided;  // a heap, as shared_
  };

  void put(Worker& by, const Policy::Place& place, std::uint32_t task);
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
  Victims* victims_ = nullptr;
};

}  // namespace gusset::simulator
