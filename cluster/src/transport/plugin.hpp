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
  const char* version;  ///< Gusset's. The other members may differ between versions, so it stays first.
  /// Connects all processes, or those of the program's communicator if it has given one (its bytes). Starts
  /// MPI, unless the program has done so; MPI then ends with the process. All nodes call this; it waits for
  /// them.
  Result<std::unique_ptr<Transport>> (*open)(const MpiLimits& limits,
                                             std::span<const std::byte> communicator);
};

inline constexpr const char* plugin_symbol = "gusset_mpi_plugin";

}  // namespace gusset::cluster
