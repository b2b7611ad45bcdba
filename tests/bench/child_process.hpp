#pragma once
#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gusset::bench {

/// How a child process ended.
struct ChildResult {
  std::string output;       ///< its standard output
  std::string failure;      ///< why it failed: "exit status 1", "signal 11"; empty if it did not
  double seconds = 0.0;     ///< wall time from start to end
  double peak_bytes = 0.0;  ///< peak size of its resident set
};

/// Runs a program with arguments, searching PATH, and waits for its end. The child shares our standard error.
/// Throws std::runtime_error if the program can't be started.
ChildResult run_child(std::vector<std::string> command);

/// Like run_child(), but discards the output, and throws std::runtime_error if the program fails.
ChildResult run_silently(const std::vector<std::string>& command);

/// Starts a program, searching PATH, as the leader of a new process group. Discards its standard output.
/// Throws std::runtime_error if the program can't be started.
pid_t start_child(std::vector<std::string> command);

/// The output of a child that has nothing to measure.
inline constexpr const char* no_value = "-\n";

/// Runs a child and returns the number that it writes; nothing if it writes `no_value`. Throws
/// std::runtime_error "expected …, found …" if the child fails.
std::optional<double> run_child_for_number(std::vector<std::string> command);

/// Runs `measure` in a forked copy of this process and returns its result, so that the memory and the library
/// state it leaves behind affect no other measurement. Throws std::runtime_error if `measure` fails.
double in_child(const std::function<double()>& measure);

/// Path of the running program.
std::string own_path();

}  // namespace gusset::bench
