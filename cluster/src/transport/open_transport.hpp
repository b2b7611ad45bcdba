#pragma once
#include <memory>
#include <string>

#include "gusset/base/result.hpp"
#include "transport/launch.hpp"
#include "transport/plugin.hpp"
#include "transport/transport.hpp"

namespace gusset::cluster {

/// Settings that choose what carries the messages.
struct TransportChoice {
  std::string mpi = {};      ///< GUSSET_MPI: "openmpi" or "mpich"; empty: the launcher's
  std::string plugins = {};  ///< GUSSET_PLUGINS: the plug-ins' folder; empty: those of the installation
  MpiLimits limits = {};
};

/// Connects the processes that the launcher started. A process that was started alone starts no MPI, unless
/// GUSSET_MPI names one.
///
/// Errors: an unknown name; srun without GUSSET_MPI; a plug-in that is missing, cannot be loaded or is
/// another version's; a failure of MPI; an MPI that does not find the processes that the launcher started,
/// because it is not the launcher's.
Result<std::unique_ptr<Transport>> open_transport(const Launch& launch, const TransportChoice& choice = {});

}  // namespace gusset::cluster
