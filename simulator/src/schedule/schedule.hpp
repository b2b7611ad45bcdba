#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "balancing.hpp"
#include "gusset/core/version_sequence.hpp"
#include "network/event_loop.hpp"
#include "node_workers.hpp"
#include "replica_memory.hpp"
#include "schedule/kernel_times.hpp"
#include "schedule/last_workers.hpp"
#include "schedule/schedule_options.hpp"
#include "schedule/schedule_record.hpp"
#include "schedule/shared_cores.hpp"
#include "stream/submission_cursor.hpp"
#include "stream/task_stream.hpp"
#include "waiting_pool.hpp"

namespace gusset::simulator {

/// Runs a stream of tasks in simulated time: workers, driven by the real runtime's policies with the queues
/// that policy.hpp describes; versions and replicas; messages. It follows the threaded engine step by step
/// wherever timing leaves no choice.
///
/// The owner counts a handle's version. A reader on another node registers there as a listener. When the
/// version is reached, the owner sends it to the reader's node once, for all listeners on that node. The
/// message's arrival makes the replica and raises the owner's version by the number of these listeners, so
/// the owner may overwrite while a remote reader still runs.
///
/// An instance of a task everywhere submits its batch as its node's program would, whichever worker runs it.
///
/// A node submits a task that only it knows (of a task graph) once the task's events have happened. A worker
/// that ends a task submits what waited for it before the worker takes its next task. Messages of the program
/// (active messages) need no listeners: the task that sends one does so when it ends, and functions of
/// messages do so at once.
///
/// If the costs of messages are known, nodes exchange messages as the runtime does: contents above
/// eager_bytes are offered, asked for, and sent, and what has arrived takes effect when a worker of the node
/// looks: after a task, while it is idle, and otherwise after a while.
///
/// If nodes balance their load, a node with idle workers asks others for tasks that may migrate, and runs
/// them with copies of what they access. A moved task keeps its accesses and locks on its own node (its
/// home), where it completes when its result has arrived.
///
/// A task with children splits: its run only submits them, to its own worker, and it completes when they have
/// completed.
class Schedule final : private EventSink {
 public:
  /// What a program waits for.
  struct Awaited {
    std::uint32_t handle = 0;
    std::uint32_t version = 0;
    bool is_last = true;  ///< waits for all accesses to end, even those that raise no version
  };
  /// The part of the stream that exists when a program waits.
  struct Extent {
    std::size_t program_tasks = 0;
    std::size_t handles = 0;
  };

  /// Begins at time 0 of the loop.
  Schedule(const TaskStream& stream, const ScheduleOptions& options, CostModel& costs, EventLoop& loop);

  /// Submits the part of the extent that is new since the last call. Then lets time pass until the awaited
  /// version is reached or all tasks have ended. The program's thread is worker 0 of node 0; it returns when
  /// its current task has ended. Calls `on_progress` now and then. Throws SimulationError if it would wait
  /// forever.
  void wait(const Extent& extent, const std::optional<Awaited>& awaited,
            const std::function<void()>& on_progress);
  /// Releases contents that nobody uses any more.
  void remove(std::uint32_t handle) { memory_.remove(handle); }

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
  std::uint64_t events() const { return ended_ + arrived_; }
  /// Returns the end of the last task.
  std::int64_t makespan_ns() const { return makespan_ns_; }
  /// Returns what the first node's policy says about its choices.
  std::string policy_explanation() const { return nodes_.front().workers.explanation(); }
  /// Returns the time in tasks, summed over the node's workers.
  std::int64_t busy_ns(NodeId node) const { return nodes_[node.value()].busy_ns; }
  std::uint64_t peak_memory_bytes(NodeId node) const { return memory_.peak_bytes(node); }

  /// Returns what the moves of the node's tasks cost; none if nodes do not balance their load.
  std::optional<MigrationStatistics> migration(NodeId node) const {
    return balancing_ ? std::optional(balancing_->nodes[node.value()].counts) : std::nullopt;
  }

  /// Returns the times of tasks and messages and where they ran; empty unless the options request it.
  const ScheduleRecord& record() const { return record_; }

