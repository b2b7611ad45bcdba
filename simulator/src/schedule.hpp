#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "event_loop.hpp"
#include "fifo.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/simulator/cost_model.hpp"
#include "task_stream.hpp"

namespace gusset::simulator {

/// Runs a stream of tasks in simulated time: workers with a queue each, driven by the policy of the real
/// runtime; versions and replicas; messages. It follows the threaded engine step by step wherever time leaves
/// no choice.
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

  Schedule(const TaskStream& stream, unsigned nodes, unsigned workers, std::uint64_t seed,
           std::uint64_t header_bytes, CostModel& costs, EventLoop& loop);

  /// Takes a cost for each task of the stream, in their order.
  void add_cost(TaskCost cost) { costs_of_.push_back(cost); }

  /// Submits what the stream holds more than at the last call, then lets time pass until all tasks that
  /// access the handle have ended, or all tasks. The program's thread is worker 0 of node 0: it returns when
  /// its task has ended. `after_event` is called now and then.
  void wait(std::optional<std::uint32_t> handle, const std::function<void()>& after_event);

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
  };
  struct HandleState {
    std::uint32_t version = 0;
    bool is_adding = false;
    Fifo<Waiting> waiting;         // for a version, ascending
    Fifo<std::uint32_t> parked;    // tasks for their turn to add
    std::uint64_t unfinished = 0;  // tasks submitted that access it
  };
  struct TransferState {
    std::vector<std::uint32_t> listeners;  // tasks
    bool is_known = false;                 // to its handle
    bool has_arrived = false;
  };
  struct Worker {
    std::unique_ptr<Policy> policy;
    std::deque<std::uint32_t> queue;
    std::vector<std::uint32_t> ran;
  };
  struct Node {
    std::vector<Worker> workers;
    std::unique_ptr<Policy> outside;  // for what becomes ready through no worker
    std::deque<std::uint32_t> idle;   // workers, the longest idle first
    std::size_t queued = 0;
    std::int64_t busy_ns = 0;
  };

  // Versions and messages.
  void submit_new();
  void submit(std::uint32_t task);
  bool has_replica(std::uint32_t task, std::uint32_t transfer);
  void raise_version(std::uint32_t handle, std::uint32_t accesses);
  void count_down(std::uint32_t task);
  void send(std::uint32_t transfer);
  void arrive(std::uint32_t transfer);

  // Workers and their queues.
  void enqueue(Policy& policy, std::uint32_t task, ReadyCause cause);
  void enqueue_woken(Policy& policy, ReadyCause cause);
  void find_work(NodeId node);
  bool find_work(NodeId node, std::uint32_t worker, bool may_steal);
  std::uint32_t take(Node& node, std::uint32_t worker, bool may_steal);
  bool start(NodeId node, std::uint32_t worker, std::uint32_t task);
  bool take_turns(std::uint32_t task);
  void give_turn_back(std::uint32_t handle);
  void end(NodeId node, std::uint32_t worker, std::uint32_t task);
  std::int64_t duration_ns(NodeId node, std::uint32_t worker, std::uint32_t task);

  bool is_program(NodeId node, std::uint32_t worker) const { return node.value() == 0 && worker == 0; }
  bool is_awaited_done() const;

  const TaskStream& stream_;
  CostModel& cost_model_;
  EventLoop& loop_;
  std::uint64_t header_bytes_;

  std::vector<Node> nodes_;
  std::vector<HandleState> handles_;
  std::vector<TransferState> transfers_;
  std::vector<std::uint32_t> awaiting_;  // per task: versions and replicas it lacks
  std::vector<TaskCost> costs_of_;
  std::vector<TaskTimes> times_;
  std::vector<TransferTimes> transfer_times_;

  std::vector<std::uint32_t> woken_;  // by what happens now, in order
  std::vector<std::uint32_t> unparked_;
  std::optional<std::uint32_t> awaited_handle_;
  bool is_program_busy_ = false;  // its thread runs a task
  std::uint64_t ended_ = 0;
  std::uint64_t events_ = 0;
  std::int64_t makespan_ns_ = 0;
};

}  // namespace gusset::simulator
