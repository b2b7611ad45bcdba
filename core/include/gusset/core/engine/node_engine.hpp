#pragma once
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

/// What surrounds the engine of one node: the other nodes' messages.
class Surroundings {
 public:
  /// Makes progress without blocking. Workers call it after each task and, with `is_idle`, again and again
  /// while they find nothing to do. Returns whether anything happened. Several threads may call it at once.
  /// It must not throw. It may call NodeEngine's functions, except help(), submit() and the waits. The
  /// engine's threads call it from before make_node_engine returns until Engine::finish.
  virtual bool poll(bool is_idle) = 0;
  /// Whether there are no other nodes. Then no thread but this process's own raises versions, and
  /// NodeEngine's functions are called by its workers and by threads that submit or wait. Must not change.
  virtual bool is_alone() const { return false; }
  /// A worker is about to run a task that may migrate (TaskCall::migratable); it holds the task's exclusive
  /// locks. Returns true if the task leaves instead: the task keeps what it holds, and is in flight, until
  /// NodeEngine::end_moved. Several threads may call it at once; it must not throw. It may call NodeEngine's
  /// functions, except help(), submit(), end_moved() and the waits.
  virtual bool takes_away(Task& task) {
    static_cast<void>(task);
    return false;
  }

 protected:
  ~Surroundings() = default;
};

/// Is called once when a handle has reached a version.
class VersionWatcher {
 public:
  /// Whoever reaches the version calls this, in its own thread and with nothing locked. The watcher may be
  /// destroyed inside. It may call NodeEngine's functions, except help() and the waits.
  virtual void reached() noexcept = 0;

 protected:
  ~VersionWatcher() = default;
};

/// The engine of one node among several. Executes tasks on threads as the engine "run" does, but other nodes
/// also raise the versions of its handles. Never reports a deadlock by itself, because a message may always
/// come; wait and wait_all therefore return only when their condition holds.
///
/// Poisoned handles: a failed task poisons the handles that it should have modified, and tasks that access a
/// poisoned handle later are skipped. Failures reach other nodes through failure_of() and fail().
class NodeEngine : public Engine {
 public:
  /// Registers an access that no task of this process represents; returns the version that it waits for. The
  /// caller must raise the handle by one access for it. Thread-safe.
  virtual std::uint32_t note(HandleState& handle, AccessMode mode) = 0;
  /// This process has skipped the task that uses a reservation (Engine::reserve): no task of this process
  /// will use that reserved access. The caller must raise the handle by one access for it. Thread-safe.
  virtual void note_reserved(HandleState& handle) = 0;
  /// Calls watcher.reached() once the handle has reached that version: inside this call if it already has. A
  /// handle must not be removed while watchers wait for it. Thread-safe.
  virtual void watch(HandleState& handle, std::uint32_t version, VersionWatcher& watcher) = 0;
  /// That many accesses have completed outside of this process's tasks. Tasks that become ready enter the
  /// policy as ReadyCause::arrived, and idle workers wake up. Thread-safe.
  virtual void raise(HandleState& handle, std::uint32_t accesses) = 0;
  /// Submits a task inside a poll, as submit() does outside of tasks; but starts no task meanwhile, however
  /// many are in flight. Thread-safe.
  virtual void submit_in_poll(Task& task) = 0;
  /// Completes a task that the surroundings have taken away (Surroundings::takes_away), and destroys it. If
  /// `failure`, a TaskFailure, is not null, the task counts as failed. Call it in a poll. Thread-safe.
  virtual void end_moved(Task& task, const std::exception_ptr& failure) = 0;
  /// Runs tasks and polls until is_done(), as a wait does. is_done must be cheap and thread-safe, and become
  /// true through sequentially consistent or locked operations. Throws UsageError inside a task.
  virtual void help(const std::function<bool()>& is_done) = 0;

  /// The number of tasks submitted to this engine and not completed. A result of 0 is exact if nobody submits
  /// meanwhile.
  virtual std::uint64_t in_flight() const = 0;
  /// The number of ready tasks that any worker may take. Only about right while workers run.
  virtual std::size_t ready() const = 0;
  /// Whether no worker has or looks for a task and no task is ready. Permanent until somebody submits or
  /// raises. Call it in the thread that helps, for example inside is_done of help().
  virtual bool is_still() const = 0;

  /// The failure that a reader of this version would be skipped for: a TaskFailure or Cancelled; null if
  /// none. Call it when the version is reached and before the reader's access is raised. Thread-safe.
  virtual std::exception_ptr failure_of(HandleState& handle, std::uint32_t version) = 0;
  /// From now on tasks that access this handle are skipped for this failure, and the next wait_all throws it
  /// if it is the first one. Call it before the raise that lets these tasks run. Thread-safe.
  virtual void fail(HandleState& handle, std::exception_ptr failure) = 0;
  /// The first failure since the last wait_all or take_failure, without forgetting it; null if none.
  /// Thread-safe.
  virtual std::exception_ptr failure() const = 0;
  /// Returns the first failure and forgets all failures and poison, as wait_all does. Null if there is none.
  virtual std::exception_ptr take_failure() = 0;

  /// Drops all tasks that wait for versions, when nothing on any node can ever run again. Returns a
  /// description of them, in the form of Deadlock::what(); empty if there are none. Watchers are dropped
  /// without a call. Afterwards each handle has the version that it would have if all accesses had completed.
  virtual std::string abandon() = 0;
};

/// Makes the engine of one node, which is not recorded. Takes the settings that the engine "run" takes;
/// Options::grid is left to the caller. The surroundings must outlive the engine. Throws ConfigurationError.
std::unique_ptr<NodeEngine> make_node_engine(const Options& options, Surroundings& surroundings);

/// The failure of a task whose kernel has thrown, as a TaskFailure. Call it in the exception's handler.
std::exception_ptr failure_of_kernel(const Task& task);

/// The failure of a task of another node, as a TaskFailure. `why` is what its kernel's exception said;
/// rethrow_nested() throws a std::runtime_error with this text.
std::exception_ptr make_remote_failure(const std::string& task, const std::string& why);

}  // namespace gusset
