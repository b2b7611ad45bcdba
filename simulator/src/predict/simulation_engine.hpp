#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "counter.hpp"
#include "gusset/core/annotation.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/version_sequence.hpp"
#include "gusset/simulator/predict/engine.hpp"
#include "machine.hpp"
#include "predictor.hpp"
#include "progress.hpp"
#include "schedule/outcome.hpp"
#include "schedule/schedule.hpp"
#include "stream/task_blocks.hpp"
#include "stream/task_stream.hpp"
#include "submitting.hpp"
#include "task_costs.hpp"

namespace gusset::simulator {

/// Turns a program into a stream of tasks, counts the stream, and runs it in simulated time if it has costs.
class SimulationEngine final : public Engine {
 public:
  /// Throws ConfigurationError.
  SimulationEngine(SimulationInputs inputs, std::shared_ptr<SimulationResult> result);
  ~SimulationEngine() override;

  bool has_data() const override { return false; }
  ProcessGrid grid() const override { return machine_.grid; }
  unsigned workers() const override { return machine_.threads; }

  // Handles and time: engine.cpp.
  void add_handle(HandleState& handle) override;
  void remove_handle(HandleState& handle) override;
  std::uint32_t reserve(HandleState& handle, AccessMode mode) override;
  void filled(HandleState& handle) override;
  void cancel() override;
  void cancel(HandleState& handle) override;
  void wait(HandleState& handle, std::uint32_t version) override;
  void wait_all() override;
  bool is_broken() const override {
    return is_broken_.load(std::memory_order_acquire);  // pairs with the store in wait_or_break
  }
  void use_schedule(const ScheduleUse& use) override { schedule_use_ = use; }
  void finish() override;

  // Submission: submission.cpp.
  TaskMemory allocate(std::size_t bytes, bool wants_extra) override;
  void give_back(Task& task) override;
  void submit(Task& task) override;
  Task* running_task() const override;

  // Task graphs and messages: task_graphs.cpp.
  NodeId place() const override;
  void submit_own(Task& task) override;
  void send(MessageKind& kind, OutgoingMessage message) override;
  bool follows_events() const override { return true; }
  EventId event() override;
  void begins_after(std::span<const EventId> events) override;

 private:
  /// A submitted task everywhere whose kernel has not run.
  struct Everywhere {
    Task* task;
    std::uint32_t first_instance;
  };

  /// A task that only its node knows, and that can be appended to the stream.
  struct OwnTask {
    Task* task;
    std::uint32_t after;  ///< the event that submits it; none if the task knows its events
    std::vector<std::pair<std::string, Annotation::Value>> annotations;
  };
  /// A function to call on that node after an event.
  struct MessageFunction {
    const MessageKind* kind;
    std::function<void()> call;
    NodeId node;
    std::uint32_t event;
  };
  using Possible = std::variant<OwnTask, MessageFunction>;

  static std::uint32_t index_of(const HandleState& handle) { return handle.slot.value(); }

  /// Returns the index of the node's instance if every node owns one.
  static std::uint32_t index_of(const HandleState& handle, NodeId node) {
    return index_of(handle) + (handle.owner == every_node ? node.value() : 0);
  }
  /// Returns how many handles of the stream the handle represents.
  unsigned instances_of(const HandleState& handle) const {
    return handle.owner == every_node ? machine_.grid.nodes() : 1;
  }
  VersionSequence& sequence(HandleState& handle, NodeId node) {
    const bool is_other = handle.owner == every_node && node.value() > 0;
    return is_other ? sequences_.at(index_of(handle, node)) : handle.sequence;
  }
  Schedule::Extent extent() const { return {stream_.program_tasks().size(), stream_.handles().size()}; }
  void wait_or_break(const std::function<void()>& wait);
  void wait_until_done(const std::optional<Schedule::Awaited>& awaited);

  // Submission: submission.cpp.
  void count();
  void add_task(Task& task, Following& now, bool is_own);
  std::uint32_t append(Task& task, const TaskStream::StreamTask& what, NodeId node, Following* now = nullptr);
  void annotate_priority(std::uint32_t number);
  void annotate(std::uint32_t number);
  void split(Task& task, std::uint32_t number, NodeId node, unsigned level);
  std::uint32_t append_child(Task& child, std::uint32_t parent, Following& now);
  bool splits(Task& task) const;
  void run_kernel(Task& task, NodeId node, std::vector<Task*>* tasks);
  void add_everywhere_task(Task& task);
  void run_everywhere();
  void run_everywhere(const Everywhere& each);
  void release(Task& task);

  // Task graphs and messages: task_graphs.cpp.
  Following* current() const;
  void submit_after(Task& task);
  void queue_task(Task& task, std::uint32_t after);
  void follow(Task& task, Following& now);
  void follow_or_fail(Task& task, Following& now);
  void add_events(Following& now);
  void unroll();
  void unroll(const OwnTask& own);
  void unroll(const MessageFunction& message);
  void drop_possible();

  std::recursive_mutex mutex_;  // recursive, because kernels run under it and may make handles
  SimulationInputs inputs_;
  std::shared_ptr<SimulationResult> result_;
  Machine machine_;
  std::shared_ptr<CostModel> costs_;
  TaskBlocks blocks_;
  TaskStream stream_;
  std::vector<HandleState*> handles_;  // indexed like the stream's; null: removed, or another node's
  std::unordered_map<std::uint32_t, VersionSequence> sequences_;  // other nodes' sequences, by stream index
  std::deque<Everywhere> everywhere_;                             // tasks whose kernels have not run
  std::deque<Possible> possible_;                                 // in this order
  std::vector<TaskStream::StreamAccess> accesses_;                // scratch
  Counter counter_;
  Progress progress_;

  // All null if the simulation only counts.
  std::unique_ptr<TaskCosts> costs_of_tasks_;
  std::unique_ptr<Predictor> predictor_;
  std::unique_ptr<Schedule> schedule_;  // first seed's schedule; null when the program has finished
  std::vector<ProgramStep> steps_;
  std::exception_ptr failure_;
  std::atomic<bool> is_broken_{false};  // a wait has thrown the failure
  bool is_finished_ = false;
  std::optional<ScheduleUse> schedule_use_;  // none: no schedule file
};

}  // namespace gusset::simulator
