#pragma once
#include <string>
#include <vector>

#include "gusset/simulator/platform/measured_network.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::cli {

/// The hidden command that each node of calibrate --network runs.
inline constexpr const char* network_node_command = "network-node";

/// What node 0 reports to the command that started the nodes.
struct NetworkDocument {
  simulator::Platform node;  ///< describes node 0
  std::vector<std::string> hosts;
  std::vector<simulator::MessageTime> times;
};

/// Measures the network as one of the nodes that a launcher started. Node 0 writes the document to `path`.
/// Each node reports its success or failure to run-node. Returns the exit status.
int measure_as_node(const std::string& path);

/// Reads the document that a measurement on that many nodes wrote. Throws Failure.
NetworkDocument read_network_document(const std::string& path, unsigned nodes);

}  // namespace gusset::cli