 private:
  static constexpr unsigned number_bits = 32;
  static constexpr std::uint32_t none = TaskStream::none;
  using Queue = WaitingPool::Queue;
  using StreamAccess = TaskStream::StreamAccess;
  using StreamTask = TaskStream::StreamTask;

  /// Held by one task at a time; accesses can take it in any order.
  struct ExclusiveLock {
    bool is_taken = false;
    Queue parked;
  };
  /// One cache line holds everything that an access needs.
  struct alignas(64) HandleState {
    std::uint32_t version = 0;
    NodeId owner;
    Queue waiting;             // entries waiting for versions, ascending
    VersionSequence sequence;  // versions of submitted accesses
    ExclusiveLock lock;
    std::uint32_t unfinished = 0;  // submitted tasks that access it and have not ended
    WorkerId last_worker;          // the owner's worker that last ended an access
    bool is_changed = false;       // its version changed, and changed_ contains it
  };
  struct TransferState {
    Queue listeners;               // tasks on the receiving node that wait for it
    ExclusiveLock lock;            // the replica's lock
    std::uint32_t registered = 0;  // listeners that the owner knows
    bool has_arrived = false;
    bool is_sent = false;      // the owner knows that it is complete
    bool is_expected = false;  // its sender, which is not the owner, knows that it must send it
  };
  /// Compact, because tasks are woken in any order.
  struct TaskState {
    std::uint32_t awaiting = 0;      // missing versions and replicas; then children that have not ended
    std::uint32_t held_lock = none;  // the handle whose lock it holds before it starts

    // After the task's end, these members hold its index among ended tasks and its worker.
    void end(std::uint64_t order, std::uint32_t worker) {
      awaiting = static_cast<std::uint32_t>(order);
      held_lock = worker;
    }
    bool has_ended() const { return awaiting > 0 && held_lock != none; }
    std::uint32_t end_order() const { return awaiting; }
    WorkerId end_worker() const { return WorkerId(held_lock); }
  };
  struct WorkerState {
    std::uint32_t running = none;
    std::int64_t begin_ns = 0;
  };
  struct Node {
    Node(NodeWorkers queues) : workers(std::move(queues)) {}
    NodeWorkers workers;
    std::vector<std::uint32_t> idle;  // idle workers, longest idle first
    std::int64_t busy_ns = 0;
    std::int64_t port_free_ns = 0;  // when it can send the next message
    std::vector<Event> unseen;      // what has arrived since its workers last looked
    std::int64_t last_look_ns = 0;
    bool will_look = false;            // a look is due although all workers may be busy
    std::int64_t handling_end_ns = 0;  // when a worker will have handled the messages that it has seen
    SubmissionCursor cursor;
    std::uint64_t in_flight = 0;  // its own program tasks in flight
    bool is_submitting = false;   // worker 0 is submitting
    bool is_throttled = false;    // the window blocks its cursor
  };
  /// The worker through which tasks become ready. Worker 0 handles submissions and arrivals.
  struct Waker {
    NodeId node;
    std::uint32_t worker = 0;
    ReadyCause cause = ReadyCause::woken;
  };
  /// A batch that some nodes still process.
  struct OpenBatch {
    std::vector<SubmissionCursor> cursors;  // per node
    unsigned unfinished = 0;                // nodes that have not finished
  };
  /// How much of the stream is submitted.
  struct Submission {
    std::size_t extent = 0;  // number of program tasks to submit so far, by any node
    std::size_t seen_batches = 0;
    std::size_t program_rank = 0;  // rank of the next task that the program itself submits
    std::unordered_map<std::uint32_t, OpenBatch> open_batches;  // keyed by first instance
    std::size_t program_tasks = 0;                              // submitted
    std::uint64_t tasks = 0;                                    // submitted
    std::uint64_t messages = 0;                                 // of the program, known so far
  };
  /// State of the program's thread.
  struct Program {
    std::optional<Awaited> awaited;
    const std::function<void()>* on_progress = nullptr;
    unsigned events_since_report = 0;
    bool is_busy = false;  // its thread runs a task
  };
  enum class EventKind : std::uint8_t {
    end,
    arrival,  // of a message's contents
    departure,
    submission,
    generation,
    offer,    // arrival of the offer of long contents
    request,  // arrival of the answer
    sent,     // the owner learns that the contents have arrived
    look,     // a node looks for messages although its workers are busy
    ends,     // of tasks on a host whose nodes share its cores
    // Of nodes that balance their load. These numbers are the asking node's:
    question,  // arrival at the node that is asked
    refusal,   // arrival at the asking node
    retry,     // the node may ask again
    closing,   // a promise to give tasks expires
    // These numbers are the move's:
    move_departure,
    moved,   // arrival of a task at its receiver
    result,  // arrival of its result at its home
  };

