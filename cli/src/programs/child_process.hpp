#pragma once
#include <map>
#include <string>
#include <vector>

#include "start_program.hpp"

namespace gusset::cli {

/// How a child process ended.
struct ChildEnd : ProcessEnd {
  int interruption = 0;  ///< a signal that asked gusset itself to stop meanwhile, or 0
};

/// Starts a program (found in PATH where its name has no slash) with the caller's streams and folder and
/// waits for its end. In its environment `variables` replace the caller's of the same names and all of the
/// caller's GUSSET_ variables. Throws
/// Failure where the program can't be started. While one of these runs, a StopSignals must exist.
ChildEnd run_child(const std::vector<std::string>& command,
                   const std::map<std::string, std::string>& variables);

/// While one exists, SIGINT, SIGTERM, SIGHUP and SIGQUIT do not end gusset but are noted and passed on to the
/// child, so that gusset can clean up after it. A terminal sends its signals to both by itself; those are not
/// passed on again. At most one at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// The last such signal, or 0.
  static int received();
};

}  // namespace gusset::cli
