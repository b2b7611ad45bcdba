#pragma once
#include <string>
#include <vector>

#include "gusset/simulator/platform/measured_network.hpp"

namespace gusset::cli {

/// The options of calibrate --network, as on the command line.
struct NetworkArguments {
  std::string nodes;     ///< empty: 2
  std::string launcher;  ///< empty: as find_launcher chooses
  std::string output;    ///< the platform to write; an error if empty
};

/// Measures the network between nodes, prints the results, and writes a platform. Returns the exit status.
/// Throws Failure.
int calibrate_network(const NetworkArguments& arguments);

/// The report on the network: a sentence and a table of the pairs, the slowest first.
std::string network_text(const simulator::Platform& platform,
                         const std::vector<simulator::MeasuredPair>& pairs,
                         const std::vector<std::string>& hosts);

}  // namespace gusset::cli
