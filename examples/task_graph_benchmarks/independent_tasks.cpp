#include <chrono>
#include <cstddef>
#include <cstdint>

#include "gusset/core/task_graph.hpp"
#include "measured.hpp"
#include "spin.hpp"
#include "tally.hpp"

namespace task_graph_benchmarks {

Measured independent_tasks(gusset::Runtime& runtime, std::size_t tasks, double spin_s) {
  const auto node = [grid = runtime.grid()](std::size_t task) {
    return gusset::NodeId(static_cast<std::uint32_t>(task % grid.nodes()));
  };
  Tally tally(runtime);
  gusset::TaskGraph<std::size_t> graph(runtime, "independent");
  graph.define({.in_degree = [](std::size_t) { return 1u; },
                .node = node,
                .work = [spin_s](std::size_t) { return work_of(spin_s); },
                .run =
                    [&](std::size_t task) {
                      spin(spin_s);
                      tally.ran(task);
                    }});
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t task = 0; task < tasks; ++task) graph.fulfil(task);
  runtime.wait();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  tally.check(tasks, node);
  return {tasks, 0, elapsed.count()};
}

}  // namespace task_graph_benchmarks
