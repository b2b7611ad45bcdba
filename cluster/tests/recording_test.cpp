#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "engine/node_recording.hpp"
#include "gusset/core.hpp"
#include "gusset/traces/exchange/part_path.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "loopback_nodes.hpp"
#include "random_distributed_program.hpp"

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
    // A program that gusset has started ends here, without the end of the runtime.
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
