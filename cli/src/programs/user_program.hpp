#pragma once
#include <map>
#include <string>
#include <vector>

namespace gusset::cli {

/// A user's program to run with settings for Gusset's runtime.
struct UserProgram {
  std::vector<std::string> command;              ///< the program and its arguments; not empty
  std::string engine;                            ///< "record" or "simulate"
  std::map<std::string, std::string> variables;  ///< in addition to the engine and the handshake
  /// Whether results may come from elsewhere. A program without Gusset's runtime then does not count as a
  /// failure.
  bool may_do_without_runtime = false;

  /// The program's file name, for messages and default outputs.
  std::string name() const;
};

struct UserProgramEnd {
  int exit_status = 0;         ///< pass it on unless it is 0
  unsigned runtimes_made = 0;  ///< 0 if the program failed first, or a runtime refused its settings
};

/// Runs the program and checks in the handshake file that a runtime with the requested engine executed it.
/// Throws Failure if the program can't be started, does not use Gusset, chose another engine, or was ended by
/// a signal. A failure of the program itself is not a Failure: its exit status is returned.
UserProgramEnd run_user_program(const UserProgram& program);

}  // namespace gusset::cli
