#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/node_recording.hpp"
#include "gusset/core.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/exchange/merge_ranks.hpp"
#include "gusset/traces/exchange/part_path.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/migrated_tasks.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "loopback_nodes.hpp"
#include "random_distributed_program.hpp"
#include "test_rounds.hpp"

namespace gusset::cluster {
namespace {

TEST(NodeRecording, PartsHaveTheTasksAndMessagesOfTheirNodes) {
  const gusset::testing::RandomDistributedProgram program(7);
  testing::LoopbackRun run{.nodes = 3, .network = {1, 5}};
  run.settings.trace_path = std::filesystem::path(::testing::TempDir()) / "A.gus";
  run([&](Runtime& runtime, unsigned) { program(runtime); });
  std::string number_of_run;
  for (unsigned node = 0; node < run.nodes; ++node) {
    const auto part = traces::read_gus(traces::part_path(run.settings.trace_path, node));
    ASSERT_TRUE(part.ok()) << part.error().message();
    const traces::Trace& trace = **part;
    ASSERT_TRUE(trace.metadata.part.has_value());
    EXPECT_EQ(trace.metadata.part->node, NodeId(node));
    EXPECT_EQ(trace.metadata.part->grid, (std::vector<std::uint32_t>{1, 3}));
    EXPECT_EQ(trace.metadata.part->host, clock_of_host());
    if (node == 0) number_of_run = trace.metadata.part->run;
    EXPECT_EQ(trace.metadata.part->run, number_of_run);
    const NodeStatistics& counts = run.counts.nodes[node];
    EXPECT_EQ(trace.tasks.size(), counts.level1_tasks + counts.level2_tasks);
    EXPECT_EQ(trace.messages.size(), counts.messages_sent + counts.messages_received);
  }
}

TEST(NodeRecording, MigratedTasksAreWhereTheyRan) {
  for (unsigned seed = 1; seed <= gusset::testing::test_rounds(20); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const gusset::testing::RandomDistributedProgram program(seed, false, true);
    testing::LoopbackRun run{.nodes = 3, .threads = 1 + seed % 2, .network = {seed, seed % 5 * 4}};
    run.settings.balance.policy = Balance::Policy::list;
    std::mt19937 random(seed);
    for (std::uint64_t task = 0; task < 100; ++task)
      run.settings.balance.moves.emplace(task, NodeId(static_cast<std::uint32_t>(random() % run.nodes)));
    run.settings.trace_path = std::filesystem::path(::testing::TempDir()) / "migrated.gus";
    run([&](Runtime& runtime, unsigned) { program(runtime); });
    std::vector<std::filesystem::path> parts;
    for (unsigned node = 0; node < run.nodes; ++node)
      parts.push_back(traces::part_path(run.settings.trace_path, node));
    ASSERT_TRUE(traces::merge_ranks(parts, run.settings.trace_path).ok());
    const auto joined = traces::read_gus(run.settings.trace_path);
    ASSERT_TRUE(joined.ok()) << joined.error().message();
    const traces::Trace& trace = **joined;

    const Totals totals = totals_of(run.counts.nodes, 0);
    EXPECT_EQ(trace.tasks.size(), totals.level1_tasks + totals.level2_tasks);
    const std::uint64_t migrated = totals.migration->migrated_tasks.value();
    EXPECT_EQ(trace.messages.size(),
              totals.messages + totals.migration->migration_messages.value() - 2 * migrated);
    const std::vector<NodeId> homes = traces::homes_of_migrated(trace);
    const traces::TaskTimes times = traces::task_times(trace);
    std::uint64_t found = 0;
    for (std::size_t task = 0; task < homes.size(); ++task) {
      if (homes[task].is_none()) continue;
      ++found;
      EXPECT_NE(trace.workers[trace.lanes[times.lane[task].value()].worker.value()].node, homes[task]);
    }
    EXPECT_EQ(found, migrated);
    EXPECT_GT(found, 0u);
    const traces::CheckResult report = traces::check(trace);
    for (const auto& finding : report.findings) ADD_FAILURE() << finding.error.message();
  }
}

/// Tasks on all nodes, and when their kernels ran by the host's clock. Each node writes its own tasks' times.
class TimedProgram {
 public:
  static constexpr unsigned tasks = 60;

  explicit TimedProgram(bool has_messages) : has_messages_(has_messages) {}

  void operator()(Runtime& runtime) {
    const unsigned nodes = runtime.grid().nodes();
    auto values = TiledMatrix<int>::full(runtime, "value", nodes, 1, nodes, 1,
                                         [](std::size_t i, std::size_t) { return NodeId(i); });
    const TaskType step("step");
    for (unsigned task = 0; task < tasks; ++task) {
      const auto destination = write(values((task + 1) % nodes, 0));
      if (has_messages_) {
        runtime.submit(
            step(), [this, task](Tile<const int>, Tile<int>) { run_kernel(task); },
            read(values(task % nodes, 0)), destination);
      } else {
        runtime.submit(
            step(), [this, task](Tile<int>) { run_kernel(task); }, destination);
      }
    }
    runtime.wait();
  }

