#pragma once
#include <exception>
#include <stdexcept>
#include <string>

namespace gusset {

/// An unusable setting from outside: "WHERE: expected …, found …".
class ConfigurationError : public std::runtime_error {
 public:
  ConfigurationError(const std::string& where, const std::string& expected, const std::string& found)
      : std::runtime_error(where + ": expected " + expected + ", found " + found) {}
  explicit ConfigurationError(const std::string& line) : std::runtime_error(line) {}
};

/// A request that the program must not make: for example, accessing data outside of kernels in a simulation,
/// or submitting a task that modifies data of another node.
class UsageError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// A task's exception, as a wait throws it. what() says which task failed and why; rethrow_nested() throws
/// the kernel's exception.
class TaskFailure : public std::runtime_error, public std::nested_exception {
 public:
  /// Must be constructed inside the handler of the kernel's exception.
  TaskFailure(const std::string& task, const std::string& why)
      : std::runtime_error("task '" + task + "' failed: " + why), task_(task), why_(why) {}

  /// The task type's name.
  const std::string& task() const { return task_; }
  /// What the kernel's exception said.
  const std::string& why() const { return why_; }

 private:
  std::string task_;
  std::string why_;
};

/// The program cancelled tasks.
class Cancelled : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Some tasks can never run, because nothing will complete what they wait for. what() names some of them,
/// with the version that each waits for.
class Deadlock : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A simulation cannot continue: a task type has no cost, or the platform does not fit.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gusset
