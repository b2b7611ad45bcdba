#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gusset/base/run_statistics.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

class MessageKind;
class Plan;
struct OutgoingMessage;
namespace detail {
class TaskAllocator;
}

/// Lets a Runtime make tasks in its program's thread without asking the engine each time.
struct TaskSource {
  const void* thread = nullptr;  ///< CurrentWorker::this_thread() of that thread; null: ask the engine
  detail::TaskAllocator* memory = nullptr;
  bool always_extra = false;  ///< tasks carry a TaskExtra
};

/// An access of a task that has not been built.
struct Use {
  HandleState* handle = nullptr;
  AccessMode mode = AccessMode::read;
  bool is_reserved = false;            ///< the access was registered by Engine::reserve
  std::uint32_t reserved_version = 0;  ///< the version that it waits for, if is_reserved
};

/// Executes a Runtime's tasks, with threads or in simulated time.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Whether kernels run and handles have contents.
  virtual bool has_data() const = 0;
  virtual ProcessGrid grid() const = 0;
  /// The number of workers per node, including the submitting thread.
  virtual unsigned workers() const = 0;

  /// The engine whose workers run the kernels of this engine's tasks in this process.
  virtual const Engine& worker_engine() const { return *this; }
  /// The task of this engine whose kernel the calling thread is in; null outside of kernels.
  virtual Task* running_task() const { return nullptr; }

  /// The id of a new handle, unique in this engine. Thread-safe.
  virtual HandleId new_handle_id() {
    return HandleId(handle_ids_.fetch_add(1, std::memory_order_relaxed));  // relaxed: ids need only differ
  }
  /// Announces a new handle; its id, name, size and owner are set.
  virtual void add_handle(HandleState& handle) = 0;
  /// Removes a handle. The caller has waited for its tasks.
  virtual void remove_handle(HandleState& handle) = 0;
  /// Called after all handles of one piece of data, for example a matrix, have been removed. The program
  /// looks at no contents between these removals, but may do so after this call.
  virtual void removed_data() noexcept {}

  /// Returns memory for a task of `bytes`, not counting its TaskExtra. Adds the extra if `wants_extra` is set
  /// or the engine needs one. Thread-safe.
  virtual TaskMemory allocate(std::size_t bytes, bool wants_extra) = 0;
  /// Lets the program's thread allocate tasks itself, outside of kernels.
  virtual TaskSource task_source() { return {}; }
  /// Takes back the memory of a task that was never submitted.
  virtual void give_back(Task& task) = 0;
  /// Takes ownership of a task. Sets the versions of its accesses, except those marked TaskAccess::reserved,
  /// and executes the task once these versions are reached. Thread-safe. Throws UsageError, and then the
  /// caller keeps the task.
  virtual void submit(Task& task) = 0;

  /// The version that the handle will have once all accesses submitted so far have completed.
  virtual std::uint32_t submitted_version(HandleState& handle);
  /// Returns when the handle has reached that version. Throws a failed task's exception (see Runtime::wait).
  virtual void wait(HandleState& handle, std::uint32_t version) = 0;
  /// Returns when all tasks have completed.
  virtual void wait_all() = 0;
  /// Whether a wait has thrown because the run cannot continue. Further waits throw the same exception, and
  /// the destructors of handles and of the runtime do not wait. Thread-safe.
  virtual bool is_broken() const { return false; }

  /// Tells the engine how the run used its schedule file, if there is one. Called before finish().
  virtual void use_schedule(const ScheduleUse&) {}
  /// Writes the results. Called once, after the last task. Throws ConfigurationError if they cannot be
  /// written.
  virtual void finish() = 0;

  /// Registers an access before its task exists and returns the version that it waits for. Later accesses to
  /// the handle wait for it, so exactly one task must use it (TaskAccess::reserved).
  virtual std::uint32_t reserve(HandleState& handle, AccessMode mode);
  /// Starts no task until the end of the next wait_all, which throws Cancelled.
  virtual void cancel();
  /// Cancels the tasks that access this handle, and the tasks that depend on them.
  virtual void cancel(HandleState& handle);

  /// From now on, starts no task until resume() or a wait.
  virtual void pause() {}
  virtual void resume() {}

  /// Runs a captured graph: after everything submitted so far on the handles that it accesses, and before
  /// everything submitted later. Returns at once.
  virtual void run(Plan& plan);
  /// Called by the task that represents a run of a plan, once everything that it accesses is ready.
  virtual void start_planned(Task&) {}

  /// The node that this process is, if each node is a process; none if this process represents all nodes.
  /// Never changes.
  virtual NodeId here() const { return {}; }
  /// Whether this process has the contents of data with that owner.
  bool holds(NodeId owner) const {
    const NodeId node = here();
    return node.is_none() || owner == node || owner == every_node;
  }
  /// Offers a task to the engine before it is submitted, and before it is built if that is possible. Called
  /// if this process is one node. `node` is the task's place, which may be every_node, and `uses` are its
  /// accesses, each handle once. Returns true if the task belongs to another node and the engine has noted
  /// it: it is not submitted then. Returns false if this process must submit it, which follows in the same
  /// thread, unless building it throws. Thread-safe. Throws UsageError.
  virtual bool pass_by(const TaskCall&, NodeId /*node*/, std::span<const Use> /*uses*/) { return false; }
  /// The address of a handle's contents for use outside of tasks. The caller has waited for the handle's
  /// tasks.
  virtual void* contents(HandleState& handle);
  /// Asks whether this process writes a handle's initial contents, before the program writes them outside of
  /// tasks. The caller has waited for the handle's tasks.
  virtual bool fill(HandleState&) { return true; }
  /// Called on every node after fill(), even without data; on the node that writes the initial contents,
  /// after it has written them. Reads submitted from now on get the new contents.
  virtual void filled(HandleState&) {}

  // Task graphs (TaskGraph) and active messages.

  /// The node of the kernel, function `then` or message's function that the calling thread runs; none in the
  /// program itself and in tasks that every node runs.
  virtual NodeId place() const;
  /// Submits a detached task that accesses nothing and has a node. Other nodes know nothing of it.
  /// Thread-safe, also in messages. Throws UsageError, and then the caller keeps the task.
  virtual void submit_own(Task& task) { submit(task); }
  /// Registers a kind of message. All nodes register the same kinds in the same order.
  virtual void add_messages(MessageKind&) {}
  virtual void remove_messages(MessageKind&) {}
  /// Sends a message from place(), which must be a node, to another node.
  virtual void send(MessageKind& kind, OutgoingMessage message);
  /// The sum of all nodes' values. All nodes call it, outside of tasks, after the same wait_all.
  virtual std::uint64_t sum_over_nodes(std::uint64_t value) { return value; }

  /// Whether the engine wants to know what tasks of task graphs wait for.
  virtual bool follows_events() const { return false; }
  /// The event that other tasks wait for if the calling thread fulfils them now: a task's end, or a message's
  /// arrival. None for the program itself, or if the engine does not follow events.
  virtual EventId event() { return {}; }
  /// Says which events the task whose kernel the calling thread begins has waited for.
  virtual void begins_after(std::span<const EventId>) {}

 private:
  std::atomic<std::uint32_t> handle_ids_{0};
};

/// An engine that can be chosen by name, and the settings that it accepts.
struct EngineKind {
  std::string name;
  std::vector<std::string> settings;
  std::function<std::unique_ptr<Engine>(const Options&)> make;  ///< throws ConfigurationError
};

/// Registers an engine in this process. Libraries call it during program start-up. Returns false if the name
/// is taken.
bool register_engine(EngineKind kind);

/// Names of the engines in this process: "run", then the others in alphabetical order.
std::vector<std::string> engine_names();

/// Makes the engine that the options ask for. Throws ConfigurationError if this program has no engine of that
/// name (the error lists the engines that it has), if it has no policy of the requested name, or if the
/// engine does not know or accept a setting.
std::unique_ptr<Engine> make_engine(const Options& options);

}  // namespace gusset
