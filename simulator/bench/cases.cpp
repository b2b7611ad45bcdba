#include "cases.hpp"

#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include "bench/statistics.hpp"
#include "cholesky.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/simulator/predict/engine.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "hierarchical_cholesky.hpp"
#include "layers.hpp"
#if GUSSET_HAS_SIMGRID
#include "simgrid/actors.hpp"
#endif

namespace gusset::simulator::bench {
namespace {

using gusset::bench::Stopwatch;
using testing::HierarchicalCholesky;
using Program = std::function<void(Runtime&)>;

constexpr unsigned cores = 20;
constexpr double work_per_s = 30e9;
// The matrix, blocks and parts of Figure 7 of Zafari, Larsson and Tillenius, "DuctTeip" (2019).
constexpr std::size_t paper_size = 99'792;
constexpr std::size_t paper_blocks = 36;
constexpr std::size_t paper_parts = 6;
constexpr std::size_t flat_blocks = 72;  // 64 824 tasks
constexpr unsigned seeds = 10;

SimulationInputs machine(ProcessGrid grid, NetworkEngine network) {
  SimulationInputs inputs;
  Platform platform;
  platform.nodes = grid.nodes();
  platform.cores = cores;
  platform.latency_s = 2e-6;
  platform.bandwidth_bytes_per_s = 1e10;
  inputs.platform = platform;
  inputs.grid = grid;
  inputs.costs = make_rate_costs(work_per_s, "stated");
  inputs.network = network;
  inputs.shows_progress = false;
  return inputs;
}

SimulationResult simulate(SimulationInputs inputs, const Program& program) {
  auto result = std::make_shared<SimulationResult>();
  Runtime runtime(make_simulation_engine(std::move(inputs), result));
  program(runtime);
  runtime.wait();
  runtime.engine().finish();
  return std::move(*result);
}

void flat(Runtime& runtime) {
  testing::factorize(runtime, 512 * flat_blocks, flat_blocks, AccessMode::write);
}
void hierarchical(Runtime& runtime) {
  HierarchicalCholesky(runtime).factorize(paper_size, {paper_blocks, paper_parts});
}

/// Returns tasks and messages per second of wall time: one submission of the program, then ten seeds.
double events_per_second(ProcessGrid grid, NetworkEngine network, const Program& program = flat) {
  SimulationInputs inputs = machine(grid, network);
  inputs.seeds = seeds;
  inputs.jobs = std::thread::hardware_concurrency();
  const Stopwatch watch;
  const SimulationResult result = simulate(inputs, program);
  return static_cast<double>(result.events) / watch.seconds();
}

/// Returns the peak resident set of the process, in bytes.
double peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024.0;
}

constexpr std::size_t large_blocks = 150;  // 573 800 tasks

/// Simulates, writes the report, and reads it back, as a program's process and `gusset simulate` do.
SimulationResult simulate_and_report(const SimulationInputs& inputs, const Program& program) {
  SimulationResult result = simulate(inputs, program);
  const auto read = parse_statistics(to_json(result.statistics), "statistics", Pairs::none);
  if (!read) throw std::runtime_error(read.error().message());
  return result;
}

/// Returns tasks and messages per second of wall time: one seed of a large program, and its report.
double reported_events_per_second(ProcessGrid grid) {
  SimulationInputs inputs = machine(grid, NetworkEngine::fast);
  const Stopwatch watch;
  const SimulationResult result = simulate_and_report(inputs, [](Runtime& runtime) {
    testing::factorize(runtime, 512 * large_blocks, large_blocks, AccessMode::write);
  });
  return static_cast<double>(result.events) / watch.seconds();
}

/// Simulates about 1.5 million tasks and messages on 4096 nodes of a two-to-one fat tree. Returns the seconds
/// per million of them.
double seconds_on_fat_tree() {
  SimulationInputs inputs = machine({64, 64, 1}, NetworkEngine::fast);
  inputs.platform->topology = {Topology::Kind::fat_tree, {{64, 1, 1}, {64, 32, 1}}, {}, {}};
  const Stopwatch watch;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    testing::factorize(runtime, 512 * large_blocks, large_blocks, AccessMode::write);
  });
  return watch.seconds() * 1e6 / static_cast<double>(result.events);
}

