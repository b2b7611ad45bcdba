#pragma once
#include <cstddef>
#include <cstdint>

#include "gusset/core/runtime.hpp"

namespace task_graph_benchmarks {

/// What a benchmark has done on all nodes.
struct Measured {
  std::uint64_t tasks = 0;
  std::uint64_t messages = 0;  ///< of the program's own; 0 if it sends none by hand
  double seconds = 0.0;
};

// Each function runs a task graph and throws std::runtime_error if a task did not run exactly once or has
// found wrong data. Without data nothing is checked.

/// Tasks without dependencies, spread over all nodes.
Measured independent_tasks(gusset::Runtime& runtime, std::size_t tasks, double spin_s);

enum class Messages { small, large };
/// Chains of tasks. Each task runs on the node after its predecessor's node, and gets numbers from it in a
/// message.
Measured chains(gusset::Runtime& runtime, std::size_t chains, std::size_t length, std::size_t numbers,
                Messages messages);

/// Columns of tasks. Each task waits for `dependencies` tasks of the column before, in its own row and the
/// rows above it. Nodes have neighbouring rows.
Measured many_dependencies(gusset::Runtime& runtime, std::size_t rows, std::size_t columns,
                           std::size_t dependencies, double spin_s);

}  // namespace task_graph_benchmarks
