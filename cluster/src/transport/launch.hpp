#pragma once
#include <functional>
#include <string>

#include "gusset/base/result.hpp"

namespace gusset::cluster {

/// What started this process.
enum class Launcher {
  none,     ///< no launcher of parallel programs
  openmpi,  ///< Open MPI's mpirun
  mpich,    ///< MPICH's mpirun, or another that speaks its protocol, PMI
  slurm,    ///< SLURM's srun, which does not say for which MPI
};

/// A launcher's name in messages: "Open MPI's launcher", "MPICH's launcher", "srun".
std::string launcher_text(Launcher launcher);

/// How this process was started, from the launcher's environment variables. The defaults describe a process
/// that was started alone: no launcher, node 0 of 1.
struct Launch {
  Launcher launcher = Launcher::none;
  unsigned node = 0;        ///< from 0
  unsigned nodes = 1;       ///< processes that the launcher started together
  unsigned local_node = 0;  ///< among those on this host, from 0; 0 if the launcher does not say

  friend bool operator==(const Launch&, const Launch&) = default;
};

/// Looks up a variable; null if it is not set.
using Variables = std::function<const char*(const char* name)>;

/// How this process was started, from these variables (the environment's by default). Refuses variables of a
/// launcher that are not numbers, or a node number outside of the run.
Result<Launch> read_launch(const Variables& variables = {});

}  // namespace gusset::cluster