/// Counts 21 million tasks on 10 000 nodes, and writes and reads the report.
void count_on_many_nodes() {
  SimulationInputs inputs = machine({100, 100, 1}, NetworkEngine::none);
  inputs.costs = nullptr;
  const SimulationResult result =
      simulate_and_report(inputs, [](Runtime& runtime) { testing::factorize(runtime, 512 * 500, 500); });
  if (result.statistics.totals.level1_tasks != 20'958'500)
    throw std::runtime_error("expected 20958500 tasks, found " +
                             std::to_string(result.statistics.totals.level1_tasks));
}

double seconds_to_count_on_many_nodes() {
  const Stopwatch watch;
  count_on_many_nodes();
  return watch.seconds();
}

double seconds_to_count() {
  SimulationInputs inputs = machine({3, 3, 1}, NetworkEngine::none);
  inputs.costs = nullptr;
  const Stopwatch watch;
  simulate(inputs, hierarchical);
  return watch.seconds();
}

/// Returns the peak resident set in MB.
double megabytes_to_count_on_many_nodes() {
  count_on_many_nodes();
  return peak_bytes() / 1e6;
}

double seconds_to_time() {
  const SimulationInputs inputs = machine({3, 3, 1}, NetworkEngine::fast);
  const Stopwatch watch;
  simulate(inputs, hierarchical);
  return watch.seconds();
}

/// Returns the growth of the peak resident set per task, in bytes.
double bytes_per_task() {
  const double before = peak_bytes();
  const SimulationResult result = simulate(machine({3, 3, 1}, NetworkEngine::fast), hierarchical);
  const Totals& totals = result.statistics.totals;
  return (peak_bytes() - before) / static_cast<double>(totals.level1_tasks + totals.level2_tasks);
}

/// Simulates a hundred configurations with ten seeds each, one after the other on one core.
double seconds_to_sweep() {
  const Stopwatch watch;
  for (std::size_t blocks = 14; blocks < 39; ++blocks) {  // 560 to 9880 tasks
    for (const ProcessGrid grid :
         {ProcessGrid{9, 1, 1}, ProcessGrid{3, 3, 1}, ProcessGrid{1, 9, 1}, ProcessGrid{4, 4, 1}}) {
      SimulationInputs inputs = machine(grid, NetworkEngine::fast);
      inputs.seeds = seeds;
      simulate(inputs, [blocks](Runtime& runtime) { testing::factorize(runtime, 100 * blocks, blocks); });
    }
  }
  return watch.seconds();
}

double milliseconds_to_replay() {
  SimulationInputs inputs = machine({2, 2, 1}, NetworkEngine::fast);
  inputs.wants_trace = true;
  const SimulationResult original =
      simulate(inputs, [](Runtime& runtime) { testing::factorize(runtime, 3900, 39); });  // 10 660 tasks
  ReplayInputs what_if;
  what_if.threads = 8;
  what_if.scale = {{"gemm", 0.5}};
  const Stopwatch watch;
  const auto replayed = replay(*original.trace, what_if);
  if (!replayed) throw std::runtime_error(replayed.error().message());
  return watch.seconds() * 1e3;
}

/// Simulates one seed on one node of two sockets, with or without simulating its caches.
double nanoseconds_per_task(bool caches) {
  SimulationInputs inputs = machine({1, 1, 1}, NetworkEngine::none);
  inputs.platform->sockets = 2;
  inputs.platform->caches = {{2, 512 << 10, 1}, {3, 16 << 20, cores / 2}};
  inputs.caches = caches;
  const Stopwatch watch;
  const SimulationResult result = simulate(inputs, flat);
  return watch.seconds() * 1e9 / static_cast<double>(result.statistics.totals.level1_tasks);
}

double microseconds_per_layered_task(const Program& program) {
  const Stopwatch watch;
  const SimulationResult result = simulate(machine({1, 4, 1}, NetworkEngine::fast), program);
  return watch.seconds() * 1e6 / static_cast<double>(result.statistics.totals.level1_tasks);
}