  /// Each task's begin and end times in the trace differ from its kernel's time by one constant, give or take
  /// the residual of its node's clock.
  void expect_times(const traces::Trace& trace) const {
    ASSERT_EQ(trace.tasks.size(), tasks);
    const traces::TaskTimes found = traces::task_times(trace);
    const auto node_of = [&](unsigned task) {
      return trace.workers[trace.lanes[found.lane[task].value()].worker.value()].node.value();
    };
    std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (unsigned task = 0; task < tasks; ++task) {
      const std::int64_t residual = trace.nodes[node_of(task)].clock_residual_ns;
      least = std::max(least, found.begin_ns[task] - residual - times_[task]);
      most = std::min(most, found.end_ns[task] + residual - times_[task]);
    }
    EXPECT_LE(least, most);
  }

 private:
  void run_kernel(unsigned task) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    times_[task] = std::chrono::steady_clock::now().time_since_epoch().count();
  }

  bool has_messages_;
  std::array<std::int64_t, tasks> times_{};
};

TEST(NodeRecording, ClocksOfOtherHostsAreCorrected) {
  for (const auto& [drift, has_messages] : {std::pair(50e-6, true), {500e-6, true}, {500e-6, false}}) {
    testing::LoopbackRun run{.nodes = 3, .network = {1, 2}};
    run.clock_error = [drift = drift](unsigned node) {
      if (node == 0) return core_tracing::ClockError{};
      if (node == 1) return core_tracing::ClockError{5'000'000, drift};
      return core_tracing::ClockError{-5'000'000, -drift};
    };
    run.settings.trace_path = std::filesystem::path(::testing::TempDir()) / "clocks.gus";
    TimedProgram program(has_messages);
    run([&](Runtime& runtime, unsigned) { program(runtime); });
    std::vector<std::filesystem::path> parts;
    for (unsigned node = 0; node < run.nodes; ++node)
      parts.push_back(traces::part_path(run.settings.trace_path, node));
    const auto merged = traces::merge_ranks(parts, run.settings.trace_path);
    ASSERT_TRUE(merged.ok()) << merged.error().message();
    const auto trace = traces::read_gus(run.settings.trace_path);
    ASSERT_TRUE(trace.ok()) << trace.error().message();
    EXPECT_EQ((*trace)->nodes[0].clock_residual_ns, 0);
    for (const unsigned node : {1u, 2u}) {
      EXPECT_GT((*trace)->nodes[node].clock_residual_ns, 0);
      EXPECT_LT((*trace)->nodes[node].clock_residual_ns, 5'000'000);  // the clocks' difference
    }
    program.expect_times(**trace);
    EXPECT_TRUE(traces::check(**trace).ok());
  }
}

TEST(NodeRecording, NodesOfOneHostHaveOneClock) {
  testing::LoopbackRun run{.nodes = 2};
  run.settings.trace_path = std::filesystem::path(::testing::TempDir()) / "one_host.gus";
  TimedProgram program(true);
  run([&](Runtime& runtime, unsigned) { program(runtime); });
  std::vector<std::filesystem::path> parts;
  for (unsigned node = 0; node < run.nodes; ++node)
    parts.push_back(traces::part_path(run.settings.trace_path, node));
  const auto merged = traces::merge_ranks(parts, run.settings.trace_path);
  ASSERT_TRUE(merged.ok()) << merged.error().message();
  EXPECT_EQ(merged->notes,
            (std::vector<std::string>{
                "the nodes' clocks agree with node 0's to 1.00 µs, because all are on one host"}));
}

TEST(NodeRecording, PartsOfARunThatBreaksOffHaveAllTasksBeforeThat) {
  testing::LoopbackRun run{.nodes = 2};
  run.settings.trace_path = std::filesystem::path(::testing::TempDir()) / "B.gus";
  run([&](Runtime& runtime, unsigned node) {
    const TaskType common("common"), different("different");
    const Handle data = runtime.handle("data", 8, NodeId(0));
    for (int i = 0; i < 5; ++i)
      runtime.submit(
          common(), [] {}, write(data));
    runtime.wait();
    runtime.submit((node == 0 ? common : different)(), [] {}, write(data));
    EXPECT_THROW(runtime.wait(), UsageError);
    // A program that gusset has started would end here, without ending its runtime.
    const auto part = traces::recover_gus(traces::part_path(run.settings.trace_path, node));
    ASSERT_TRUE(part.ok()) << part.error().message();
    EXPECT_GE((*part)->tasks.size(), node == 0 ? 5u : 0u);
  });
  for (unsigned node = 0; node < run.nodes; ++node) {
    const auto part = traces::read_gus(traces::part_path(run.settings.trace_path, node));
    ASSERT_TRUE(part.ok()) << part.error().message();
    EXPECT_FALSE((*part)->metadata.incomplete);
  }
}

}  // namespace
}  // namespace gusset::cluster
