#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gusset/core/options.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

class Plan;
namespace detail {
class TaskAllocator;
}

/// What lets a Runtime make tasks in its program's thread without asking the engine each time.
struct TaskSource {
  const void* thread = nullptr;  ///< detail::CurrentWorker::this_thread() of that thread; none: always ask
  detail::TaskAllocator* memory = nullptr;
  bool always_extra = false;  ///< tasks carry a TaskExtra
};

/// What stands behind a Runtime: it takes tasks and completes them, by threads or in simulated time.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Whether kernels run and handles have contents.
  virtual bool has_data() const = 0;
  virtual ProcessGrid grid() const = 0;
  /// Workers of each node, the submitting thread included.
  virtual unsigned workers() const = 0;

  /// The task whose kernel the calling thread is in, of this engine; null outside of kernels.
  virtual Task* running_task() const { return nullptr; }

  /// A handle appears; its id, name, size and owner are set.
  virtual void add_handle(HandleState& handle) = 0;
  /// A handle goes, after a wait for it.
  virtual void remove_handle(HandleState& handle) = 0;

  /// Memory for a task of `bytes` without its extra, which it gets where `wants_extra` or the engine needs
  /// one. Thread-safe.
  virtual TaskMemory allocate(std::size_t bytes, bool wants_extra) = 0;
  /// The same for the program's thread outside of kernels.
  virtual TaskSource task_source() { return {}; }
  /// Gives back the memory of a task that was never submitted.
  virtual void give_back(Task& task) = 0;
  /// Takes a task over, sets its accesses' versions, but for those marked TaskAccess::reserved, and completes
  /// it once these are reached. Thread-safe. Throws UsageError, and has not taken it then.
  virtual void submit(Task& task) = 0;

  /// The version that the handle has when all that was submitted so far has completed.
  virtual std::uint32_t submitted_version(HandleState& handle);
  /// Returns when the handle has that version; throws the exception of a failed task (see Runtime::wait).
  virtual void wait(HandleState& handle, std::uint32_t version) = 0;
  /// Returns when all tasks have completed.
  virtual void wait_all() = 0;

  /// Called once, after the last task: write results. Throws ConfigurationError where they cannot be written.
  virtual void finish() = 0;

  /// Registers an access before its task exists; returns the version it waits for. The handle's later
  /// accesses wait for it, so exactly one task must use it (TaskAccess::reserved).
  virtual std::uint32_t reserve(HandleState& handle, AccessMode mode);
  /// Until the next wait_all has returned, which throws Cancelled, no task is started.
  virtual void cancel();
  /// The same for tasks that access this handle, and those that depend on them.
  virtual void cancel(HandleState& handle);

  /// No task starts until resume() or a wait.
  virtual void pause() {}
  virtual void resume() {}

  /// Runs a captured graph, after what was submitted so far on the handles it accesses and before
  /// what is submitted later. Returns at once.
  virtual void run(Plan& plan);
  /// Called by the task that stands for a run of a plan, when all that it accesses is ready.
  virtual void start_planned(Task&) {}
};

/// An engine that can be chosen by name, and the settings it knows.
struct EngineKind {
  std::string name;
  std::vector<std::string> settings;
  std::function<std::unique_ptr<Engine>(const Options&)> make;  ///< throws ConfigurationError
};

/// Makes an engine known to this process. Libraries call it while the program starts; false where the name is
/// taken.
bool register_engine(EngineKind kind);

/// Names of the engines in this process: "run", then the others in alphabetical order.
std::vector<std::string> engine_names();

/// The engine that options ask for. Throws ConfigurationError: no engine of that name in this program (naming
/// those there are), no policy of that name, a setting that it does not know, a setting it refuses.
std::unique_ptr<Engine> make_engine(const Options& options);

}  // namespace gusset
