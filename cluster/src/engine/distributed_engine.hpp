#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "balancing/balancer.hpp"
#include "counts/counts.hpp"
#include "engine/active_messages.hpp"
#include "engine/divergence.hpp"
#include "engine/everywhere_tasks.hpp"
#include "engine/exchange.hpp"
#include "engine/handle_table.hpp"
#include "engine/listeners.hpp"
#include "engine/node_recording.hpp"
#include "engine/own_tasks.hpp"
#include "engine/program_stream.hpp"
#include "engine/replicas.hpp"
#include "engine/settings.hpp"
#include "engine/stuck_nodes.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "messages/clock_comparisons.hpp"
#include "messages/messenger.hpp"

namespace gusset::cluster {

/// Runs a program on several nodes. Each node is a process that runs the whole program: it executes the tasks
/// of its node and skips the others, so every node counts every handle's versions. Owners send what other
/// nodes' tasks read (Listeners); the readers access replicas (Replicas).
///
/// All nodes must submit the same tasks in the same order. One thread at a time submits: the program's, or,
/// while it waits, the kernel of a task everywhere.
class DistributedEngine final : public Engine, private MessageHandler {
 public:
  /// Throws ConfigurationError.
  DistributedEngine(const Options& options, Settings settings, std::unique_ptr<Transport> transport,
                    std::shared_ptr<RunCounts> result);
  ~DistributedEngine() override;

  bool has_data() const override { return true; }
  ProcessGrid grid() const override { return grid_; }
  unsigned workers() const override { return inner_->workers(); }
  NodeId here() const override { return is_alone() ? NodeId() : here_; }
  const Engine& worker_engine() const override { return *inner_; }
  Task* running_task() const override { return inner_->running_task(); }
  TaskMemory allocate(std::size_t bytes, bool wants_extra) override {
    return inner_->allocate(bytes, wants_extra || counts_work_alone() || messages_.is_handling());
  }
  TaskSource task_source() override {
    TaskSource source = inner_->task_source();
    source.always_extra |= counts_work_alone();
    return source;
  }
  void give_back(Task& task) override { inner_->give_back(task); }
  void pause() override { inner_->pause(); }
  void resume() override { inner_->resume(); }
  void cancel() override { inner_->cancel(); }
  void cancel(HandleState& handle) override { inner_->cancel(handle); }

  // Submission: submission.cpp.
  void add_handle(HandleState& handle) override;
  void remove_handle(HandleState& handle) override;
  void removed_data() noexcept override;
  bool pass_by(const TaskCall& call, NodeId node, std::span<const Use> uses) override;
  void submit(Task& task) override;
  std::uint32_t reserve(HandleState& handle, AccessMode mode) override;
  std::uint32_t submitted_version(HandleState& handle) override;
  void run(Plan& plan) override;
  void start_planned(Task& root) override { inner_->start_planned(root); }

  // Task graphs and active messages: task_graphs.cpp.
  HandleId new_handle_id() override { return inner_->new_handle_id(); }
  bool follows_events() const override { return inner_->follows_events(); }
  EventId event() override { return inner_->event(); }
  void begins_after(std::span<const EventId> events) override { inner_->begins_after(events); }
  NodeId place() const override;
  void submit_own(Task& task) override;
  void add_messages(MessageKind& kind) override;
  void remove_messages(MessageKind& kind) override { messages_.remove(kind); }
  void send(MessageKind& kind, OutgoingMessage message) override { messages_.send(kind, std::move(message)); }
  std::uint64_t sum_over_nodes(std::uint64_t value) override;

  // Outside of tasks: outside_tasks.cpp and waiting.cpp.
  void* contents(HandleState& handle) override;
  bool fill(HandleState& handle) override;
  void filled(HandleState& handle) override;
  void wait(HandleState& handle, std::uint32_t version) override;
  void wait_all() override;
  bool is_broken() const override { return has_reported_.load(std::memory_order_relaxed); }
  void finish() override;

 private:
  std::uint64_t recorded_run();
  std::optional<core_tracing::HandleInParts> identify(const HandleState& handle);

  /// Sums over all nodes.
  struct Agreement {
    bool has_same_program = true;
    std::uint64_t in_flight = 0;  // contents of handles
    std::uint64_t failed_nodes = 0;
    std::uint64_t actions_begun = 0;  // of active messages
    std::uint64_t actions_ended = 0;
  };
  enum class Trouble : std::uint32_t { none, divergence, deadlock, timeout, write };
  using Condition = std::function<bool()>;

  /// Whether this is a run on one node that counts work. Such a run passes no tasks by, so only the tasks
  /// themselves know their work.
  bool counts_work_alone() const {
    return is_alone() && (result_ != nullptr || !settings_.statistics_path.empty());
  }
  /// Lets the program use MPI between a wait for all and the next task: no messages are needed then.
  class Rest {
   public:
    explicit Rest(DistributedEngine& engine) : engine_(engine) {}
    Rest(const Rest&) = delete;
    Rest& operator=(const Rest&) = delete;
    ~Rest() { engine_.rest(); }

   private:
    DistributedEngine& engine_;
  };
  void rest();

