#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::cluster {

/// The time of messages of one size between two nodes.
struct PingPong {
  unsigned first = 0;
  unsigned second = 0;  ///< above `first`
  std::uint64_t bytes = 0;
  double one_way_s = 0.0;  ///< median of half the round trips
  friend bool operator==(const PingPong&, const PingPong&) = default;
};

/// What node 0 knows after a measurement.
struct NetworkMeasurement {
  std::vector<std::string> hosts;    ///< of each node
  std::vector<PingPong> ping_pongs;  ///< ordered by pair and size
};

/// Sends messages of 8 B to 4 MiB back and forth between any two of the processes that a launcher started,
/// one pair after the other. All of them must call this; `mpi` and `plugins` are GUSSET_MPI and
/// GUSSET_PLUGINS, or empty. The result is empty except on node 0. Fails if the processes can't be connected.
Result<NetworkMeasurement> measure_network(const std::string& mpi, const std::string& plugins);

}  // namespace gusset::cluster
