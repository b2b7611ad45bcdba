#pragma once
#include <string>
#include <vector>

namespace gusset::cli {

/// The command that starts one process per node.
struct Launcher {
  enum class Kind {
    openmpi,  ///< mpirun of Open MPI
    mpich,    ///< mpirun of MPICH (Hydra)
    slurm,    ///< srun
  };
  Kind kind = Kind::openmpi;
  std::vector<std::string> words;  ///< the program and the user's options; not empty

  /// The launcher as messages name it: "mpirun (Open MPI)".
  std::string name() const;
};

/// The launcher in `text`, the value of the command's --launcher: a command line whose words may be quoted as
/// in a shell. If `text` is empty: mpirun or, if PATH has no mpirun, srun. Asks the program for its version.
/// Throws Failure if there is no launcher, or an unknown one.
Launcher find_launcher(const std::string& command, const std::string& text);

/// The command line that starts `command` on that many nodes. Lets each process use all the launcher's cores,
/// unless the user's options bind processes. `is_oversubscribed`: there are more nodes than Open MPI has
/// slots.
std::vector<std::string> launch_command(const Launcher& launcher, unsigned nodes, bool is_oversubscribed,
                                        const std::vector<std::string>& command);

}  // namespace gusset::cli
