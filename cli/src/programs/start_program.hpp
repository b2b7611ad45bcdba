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
/// ignores (nohup, a background job).
sigset_t stop_signal_set();

struct ProcessEnd {
  int exit_status = 0;  ///< valid unless a signal ended the process
  int signal = 0;       ///< the signal that ended the process, or 0
};

struct ProgramStart {
  std::vector<std::string> command;  ///< the program is looked up in PATH if its name has no slash
  /// These replace the caller's variables with the same names, and all of the caller's GUSSET_ variables.
  std::map<std::string, std::string> variables;
  sigset_t signal_mask{};  ///< the program's signal mask
  /// The file for standard error, if not empty. The program then gets a new process group and no standard
  /// input, and its standard output is discarded.
  std::filesystem::path errors;
  int output_descriptor = -1;  ///< descriptor for standard output; -1: the caller's
  int errors_descriptor = -1;  ///< descriptor for standard error; -1: the caller's
  /// Whether the system kills the program when this process dies, however it dies. Not with `errors`; only
  /// for processes with a single thread.
  bool ends_with_parent = false;
};

/// Starts the program and returns its process number. Throws Failure if it can't be started.
pid_t start_program(const ProgramStart& start);

/// Waits for the process to end.
ProcessEnd reap(pid_t process);

/// What a program writes to standard output; standard error is discarded. Nothing if the program can't be
/// started or ends with anything but exit status 0.
std::optional<std::string> captured_output(const std::vector<std::string>& command);

/// Pointers for `exec`. `words` must outlive the result.
std::vector<char*> pointers(std::vector<std::string>& words);

}  // namespace gusset::cli