  // Events: these, and the versions, locks and workers below, are in schedule_events.cpp.
  void handle_event(Event event, std::int64_t now_ns) override;
  bool is_done() override;
  void at(std::int64_t time_ns, EventKind kind, std::uint32_t number);
  static Event event_of(EventKind kind, std::uint32_t number) {
    return static_cast<Event>(kind) << number_bits | number;
  }
  bool is_awaited_done() const;

  // Submission: schedule_submission.cpp.
  void extend(const Extent& extent);
  void expect_message(std::uint32_t transfer);
  void submit_own(const Waker& by, std::uint32_t task);
  unsigned await_events(std::uint32_t task);
  void submit_at_once(std::size_t begin, std::size_t end);
  void fill_cursors(std::size_t begin, std::size_t end, std::size_t& rank, auto&& cursor_of);
  bool may_submit(Node& node);
  void continue_submitting(NodeId node);
  void submit_next(NodeId node);
  std::int64_t time_to_next(const SubmissionCursor& cursor) const;
  void submit_entry(const Waker& by, SubmissionCursor& cursor);
  void end_submitting(NodeId node);
  void submit(const Waker& by, std::uint32_t task, bool has_listeners);
  void listen(const StreamAccess& access);
  void expect_relay(std::uint32_t transfer);
  void split(const Waker& by, std::uint32_t task);
  SubmissionCursor& batch_cursor(NodeId node, const TaskStream::Batch& batch);
  void begin_generating(NodeId node, std::uint32_t worker, std::int64_t begin_ns);
  void generate_next(NodeId node, std::uint32_t worker);

  // Versions and messages.
  void raise_version(const Waker& by, std::uint32_t handle, std::uint32_t accesses, bool unlocks = false);
  bool count_down(std::uint32_t task);
  void send(std::uint32_t transfer);
  void depart(std::uint32_t transfer);
  void arrive(std::uint32_t transfer);
  void complete_sending(std::uint32_t transfer);

  // Messages as the runtime exchanges them: schedule_messages.cpp.
  bool is_long(std::uint32_t transfer) const;
  bool is_message(std::uint32_t transfer) const {  // of the program
    return stream_.handles()[stream_.transfers()[transfer].handle].is_event;
  }
  bool is_looking(NodeId node) const;
  void reach(NodeId node, EventKind kind, std::uint32_t transfer);
  void look(NodeId node);
  void look_later(NodeId node);
  void see(NodeId node, Event event, bool is_busy);
  void handle_for(NodeId node, double seconds);
  void send_trip(NodeId from, NodeId to, std::uint64_t bytes, EventKind kind, std::uint32_t number);

  // Nodes that share a host's cores: schedule_messages.cpp.
  std::uint32_t host_of(NodeId node) const { return node.value() / options_.nodes_per_host; }
  void end_tasks_of(std::uint32_t host);
  void plan_ends(std::uint32_t host);

  // Balancing of load: schedule_balancing.cpp.
  unsigned computing_workers() const { return options_.workers - (options_.submitter_computes ? 0 : 1); }
  void handle_balancing(EventKind kind, std::uint32_t number);
  void see_balancing(EventKind kind, std::uint32_t number);
  NodeId destination_of(EventKind kind, std::uint32_t number) const;
  std::uint64_t bytes_of(EventKind kind, std::uint32_t number) const;
  void talk(NodeId from, NodeId to, EventKind kind, NodeId asking);
  void talk_at(std::int64_t time_ns, EventKind kind, NodeId asking);
  void ask_for_work(NodeId node);
  void retry(NodeId node);
  void consider(NodeId asking);
  void refuse(NodeId asking);
  void close_promise(NodeId asking);
  void end_question(NodeId asking);
  bool starts_elsewhere(NodeId node, std::uint32_t task);
  void move(std::uint32_t task, NodeId receiver, bool is_last);
  void send_move(std::uint32_t number);
  void depart_move(std::uint32_t number);
  void record_contents(Balancing::Move& move);
  void record_receipt(const Balancing::Move& move);
  void receive_task(std::uint32_t number);
  bool end_migratable(NodeId node, std::uint32_t task, std::int64_t begin_ns);
  void receive_result(std::uint32_t number);
  /// The task's move, if it runs on another node than its home; null otherwise.
  Balancing::Move* move_of(std::uint32_t task) { return balancing_ ? balancing_->move_of(task) : nullptr; }

