#pragma once
#include <optional>
#include <string>

#include "row.hpp"

namespace gusset::cluster::bench {

/// Measures on the nodes that a launcher has started, or with the engine `run` on one. All nodes call it.
/// Returns the value on node 0 and nothing on the others. Throws std::runtime_error if tasks computed a wrong
/// result, and ConfigurationError.
std::optional<double> measure(const std::string& engine, const Work& work, unsigned threads);

}  // namespace gusset::cluster::bench
