#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "event_loop.hpp"
#include "fifo.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/simulator/cost_model.hpp"
#include "task_stream.hpp"

namespace gusset::simulator {

/// The workers that run a stream.
struct Crew {
  unsigned nodes = 1;
  unsigned workers = 1;  ///< of each node
  std::string policy = default_policy;
  std::uint64_t seed = 1;
};

/// Runs a stream of tasks in simulated time: workers driven by the policies of the real runtime, with the
/// queues that policy.hpp describes; versions and replicas; messages. It follows the threaded engine step by
/// step wherever time leaves no choice.
///
/// A handle's version counts at its owner. A reader elsewhere is a listener there: the version goes to its
/// node once, when it is reached, for all its listeners; the message's arrival makes the replica and raises
/// the owner's version by their number. So the owner may overwrite while a remote reader still runs.
class Schedule {
 public:
  /// Where and when a task ran.
  struct TaskTimes {
    std::int64_t submit_ns = 0;
    std::int64_t ready_ns = 0;
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    WorkerId worker;  ///< of its node
  };
  struct TransferTimes {
    std::int64_t send_ns = 0;
    std::int64_t receive_ns = 0;
  };
  /// What a program waits for.
  struct Awaited {
    std::uint32_t handle = 0;
    std::uint32_t version = 0;
    bool is_last = true;  ///< all that access the handle shall have ended, also where that raises no version
  };

  Schedule(const TaskStream& stream, const Crew& crew, std::uint64_t header_bytes, CostModel& costs,
           EventLoop& loop);

  /// Takes a cost for each task of the stream, in their order.
  void add_cost(TaskCost cost) { costs_of_.push_back(cost); }

  /// Submits what the stream holds more than at the last call, then lets time pass until what is awaited has
  /// come, or all tasks have ended. The program's thread is worker 0 of node 0: it returns when its task has
  /// ended. `after_event` is called now and then. Throws SimulationError where it would wait for ever.
  void wait(const std::optional<Awaited>& awaited, const std::function<void()>& after_event);

  /// Calls changed(handle, version) for each handle whose version has changed since the last call.
  template <class Changed>
  void report_versions(Changed&& changed) {
    for (const std::uint32_t handle : changed_) {
      handles_[handle].is_changed = false;
      changed(handle, handles_[handle].version);
    }
    changed_.clear();
  }

  std::uint64_t ended() const { return ended_; }
  std::uint64_t events() const { return events_; }
  /// When the last task ended.
  std::int64_t makespan_ns() const { return makespan_ns_; }
  std::int64_t busy_ns(NodeId node) const { return nodes_[node.value()].busy_ns; }
  const std::vector<TaskTimes>& tasks() const { return times_; }
  const std::vector<TransferTimes>& transfers() const { return transfer_times_; }
  /// Tasks of a worker in the order in which they ran.
  const std::vector<std::uint32_t>& tasks_of(NodeId node, WorkerId worker) const {
    return nodes_[node.value()].workers[worker.value()].ran;
  }

 private:
  static constexpr std::uint32_t none = TaskStream::none;

  /// What waits at a handle for a version: an access of a task at the owner, or a transfer.
  struct Waiting {
    std::uint32_t version = 0;
    std::uint32_t task = none;
    std::uint32_t transfer = none;
    bool takes_turn = false;
  };
  /// Accesses in any order, one at a time.
  struct Turn {
    bool is_taken = false;
    Fifo<std::uint32_t> parked;  // tasks
  };
  struct HandleState {
    std::uint32_t version = 0;
    Fifo<Waiting> waiting;  // for a version, ascending
    Turn turn;
    std::uint64_t unfinished = 0;  // tasks submitted that access it
    WorkerId last_worker;          // of its owner, that ended an access
    bool is_changed = false;       // its version, and it stands in changed_
  };
  struct TransferState {
    std::vector<std::uint32_t> listeners;  // tasks
    Turn turn;                             // at the replica
    bool is_known = false;                 // to its handle
    bool has_arrived = false;
  };
  struct Worker {
    std::unique_ptr<Policy> policy;
    Fifo<std::uint32_t> stack;
    Fifo<std::uint32_t> queue;
    std::uint32_t next = none;  // woken, to be run at once
    std::vector<std::uint32_t> ran;
  };
  struct Node {
    std::vector<Worker> workers;
    std::map<std::int64_t, std::deque<std::uint32_t>, std::greater<>> shared;  // by rank
    std::deque<std::uint32_t> idle;  // workers, the longest idle first
    std::size_t queued = 0;          // in all of its queues
    std::int64_t busy_ns = 0;
  };
  /// Through whom tasks become ready. What comes from outside, worker 0 deals with: it submits and receives.
  struct Waker {
    NodeId node;
    std::uint32_t worker = 0;
    ReadyCause cause = ReadyCause::woken;
  };

  // Versions and messages.
  void submit_new();
  void submit(std::uint32_t task);
  bool has_replica(std::uint32_t task, std::uint32_t transfer);
  void raise_version(const Waker& by, std::uint32_t handle, std::uint32_t accesses, bool gives_turn = false);
  bool count_down(std::uint32_t task);
  void send(std::uint32_t transfer);
  void arrive(std::uint32_t transfer);

  // Turns.
  Turn& turn_of(const TaskStream::StreamAccess& access);
  unsigned turns_of(std::uint32_t task) const;
  bool take_turns(const Waker& by, std::uint32_t task);
  std::uint32_t pass_turn(Turn& turn, std::uint32_t handle);
  void give_turn_back(const Waker& by, const TaskStream::StreamAccess& access);

  // Workers and their queues.
  void make_ready(const Waker& by, std::uint32_t task, bool was_parked = false);
  void enqueue(const Waker& by, std::uint32_t task);
  TaskView view_of(std::uint32_t task) const;
  WorkerId checked(WorkerId worker) const;
  void find_work(NodeId node);
  bool find_work(NodeId node, std::uint32_t worker, bool may_steal);
  std::uint32_t take(Node& node, std::uint32_t worker);
  std::uint32_t steal(Node& node, std::uint32_t worker);
  bool start(NodeId node, std::uint32_t worker, std::uint32_t task);
  void end(NodeId node, std::uint32_t worker, std::uint32_t task);
  std::int64_t duration_ns(NodeId node, std::uint32_t worker, std::uint32_t task);

  bool is_program(NodeId node, std::uint32_t worker) const { return node.value() == 0 && worker == 0; }
  bool is_awaited_done() const;
  std::string what_never_comes() const;

  const TaskStream& stream_;
  const Crew crew_;
  CostModel& cost_model_;
  EventLoop& loop_;
  std::uint64_t header_bytes_;

  std::vector<Node> nodes_;
  std::vector<HandleState> handles_;
  std::vector<TransferState> transfers_;
  std::unordered_map<std::uint64_t, WorkerId> last_workers_;  // (handle, node other than its owner) → worker
  std::vector<std::uint32_t> awaiting_;                       // per task: versions and replicas it lacks
  std::vector<std::uint32_t> held_;  // per task: the handle whose turn it has before it starts
  std::vector<TaskCost> costs_of_;
  std::vector<TaskTimes> times_;
  std::vector<TransferTimes> transfer_times_;

  std::vector<std::uint32_t> changed_;  // handles
  std::optional<Awaited> awaited_;
  bool is_program_busy_ = false;  // its thread runs a task
  std::uint64_t ended_ = 0;
  std::uint64_t events_ = 0;
  std::int64_t makespan_ns_ = 0;
};

}  // namespace gusset::simulator
