#pragma once
#include <cstddef>

#include "gusset/core/runtime.hpp"

namespace gusset::cluster::bench {

// Task graphs, as TaskTorrent's authors measure them (Cambier, Qian and Darve 2020). Each returns the seconds
// that it took. Checks what it did, and throws std::runtime_error if that is wrong.

/// Empty tasks without dependencies, dealt out to the nodes in turn.
double independent_tasks_s(Runtime& runtime, std::size_t tasks);

/// Columns of empty tasks. Each waits for tasks of its own and of 7 neighbouring rows in the column before.
/// Nodes have neighbouring rows.
struct ManyDependencies {
  static constexpr std::size_t rows = 32;
  static constexpr std::size_t dependencies = 8;
};
double many_dependencies_s(Runtime& runtime, std::size_t columns);

}  // namespace gusset::cluster::bench
