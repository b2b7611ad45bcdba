#pragma once
#include <exception>
#include <stdexcept>
#include <string>

namespace gusset {

/// A setting from outside that cannot be used: "WHERE: expected …, found …".
class ConfigurationError : public std::runtime_error {
 public:
  ConfigurationError(const std::string& where, const std::string& expected, const std::string& found)
      : std::runtime_error(where + ": expected " + expected + ", found " + found) {}
  explicit ConfigurationError(const std::string& line) : std::runtime_error(line) {}
};

/// Something a program asked for that cannot be done: data outside of kernels in simulation, a task that
/// modifies what another node owns.
class UsageError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// A task's exception, as whoever waits gets it: what() says which task failed and why;
/// rethrow_nested() throws what the kernel threw.
class TaskFailure : public std::runtime_error, public std::nested_exception {
 public:
  /// Within a handler of what the kernel threw.
  TaskFailure(const std::string& task, const std::string& why)
      : std::runtime_error("task '" + task + "' failed: " + why), task_(task) {}

  /// The name of its type.
  const std::string& task() const { return task_; }

 private:
  std::string task_;
};

/// Tasks were cancelled by the program.
class Cancelled : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Tasks that can never run: what they wait for is not coming. what() names some of them, with the version
/// that each waits for.
class Deadlock : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a simulation cannot go on with: a task type without a cost, a platform that does not fit.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gusset
