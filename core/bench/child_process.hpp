#pragma once
#include <optional>
#include <string>
#include <vector>

namespace gusset::bench {

/// How a child process ended.
struct ChildResult {
  std::string output;   ///< what it wrote to standard output
  std::string failure;  ///< empty, or how it failed: "exit status 1", "signal 11"
};

/// Runs a program, a path and arguments, to its end; standard error is shared. Throws std::runtime_error
/// where it can't be started.
ChildResult run_child(std::vector<std::string> command);

/// What a child writes that has nothing to measure.
inline constexpr const char* no_value = "-\n";

/// The number that a child writes; nothing where it writes `no_value`. Throws std::runtime_error "expected …,
/// found …" where it fails.
std::optional<double> run_child_for_number(std::vector<std::string> command);

/// Path of the program that is running.
std::string own_path();

}  // namespace gusset::bench
