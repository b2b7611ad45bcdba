#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "start_program.hpp"

namespace gusset::cli {

struct ChildEnd : ProcessEnd {
  int interruption = 0;  ///< a signal that asked gusset to stop while the child ran, or 0
};

/// Starts a program with the caller's streams and working directory, and waits for its end. Looks the program
/// up in PATH if its name has no slash. `variables` replace the caller's variables of the same names, and
/// all of the caller's GUSSET_ variables. A StopSignals must exist during the call. Throws Failure if the
/// program can't be started.
ChildEnd run_child(const std::vector<std::string>& command,
                   const std::map<std::string, std::string>& variables);

/// Where the output of a child goes, and who takes care of it.
struct ChildOutput {
  int output_descriptor = -1;     ///< for the child's standard output; -1: the caller's
  int errors_descriptor = -1;     ///< for the child's standard error; -1: the caller's
  bool ends_with_parent = false;  ///< as in ProgramStart
  /// Called with the child's process ID after the child has started. A child that ends before this
  /// function returns stays a zombie, so its process ID remains valid.
  std::function<void(pid_t)> after_start;
};

/// Like the function above, with other streams for the child.
ChildEnd run_child(const std::vector<std::string>& command,
                   const std::map<std::string, std::string>& variables, const ChildOutput& output);

/// While an instance exists, SIGINT, SIGTERM, SIGHUP and SIGQUIT do not end gusset; they are recorded and
/// passed on to the child, so that gusset can clean up after it. Signals from the terminal are not passed on,
/// because the terminal sends them to both. At most one instance at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// The last recorded signal, or 0.
  static int received();
};

}  // namespace gusset::cli
