#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gusset/core/options.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

/// What stands behind a Runtime: it takes tasks and completes them, by threads or in simulated time.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Whether kernels run and handles have contents.
  virtual bool has_data() const = 0;
  virtual ProcessGrid grid() const = 0;
  /// Workers of each node, the submitting thread included.
  virtual unsigned workers() const = 0;

  /// Whether the calling thread is inside a kernel of this engine.
  virtual bool in_task() const { return false; }

  /// A handle appears; its id, name, size and owner are set.
  virtual void add_handle(detail::HandleState& handle) = 0;
  /// A handle goes, after a wait for it.
  virtual void remove_handle(detail::HandleState& handle) = 0;

  /// Memory for one task's block, aligned to alignof(std::max_align_t); given back by the engine when the
  /// task is done. Thread-safe.
  virtual void* allocate(std::size_t bytes) = 0;
  /// Takes a task over, sets its number, its parent and its accesses' versions, and completes it once these
  /// are reached. Thread-safe.
  virtual void submit(Task& task) = 0;

  /// Returns when all tasks submitted so far that access the handle have completed; throws the exception of a
  /// failed one (see Runtime::wait). Inside a task it throws UsageError instead of waiting.
  virtual void wait(detail::HandleState& handle) = 0;
  /// The same for all tasks.
  virtual void wait_all() = 0;

  /// Called once, after the last task: write results. Throws ConfigurationError where they cannot be written.
  virtual void finish() = 0;
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
/// those there are), a setting that it does not know, a setting it refuses.
std::unique_ptr<Engine> make_engine(const Options& options);

}  // namespace gusset
