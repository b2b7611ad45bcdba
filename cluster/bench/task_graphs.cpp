#include "task_graphs.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "bench/statistics.hpp"
#include "gusset/core/task_graph.hpp"

namespace gusset::cluster::bench {
namespace {

using gusset::bench::Stopwatch;
using Key = std::array<std::uint32_t, 2>;  // row and column

void require_equal(std::size_t expected, std::size_t found) {
  if (found != expected) {
    throw std::runtime_error("expected " + std::to_string(expected) + " tasks, found " +
                             std::to_string(found));
  }
}

}  // namespace

double independent_tasks_s(Runtime& runtime, std::size_t tasks) {
  TaskGraph<std::size_t> graph(runtime, "independent");
  const std::size_t nodes = runtime.grid().nodes();
  std::atomic<std::size_t> runs{0};
  graph.define(
      {.in_degree = [](std::size_t) { return 1u; },
       .node = [=](std::size_t task) { return NodeId(task % nodes); },
       .run = [&](std::size_t) { runs.fetch_add(1, std::memory_order_relaxed); }});  // relaxed: a count
  const Stopwatch watch;
  for (std::size_t task = 0; task < tasks; ++task) graph.fulfil(task);
  runtime.wait();
  const double seconds = watch.seconds();
  require_equal(tasks, runtime.engine().sum_over_nodes(runs));
  return seconds;
}

double many_dependencies_s(Runtime& runtime, std::size_t columns) {
  constexpr std::size_t rows = ManyDependencies::rows;
  const std::size_t nodes = runtime.grid().nodes();
  TaskGraph<Key> graph(runtime, "many dependencies");
  std::atomic<std::size_t> runs{0};
  graph.define({.in_degree =
                    [](const Key& key) {
                      return key[1] == 0 ? 1u : static_cast<std::uint32_t>(ManyDependencies::dependencies);
                    },
                .node = [=](const Key& key) { return NodeId(key[0] * nodes / rows); },
                .run = [&](const Key&) { runs.fetch_add(1, std::memory_order_relaxed); },  // relaxed: a count
                .then =
                    [&](const Key& key) {
                      if (key[1] + 1 == columns) return;
                      for (std::uint32_t k = 0; k < ManyDependencies::dependencies; ++k)
                        graph.fulfil({static_cast<std::uint32_t>((key[0] + k) % rows), key[1] + 1});
                    }});
  const Stopwatch watch;
  for (std::uint32_t row = 0; row < rows; ++row) graph.fulfil({row, 0});
  runtime.wait();
  const double seconds = watch.seconds();
  require_equal(rows * columns, runtime.engine().sum_over_nodes(runs));
  return seconds;
}

}  // namespace gusset::cluster::bench
