#include "schedules/schedule_choices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/schedules/find_schedule.hpp"
#include "gusset/traces/schedules/trace_of_schedule.hpp"

namespace gusset::testing {
namespace {

using traces::Trace;

/// The graph of a Cholesky factorization of 10×10 tiles, whose tasks have not run. Each task writes one tile.
class Cholesky {
 public:
  Cholesky() {
    trace_.metadata.program = "cholesky";
    trace_.recorded.accesses = true;
    trace_.types = {"potrf", "trsm", "syrk", "gemm"};
    trace_.access_modes = {{"read", true, false, false}, {"write", false, true, true}};
    trace_.nodes = {{"node 0"}};
    trace_.accesses.first = {0};
    constexpr unsigned tiles = 10;
    for (unsigned k = 0; k < tiles; ++k) {
      add(0, {}, {k, k});
      for (unsigned i = k + 1; i < tiles; ++i) add(1, {{k, k}}, {i, k});
      for (unsigned i = k + 1; i < tiles; ++i) {
        add(2, {{i, k}}, {i, i});
        for (unsigned j = k + 1; j < i; ++j) add(3, {{i, k}, {j, k}}, {i, j});
      }
    }
  }
  const Trace& trace() const { return trace_; }

 private:
  using Tile = std::pair<unsigned, unsigned>;
  struct State {
    traces::HandleId handle;
    std::uint32_t accesses = 0;
    std::uint32_t first_read = 0;  // number of accesses before the current group of reads
    bool is_read = false;
  };

  void add(std::size_t type, const std::vector<Tile>& inputs, Tile output) {
    trace_.tasks.type.emplace_back(type);
    for (const Tile& tile : inputs) {
      State& state = state_of(tile);
      if (!state.is_read) state.first_read = state.accesses;
      state.is_read = true;
      trace_.accesses.items.push_back({state.handle, traces::AccessModeId(0), state.first_read});
      ++state.accesses;
    }
    State& state = state_of(output);
    state.is_read = false;
    trace_.accesses.items.push_back({state.handle, traces::AccessModeId(1), state.accesses++});
    trace_.accesses.first.push_back(trace_.accesses.items.size());
  }

  State& state_of(Tile tile) {
    const auto [entry, is_new] = states_.try_emplace(tile);
    if (is_new) {
      entry->second.handle = traces::HandleId(trace_.handles.size());
      trace_.handles.name.push_back("A(" + std::to_string(tile.first) + "," + std::to_string(tile.second) +
                                    ")");
      trace_.handles.size_bytes.push_back(0);
      trace_.handles.owner.emplace_back(0);
    }
    return entry->second;
  }

