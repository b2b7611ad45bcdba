#pragma once
#include <optional>
#include <string>

#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::cli::testing {

/// Two values of a parameter on two grids: blocks 18 and 36, 3x3 and 1x9.
inline sweep::SweepDefinition nine_nodes() {
  sweep::SweepDefinition definition;
  definition.program = {"./cholesky", "--blocks", "{blocks}"};
  definition.parameters = {{"blocks", {"18", "36"}}};
  definition.grids = {"3x3", "1x9"};
  definition.costs = {"work:30e9", ""};
  return definition;
}

/// The measures of a simulation on nine nodes. Without seeds, there is
/// neither a range nor an interval.
inline sweep::Measures found(double makespan_s, double min_s, double max_s, std::uint64_t payload_bytes,
                             double balance, std::uint64_t memory_bytes, std::uint64_t seeds = 10) {
  sweep::Measures measures;
  measures.network = "fast";
  measures.grid = "3x3";
  measures.nodes = 9;
  measures.threads = 2;
  measures.makespan_s = makespan_s;
  if (seeds > 1) {
    measures.range = sweep::TimeRange{min_s, max_s, seeds};
    measures.interval = sweep::TimeInterval{min_s, max_s};
  }
  measures.tasks = 100;
  measures.messages = 10;
  measures.payload_bytes = payload_bytes;
  measures.balance = balance;
  measures.balance_of = "work";
  measures.memory_bytes = memory_bytes;
  measures.memory_of = "peak_memory_bytes";
  measures.busy_share = 0.9;
  measures.loads = sweep::NodeLoads{"level2_tasks",   12.0 * balance,  12.0, 1.5, makespan_s * 0.9,
                                    makespan_s * 0.8, makespan_s * 0.1};
  return measures;
}

inline sweep::Outcome success(sweep::Measures measures) {
  return {std::move(measures), "", 0.25};
}
inline sweep::Outcome failure(const std::string& reason) {
  return {std::nullopt, reason, 0.5};
}

/// 3x3 with 18 blocks is fastest and 1x9 ties with it. 3x3 with 36 blocks is slower, and 1x9 with 36 blocks
/// failed.
inline sweep::Sweep some_sweep() {
  sweep::Sweep sweep = new_sweep(nine_nodes());
  sweep.rows[0].screen = success(found(0.412, 0.400, 0.431, 6000, 1.1, 500));
  sweep.rows[1].screen = success(found(0.420, 0.410, 0.440, 10000, 1.0, 400));
  sweep.rows[2].screen = success(found(0.600, 0.590, 0.610, 7000, 1.2, 600));
  sweep.rows[3].screen = failure("exit status 2: --blocks: expected less");
  return sweep;
}

}  // namespace gusset::cli::testing
