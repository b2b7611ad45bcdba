#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include "simulate.hpp"

namespace gusset::simulator::testing {

/// Two sockets of two cores: L2 for each core, L3 for each socket. A byte from memory takes 1 ns, from L3
/// 0.4 ns.
inline SimulationInputs two_sockets(std::uint64_t l2_bytes, std::uint64_t l3_bytes) {
  SimulationInputs inputs = timed(1, 4);
  inputs.platform->sockets = 2;
  inputs.platform->caches = {{2, l2_bytes, 1}, {3, l3_bytes, 2}};
  inputs.platform->memory_bandwidth_bytes_per_s = 4e9;
  inputs.costs = make_rate_costs(1e9, "stated");  // work in ns
  inputs.caches = true;
  return inputs;
}

/// The heat program of figure 2 of the CAB paper (docs/schedules.md), on 10 rows of 10 numbers: each of four
/// tasks updates two rows in place and reads the rows next to them. Task i runs on worker workers[i].
inline SimulationResult heat_of_figure_2(const std::array<unsigned, 4>& workers) {
  return simulate(two_sockets(512 << 10, 6 << 20), [&](Runtime& runtime) {
    const TaskType update("update");
    std::vector<Handle> rows;
    for (int i = 0; i < 10; ++i) rows.push_back(runtime.handle("row " + std::to_string(i), 80));
    for (std::size_t task = 0; task < 4; ++task) {
      const std::size_t first = 1 + 2 * task;
      runtime.submit(
          update(1000.0).bound_to(WorkerId(workers[task])), [] {}, read(rows[first - 1]), write(rows[first]),
          write(rows[first + 1]), read(rows[first + 2]));
    }
  });
}

/// The larger lower bound on the makespan.
inline double bound_s(const SimulationStatistics& statistics) {
  return std::max(statistics.bounds->work_s, statistics.bounds->critical_path_s);
}

/// The sum of the tasks' values of an attribute; −1 if the trace has no such attribute.
inline double sum_of(const traces::Trace& trace, const char* name) {
  for (const traces::Attribute& attribute : trace.attributes) {
    if (attribute.name != name) continue;
    const auto& values = std::get<std::vector<double>>(attribute.values);
    return std::accumulate(values.begin(), values.end(), 0.0);
  }
  return -1.0;
}

}  // namespace gusset::simulator::testing