  Trace trace_;
  std::map<Tile, State> states_;
};

/// Durations with 6 % noise. The share `slow_share` of the tasks takes four times as long.
std::vector<std::int64_t> noisy(const Trace& trace, double unit_ns, double slow_share) {
  std::mt19937_64 random(1);
  const auto uniform = [&random] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const std::vector<double> units{0.5, 1.0, 1.0, 2.0};
  std::vector<std::int64_t> durations;
  for (const traces::TypeId type : trace.tasks.type) {
    const double noise = 1.0 + 0.06 * std::sqrt(3.0) * (2.0 * uniform() - 1.0);
    const double slow = uniform() < slow_share ? 4.0 : 1.0;
    durations.push_back(std::llround(units[type.value()] * unit_ns * noise * slow));
  }
  return durations;
}

/// The trace as if measured on 8 workers that need `between_ns` between two tasks.
Trace measured(const Trace& graph, const std::vector<std::int64_t>& duration_ns, std::int64_t between_ns) {
  std::vector<std::int64_t> with_overhead = duration_ns;
  for (std::int64_t& ns : with_overhead) ns += between_ns;
  const traces::TaskGraph order(graph);
  schedules::SearchOptions options;
  options.evaluations = 1;
  const auto found =
      schedules::find_schedule(traces::problem_of(graph, order, with_overhead, "graph").value(), 8, options);
  Trace trace = schedules::trace_of_schedule(graph, found, duration_ns, "graph");
  trace.metadata.origin = traces::Origin::measured;
  trace.metadata.model.clear();
  trace.recorded.ready = true;
  for (std::size_t task = 0; task < duration_ns.size(); ++task) {
    std::int64_t ready_ns = 0;
    for (const traces::TaskId before : order.predecessors(traces::TaskId(task)))
      ready_ns = std::max(ready_ns, found.schedule.begin_ns[before.value()] + duration_ns[before.value()]);
    trace.tasks.ready_ns.push_back(ready_ns);
  }
  return trace;
}

schedules::ScheduleReport report_of(
    const Trace& trace,
    const std::function<bool(const std::string&, std::size_t, std::size_t)>& goes_on = {}) {
  const auto durations = schedules::TaskDurations::of(trace, 1e-3, "t.gus").value();
  const auto problem =
      traces::problem_of(trace, traces::TaskGraph(trace), durations.exact_ns(), "t.gus").value();
  schedules::SearchOptions options;
  options.evaluations = 1000;
  schedules::ScheduleReport report;
  report.found = schedules::find_schedule(problem, 8, options);
  cli::add_choices(report, trace, problem, durations, {}, goes_on);
  return report;
}

const schedules::ScheduleChoice& choice(const schedules::ScheduleReport& report, const std::string& key) {
  return *std::ranges::find(report.choices, key, &schedules::ScheduleChoice::key);
}

TEST(ScheduleChoices, AStrictScheduleIsNotRecommendedIfSomeTasksTakeFourTimesAsLong) {
  const Cholesky cholesky;
  const auto report = report_of(measured(cholesky.trace(), noisy(cholesky.trace(), 1e6, 0.03), 400));
  EXPECT_EQ(report.draws, 200u);
  EXPECT_NE(report.choices[schedules::recommended(report)].key, "found_strict");
  EXPECT_GT(choice(report, "found_strict").median_ns, choice(report, "rank_dynamic").median_ns);
  EXPECT_NEAR(static_cast<double>(choice(report, "found_strict").exact_ns),
              static_cast<double>(report.found.found_ns), 1000.0);
}

TEST(ScheduleChoices, NoneAreGivenIfTheComparisonIsStopped) {
  const Cholesky cholesky;
  std::vector<std::string> seen;
  const auto report = report_of(measured(cholesky.trace(), noisy(cholesky.trace(), 1e6, 0.03), 400),
                                [&](const std::string& name, std::size_t run, std::size_t runs) {
                                  EXPECT_EQ(runs, 200u);
                                  seen.push_back(name + " " + std::to_string(run));
                                  return seen.size() < 4;
                                });
  EXPECT_EQ(seen, (std::vector<std::string>{"default policy (locality) 0", "default policy (locality) 0",
                                            "default policy (locality) 1", "default policy (locality) 2"}));
  EXPECT_TRUE(report.is_comparison_stopped);
  EXPECT_TRUE(report.choices.empty());
  EXPECT_EQ(report.draws, 0u);
}

TEST(ScheduleChoices, AStrictScheduleIsRecommendedForTasksOfAMicrosecond) {
  const Cholesky cholesky;
  const auto report = report_of(measured(cholesky.trace(), noisy(cholesky.trace(), 700.0, 0.0), 300));
  EXPECT_EQ(report.choices[schedules::recommended(report)].key, "found_strict");
  EXPECT_LT(choice(report, "found_strict").p95_ns, choice(report, "rank_dynamic").p5_ns);
}

TEST(ScheduleChoices, RoundRobinIsSlowest) {
  const Cholesky cholesky;
  const auto report = report_of(measured(cholesky.trace(), noisy(cholesky.trace(), 1e6, 0.0), 400));
  for (const schedules::ScheduleChoice& each : report.choices)
    EXPECT_LE(each.median_ns, choice(report, "round_robin").median_ns) << each.name;
}

}  // namespace
}  // namespace gusset::testing
