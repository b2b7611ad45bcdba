#pragma once
#include <map>
#include <string>
#include <vector>

namespace gusset::cli {

/// A program of the user's that Gusset's runtime executes in a way chosen from outside.
struct GuidedProgram {
  std::vector<std::string> command;              ///< at least the program
  std::string engine;                            ///< "record" or "simulate"
  std::map<std::string, std::string> variables;  ///< beyond the engine and the handshake
  /// Whether results may come from elsewhere, so that a program without Gusset's runtime is no failure.
  bool may_do_without_runtime = false;

  /// The program's file name, for messages and default outputs.
  std::string name() const;
};

/// What is left to do after it ended.
struct GuidedEnd {
  int exit_status = 0;         ///< pass it on where it is not 0
  unsigned runtimes_made = 0;  ///< 0 where the program failed before it made one, or was refused its settings
};

/// Runs it and finds out by the handshake file whether a runtime with the wanted engine executed it. Throws
/// Failure where the program can't be started, does not use Gusset, chose another engine, or was ended by a
/// signal. A program's own failure is not one of ours: it comes back as its exit status.
GuidedEnd run_guided(const GuidedProgram& program);

}  // namespace gusset::cli
