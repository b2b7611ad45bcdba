#pragma once
#include <sys/types.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gusset::cli {

/// The signals that ask a command to stop: SIGINT, SIGTERM, SIGHUP and SIGQUIT, without those that the caller
/// chose to ignore (nohup, a background job).
sigset_t stop_signal_set();

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

}  // namespace gusset::cli