  // Locks.
  ExclusiveLock& lock_of(const StreamAccess& access);
  unsigned locks_of(std::uint32_t task) const;
  bool take_locks(const Waker& by, std::uint32_t task);
  std::uint32_t pass_lock(ExclusiveLock& lock, std::uint32_t handle);
  void release_lock(const Waker& by, const StreamAccess& access);

  // Workers.
  void make_ready(const Waker& by, std::uint32_t task, bool was_parked = false);
  void enqueue(const Waker& by, std::uint32_t task);
  void find_work(NodeId node);
  bool find_work(NodeId node, std::uint32_t worker, bool may_steal);
  void requeue_next(NodeId node, std::uint32_t worker);
  bool start(NodeId node, std::uint32_t worker, NodeWorkers::Found found);
  void end(NodeId node, std::uint32_t worker);
  void resume_submitting(NodeId node);
  void complete(const Waker& by, std::uint32_t task);

  // What policies see: schedule_views.cpp.
  TaskView view_of(NodeId node, std::uint32_t task, bool sees_tree) const;
  void add_tree(TaskView& view, NodeId node, std::uint32_t task) const;
  WorkerId worker_in(DomainId domain, std::uint32_t task) const;
  std::uint32_t leaves_of(std::uint32_t task, std::uint32_t handle) const;

  bool is_program(NodeId node, std::uint32_t worker) const { return node.value() == 0 && worker == 0; }
  bool has_affinity(std::uint32_t task) const {
    return stream_.tasks()[task].affinity.kind != Affinity::Kind::none;
  }
  std::size_t index_of(NodeId node, std::uint32_t worker) const {
    return std::size_t{node.value()} * options_.workers + worker;
  }
  WorkerState& worker_of(NodeId node, std::uint32_t worker) { return workers_[index_of(node, worker)]; }
  void record_span(NodeId node, std::uint32_t worker, std::uint32_t task, std::int64_t begin_ns) {
    record_.spans[index_of(node, worker)].push_back({task, begin_ns, now_ns_});
  }
  void track_replicas();
  std::string deadlock_message() const;

  const TaskStream& stream_;
  const ScheduleOptions options_;
  const std::int64_t start_ns_;         // time to start a task
  const std::int64_t start_stolen_ns_;  // time to start a stolen task
  const bool submits_at_once_;          // submission takes no time and has no window
  EventLoop& loop_;
  std::int64_t now_ns_ = 0;

  KernelTimes kernels_;
  Submission submission_;
  Program program_;
  std::vector<Node> nodes_;
  std::vector<SharedCores> hosts_;  // empty unless several nodes share a host
  std::vector<WorkerState> workers_;
  std::vector<HandleState> handles_;
  std::vector<TransferState> transfers_;
  std::vector<TaskState> tasks_;
  WaitingPool waiting_pool_;
  ReplicaMemory memory_;
  std::unique_ptr<Balancing> balancing_;     // null if nodes do not balance their load
  std::optional<LastWorkers> last_workers_;  // present once a task wants to run where its data was last used
  ScheduleRecord record_;

  std::vector<std::uint32_t> changed_;             // handles
  std::vector<std::uint32_t> woken_;               // scratch
  std::vector<const StreamAccess*> needed_locks_;  // scratch
  std::uint64_t pending_ = 0;                      // events
  std::uint64_t ended_ = 0;
  std::uint64_t arrived_ = 0;
  std::uint64_t arrived_messages_ = 0;  // of the program
  std::int64_t makespan_ns_ = 0;
};

}  // namespace gusset::simulator
