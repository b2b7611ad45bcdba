#pragma once
#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gusset::bench {

/// How a child process ended.
struct ChildResult {
  std::string output;       ///< what it wrote to standard output
  std::string failure;      ///< empty, or how it failed: "exit status 1", "signal 11"
  double seconds = 0.0;     ///< from its start to its end
  double peak_bytes = 0.0;  ///< of its resident set
};

/// Runs a program, found in PATH, and arguments to its end; standard error is shared. Throws
/// std::runtime_error where it can't be started.
ChildResult run_child(std::vector<std::string> command);

/// The same for a program that must succeed; its output is dropped. Throws std::runtime_error where it fails.
ChildResult run_silently(const std::vector<std::string>& command);

/// Starts a program, found in PATH, as the first of a process group of its own; its standard output is
/// dropped. Throws std::runtime_error where there is none.
pid_t start_child(std::vector<std::string> command);

/// What a child writes that has nothing to measure.
inline constexpr const char* no_value = "-\n";

/// The number that a child writes; nothing where it writes `no_value`. Throws std::runtime_error "expected …,
/// found …" where it fails.
std::optional<double> run_child_for_number(std::vector<std::string> command);

/// Returns what `measure` returns in a copy of this process, so that its memory and its libraries' state
/// count for nothing else. Throws std::runtime_error where it fails there.
double in_child(const std::function<double()>& measure);

/// Path of the program that is running.
std::string own_path();

}  // namespace gusset::bench
