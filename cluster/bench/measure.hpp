#pragma once
#include <string>

#include "row.hpp"

namespace gusset::cluster::bench {

/// Measures on the nodes that a launcher has started, or with the engine `run` on one. All nodes call it;
/// node 0 prints the value, or gusset::bench::no_value if METG(50 %) does not exist. Throws
/// std::runtime_error if tasks computed a wrong result, and ConfigurationError.
void measure_and_print(const std::string& engine, const Work& work, unsigned threads);

}  // namespace gusset::cluster::bench
