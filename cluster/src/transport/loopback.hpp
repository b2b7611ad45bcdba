#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "transport/transport.hpp"

namespace gusset::cluster {

/// What the loopback does to messages.
struct LoopbackOptions {
  std::uint64_t seed = 0;
  /// Each message and completion arrives after a random number of the receiving node's polls, at most this
  /// many; so they overtake each other. 0: at the next poll, in order.
  unsigned longest_delay = 0;
};

/// Nodes in one process, for example one per thread. Each transport may be used and destroyed by its own
/// thread. If one thread polls all of them, the same seed gives the same order.
std::vector<std::unique_ptr<Transport>> make_loopback(unsigned nodes, LoopbackOptions options = {});

/// The only node of a run.
std::unique_ptr<Transport> make_solo();

}  // namespace gusset::cluster
