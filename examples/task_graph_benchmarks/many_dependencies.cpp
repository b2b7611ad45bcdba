#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "gusset/core/task_graph.hpp"
#include "measured.hpp"
#include "spin.hpp"
#include "tally.hpp"

namespace task_graph_benchmarks {

Measured many_dependencies(gusset::Runtime& runtime, std::size_t rows, std::size_t columns,
                           std::size_t dependencies, double spin_s) {
  using Key = std::array<std::size_t, 2>;  // row and column
  const auto node_of_row = [nodes = runtime.grid().nodes(), rows](std::size_t row) {
    return gusset::NodeId(static_cast<std::uint32_t>(row * nodes / rows));
  };
  Tally tally(runtime);
  // The number of columns that are done, for each row of this node. Tasks check with it that their
  // predecessors have run.
  std::vector<std::atomic<std::size_t>> done(runtime.has_data() ? rows : 0);
  const auto check = [&](const Key& key) {
    for (std::size_t k = 0; key[1] > 0 && k < dependencies; ++k) {
      const std::size_t before = (key[0] + rows - k) % rows;
      // relaxed: the task graph orders the tasks
      if (runtime.engine().holds(node_of_row(before)) &&
          done[before].load(std::memory_order_relaxed) < key[1])
        throw std::runtime_error("a task has started before a task that it waits for has ended");
    }
  };
  gusset::TaskGraph<Key> graph(runtime, "many dependencies");
  graph.define(
      {.in_degree =
           [&](const Key& key) { return key[1] == 0 ? 1u : static_cast<std::uint32_t>(dependencies); },
       .node = [&](const Key& key) { return node_of_row(key[0]); },
       .work = [&](const Key&) { return work_of(spin_s); },
       .run =
           [&](const Key& key) {
             check(key);
             spin(spin_s);
             tally.ran(key[1] * rows + key[0]);
             done[key[0]].store(key[1] + 1, std::memory_order_relaxed);
           },
       .then =
           [&](const Key& key) {
             for (std::size_t k = 0; key[1] + 1 < columns && k < dependencies; ++k)
               graph.fulfil({(key[0] + k) % rows, key[1] + 1});
           }});
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t row = 0; row < rows; ++row) graph.fulfil({row, 0});
  runtime.wait();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  tally.check(rows * columns, [&](std::size_t task) { return node_of_row(task % rows); });
  return {rows * columns, 0, elapsed.count()};
}

}  // namespace task_graph_benchmarks
