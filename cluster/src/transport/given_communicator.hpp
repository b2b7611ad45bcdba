#pragma once
#include <cstddef>
#include <vector>

namespace gusset::cluster {

/// The bytes of the communicator that the program has passed to use_communicator; empty if it has not.
/// Thread-safe.
std::vector<std::byte> given_communicator();

}  // namespace gusset::cluster
