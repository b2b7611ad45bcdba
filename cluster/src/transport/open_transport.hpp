#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "transport/launch.hpp"
#include "transport/plugin.hpp"
#include "transport/transport.hpp"

namespace gusset::cluster {

/// Settings that choose what carries the messages.
struct TransportChoice {
  std::string mpi = {};      ///< GUSSET_MPI: "openmpi" or "mpich"; empty: the launcher's
  std::string plugins = {};  ///< GUSSET_PLUGINS: the plug-ins' folder; empty: near the program, or installed
  MpiLimits limits = {};
  std::vector<std::byte> communicator = {};  ///< of the program; empty: all processes
};

/// Connects the processes that the launcher started, or those of the communicator. A process that was started
/// alone uses no MPI, unless GUSSET_MPI names one or the program has a communicator.
///
/// Errors: an unknown name; srun without GUSSET_MPI or a communicator; a plug-in that is missing, cannot be
/// loaded or is another version's; an MPI that does not find the processes that the launcher started, because
/// it is not the launcher's; and the errors that use_communicator lists.
Result<std::unique_ptr<Transport>> open_transport(const Launch& launch, const TransportChoice& choice = {});

}  // namespace gusset::cluster
