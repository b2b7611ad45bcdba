#pragma once
#include <cstddef>
#include <memory>
#include <span>

#include "gusset/base/result.hpp"
#include "transport/transport.hpp"

namespace gusset::cluster {

/// Limits that tests make small.
struct MpiLimits {
  /// Long messages are sent in parts of this many bytes, because MPI counts bytes with an int.
  std::size_t part_bytes = std::size_t{1} << 30;
};

/// What a plug-in offers: a variable of this type named by plugin_symbol, with C linkage.
struct Plugin {
  /// Gusset's version. The other members may differ between versions, so this one stays first.
  const char* version;
  /// Connects all processes or, if the program has passed a communicator, the communicator's processes.
  /// `communicator` holds the communicator's bytes; empty: none. Starts MPI unless the program has done so;
  /// an MPI that Gusset has started ends with the process. All nodes call this; it waits for them.
  Result<std::unique_ptr<Transport>> (*open)(const MpiLimits& limits,
                                             std::span<const std::byte> communicator);
};

inline constexpr const char* plugin_symbol = "gusset_mpi_plugin";

}  // namespace gusset::cluster