double bytes_per_layered_task(const Program& program) {
  const double before = peak_bytes();
  const SimulationResult result = simulate(machine({1, 4, 1}, NetworkEngine::fast), program);
  return (peak_bytes() - before) / static_cast<double>(result.statistics.totals.level1_tasks);
}

Row speed(const std::string& name, ProcessGrid grid, NetworkEngine network, double goal) {
  return {name, "M/s", goal / 1e6, "higher", [=] { return events_per_second(grid, network) / 1e6; }, {}};
}

}  // namespace

std::vector<Row> rows() {
  std::vector<Row> all{speed("tasks and messages, none, P = 9", {3, 3, 1}, NetworkEngine::none, 5e6),
                       speed("tasks and messages, none, P = 16", {4, 4, 1}, NetworkEngine::none, 5e6),
                       speed("tasks and messages, fast, P = 9", {3, 3, 1}, NetworkEngine::fast, 3e6),
                       speed("tasks and messages, fast, P = 16", {4, 4, 1}, NetworkEngine::fast, 3e6),
                       speed("tasks and messages, fast, P = 100", {10, 10, 1}, NetworkEngine::fast, 3e6)};
  for (const auto& [name, grid, goal] :
       {std::tuple("100", ProcessGrid{10, 10, 1}, 3.0), std::tuple("1000", ProcessGrid{25, 40, 1}, 3.0),
        std::tuple("10 000", ProcessGrid{100, 100, 1}, 1.0)}) {
    all.push_back({std::string("one seed and its report, fast, P = ") + name,
                   "M/s",
                   goal,
                   "higher",
                   [grid = grid] { return reported_events_per_second(grid) / 1e6; },
                   {}});
  }
  all.push_back(
      {"fat tree of 4096 nodes, 1 M tasks and messages", "s", 5.0, "lower", seconds_on_fat_tree, {}});
  all.push_back({"21 M tasks counted, P = 10 000", "s", 30.0, "lower", seconds_to_count_on_many_nodes, {}});
  all.push_back({"peak memory of this count", "MB", 2000.0, "lower", megabytes_to_count_on_many_nodes, {}});
#if GUSSET_HAS_SIMGRID
  for (const unsigned side : {3u, 4u}) {
    Row row = speed("tasks and messages, simgrid, P = " + std::to_string(side * side), {side, side, 1},
                    NetworkEngine::simgrid, 300e3);
    row.peers["actor per worker"] = [side] {
      return actors_per_second(side, side, cores, flat_blocks) / 1e6;
    };
    all.push_back(row);
  }
#endif
  all.push_back({"1.7 M level-2 tasks counted", "s", 1.0, "lower", seconds_to_count, {}});
  all.push_back({"1.7 M level-2 tasks timed, fast", "s", 3.0, "lower", seconds_to_time, {}});
  all.push_back({"memory of these tasks", "B/task", 200.0, "lower", bytes_per_task, {}});
  all.push_back({"1 M tasks of a task graph, P = 4",
                 "us/task",
                 std::nullopt,
                 "lower",
                 [] { return microseconds_per_layered_task(layers_as_task_graph); },
                 {{"handles", [] { return microseconds_per_layered_task(layers_with_handles); }}}});
  all.push_back({"memory of the graph's tasks",
                 "B/task",
                 std::nullopt,
                 "lower",
                 [] { return bytes_per_layered_task(layers_as_task_graph); },
                 {{"handles", [] { return bytes_per_layered_task(layers_with_handles); }}}});
  all.push_back({"100 configurations x 10 seeds, one core", "s", 60.0, "lower", seconds_to_sweep, {}});
  all.push_back({"64 824 tasks with --caches",
                 "ns/task",
                 std::nullopt,
                 "lower",
                 [] { return nanoseconds_per_task(true); },
                 {{"without", [] { return nanoseconds_per_task(false); }}}});
  all.push_back({"replay of 10 660 tasks", "ms", 200.0, "lower", milliseconds_to_replay, {}});
  return all;
}

}  // namespace gusset::simulator::bench
