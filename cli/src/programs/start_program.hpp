#pragma once
#include <sys/types.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gusset::cli {

/// The signals that ask a command to stop: SIGINT, SIGTERM, SIGHUP and SIGQUIT, without those that the caller
/// chose to ignore (nohup, a background job).
sigset_t stop_signal_set();

/// How a process ended.
struct ProcessEnd {
  int exit_status = 0;  ///< where no signal ended it
  int signal = 0;       ///< that ended it, or 0
};

/// How to start a program.
struct ProgramStart {
  std::vector<std::string> command;  ///< found in PATH where its name has no slash
  /// Replace the caller's of the same names and all of the caller's GUSSET_ variables.
  std::map<std::string, std::string> variables;
  sigset_t signal_mask{};  ///< that the program has
  /// Not empty: it is in a process group of its own, reads and writes nothing, and its errors go to this
  /// file.
  std::filesystem::path errors;
};

/// Starts it and returns its process number. Throws Failure where it can't be started.
pid_t start_program(const ProgramStart& start);

/// Waits for its end.
ProcessEnd reap(pid_t process);

/// What a program writes to standard output; its errors go nowhere. Nothing where it can't be started or ends
/// otherwise than with exit status 0.
std::optional<std::string> captured_output(const std::vector<std::string>& command);

/// Words as `exec` takes them, which must outlive the result.
std::vector<char*> pointers(std::vector<std::string>& words);

}  // namespace gusset::cli