  bool is_alone() const { return messenger_.nodes() == 1; }
  /// Whether other nodes have no copy of the handle, or each has its own.
  bool is_local(const HandleState& handle) const {
    return handle.owner == here_ || handle.owner == every_node;
  }
  /// Whether the calling thread is in a kernel or a message's function, which other nodes do not run.
  bool is_in_kernel() const {
    if (messages_.is_handling()) return true;
    const Task* const task = inner_->running_task();
    return task != nullptr && !task->is_everywhere();
  }
  /// Whether the calling thread is in the program itself.
  bool is_in_program() const { return inner_->running_task() == nullptr && !messages_.is_handling(); }
  /// Whether all that the program has begun has ended; the same on all nodes.
  bool is_finished_so_far() const { return stream_.tasks() == finished_tasks_ && !messages_.has_kinds(); }

  // submission.cpp
  void note(const TaskCall& call, NodeId node, std::span<const Use> uses);
  /// Keeps the task on this node, however it is marked.
  static void stays(Task& task) {
    if (task.is_migratable()) task.extra().is_migratable = false;
  }
  void submit_in_kernel(Task& task);
  void submit_in_message(Task& task);  // task_graphs.cpp
  void forward(HandleEntry& entry, std::uint32_t version, NodeId node, bool is_reserved);
  void redirect(Task& task);
  void keep(Task& task);
  void count_alone(Task& task);

  // waiting.cpp
  void require_same_program();
  void sum(std::span<std::uint64_t> values);
  void run_everywhere();
  void help_until(const Condition& is_done, const std::string& awaited = {});
  void look_around(std::chrono::steady_clock::time_point since, const std::string& awaited);
  void fence();
  Agreement agree(std::uint64_t actions_ended = 0);
  Agreement complete();
  void end_questions();
  void refuse_in_message() const;
  std::exception_ptr common_failure(std::uint64_t failed_nodes);
  std::exception_ptr wait_here(HandleState& handle, std::uint32_t version);
  std::exception_ptr wait_for_other(HandleState& handle, std::uint32_t version);
  void end_step();
  void note_end();
  void compare_clocks();
  RunCounts all_counts();
  void write_statistics();  // statistics.cpp

  // trouble.cpp
  void break_off(Trouble trouble, const std::string& text);
  void set_broken(Trouble trouble, const std::string& text);
  void throw_if_broken();
  [[noreturn]] void throw_trouble() const;
  void report_write(const HandleState& handle, std::uint64_t next_task, std::optional<unsigned> reader);
  void report_stuck(const std::string& awaited);
  void take_report(unsigned node, StuckNodes::Report report);
  std::string missing_text(const std::string& awaited);

  void received(Transport& transport, unsigned from, const Header& header,
                std::span<const std::byte> body) override;
  void polled(Transport& transport, bool is_idle) override {
    if (balancer_) balancer_->polled(transport, is_idle);
  }
  bool takes_away(Task& task) override { return balancer_ && balancer_->takes_away(task); }
  void ran_here(std::int64_t duration_ns) override {
    if (balancer_) balancer_->ran_here(duration_ns);  // none: this runtime is inside another one's kernel
  }

  Options options_;
  Settings settings_;
  ProcessGrid grid_;
  Messenger messenger_;
  NodeId here_;
  Counts counts_;
  std::shared_ptr<RunCounts> result_;
  HandleTable handles_;
  core_tracing::PartRecorder* recorder_ = nullptr;  // inner_'s; null: not recorded
  bool compares_clocks_ = false;                    // this node's and node 0's, which differ
  std::unique_ptr<NodeEngine> inner_;
  DataPool pool_;  // for replicas
  Listeners listeners_;
  Replicas replicas_;
  std::optional<Balancer> balancer_;  // none: balancing is off
  ActiveMessages messages_;
  OwnTasks own_tasks_;
  Exchange exchange_;
  EverywhereTasks everywhere_;

  detail::SpinLock stream_lock_;
  ProgramStream stream_;  // guarded by stream_lock_
  ClockComparisons clocks_;
  Divergence divergence_;

  // Used by the program's thread.
  /// From the first event of the program to the end of its last wait for all; none: no such wait.
  std::optional<double> makespan_s_;
  std::optional<std::chrono::steady_clock::time_point> begin_;
  std::uint64_t fences_ = 0;
  std::uint64_t fenced_tasks_ = 0;        // submitted before the last fence
  std::uint64_t finished_tasks_ = 0;      // submitted before the last wait for all
  std::uint64_t finished_actions_ = 0;    // of active messages on all nodes, before the last wait for all
  std::uint64_t waits_ = 0;               // number of waits for all
  std::uint64_t sums_ = 0;                // number of sums that this node has begun
  std::shared_ptr<void> unfinished_sum_;  // the network may still use it
  /// Whether the program has fulfilled tasks of graphs since the last wait for all.
  mutable std::atomic<bool> is_fulfilling_{false};
  bool is_open_ = false;     // other nodes' programs may look at contents of this node: a fence must follow
  bool must_fence_ = false;  // is_open_, or the program has filled a handle since the last fence
  bool is_finished_ = false;
  double work_ = 0.0;  // of the task that is about to be submitted

  std::mutex news_lock_;  // guards the next three members
  std::multimap<std::uint64_t, std::exception_ptr>
      notices_;  // by handle and version that another node has reached
  std::map<std::uint64_t, std::map<unsigned, std::exception_ptr>> failures_;  // by wait and node

  std::string trouble_text_;
  std::atomic<Trouble> trouble_{Trouble::none};  // why the run can't go on
  std::atomic<bool> has_reported_{false};  // a wait has reported it; relaxed: the program's thread sets it
  StuckNodes stuck_;                       // used by node 0, in polls
  std::atomic<std::uint64_t> releases_received_{0};  // messages that can let this node go on
};

}  // namespace gusset::cluster
