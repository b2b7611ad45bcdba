#pragma once
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

/// What a simulation cannot go on with: a task type without a cost, a platform that does not fit.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gusset
