#pragma once
#include <map>
#include <string>
#include <vector>

namespace gusset::cli {

/// Runs the program of one node, whose number is this process's rank among the processes that a launcher
/// started. Writes to standard error a record of the program's start and one of its end (see
/// node_record.hpp), and in between the program's own standard error with "node N: " before each line. Only
/// node 0 has standard output. `variables` are the settings of Gusset's runtime; without GUSSET_THREADS, the
/// node gets its share of the host's cores. Returns 0 only if the program ended as it should. With any other
/// status, the launcher ends the other nodes.
int run_node(const std::map<std::string, std::string>& variables, const std::vector<std::string>& program);

}  // namespace gusset::cli
