#pragma once
#include <map>
#include <string>
#include <vector>

#include "launcher.hpp"

namespace gusset::cli {

/// A program to run on several nodes.
struct ClusterRun {
  Launcher launcher;
  unsigned nodes = 1;
  std::string grid;                              ///< as the start message names it: "2x2"
  std::map<std::string, std::string> variables;  ///< settings of Gusset's runtime, without the engine
  std::vector<std::string> program;              ///< the program and its arguments; not empty
};

/// Passes on this process's environment variables that choose an MPI (GUSSET_MPI) and the folder with the
/// plug-ins (GUSSET_PLUGINS).
void pass_on_plugins(ClusterRun& run);

/// Runs the program as one process per node, and passes on its output: node 0's standard output, and the
/// standard error of all nodes, with "node N: " before each line. Reports on standard error how many nodes
/// started, and on which hosts. When a node fails, ends the others. Returns the number of runtimes that each
/// node made. Throws a Failure that names the node that failed first, and how it failed; or names the
/// launcher. A StopSignals must exist during the call.
unsigned run_on_nodes(const ClusterRun& run);

}  // namespace gusset::cli
