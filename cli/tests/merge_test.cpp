// Tests `gusset merge`, and the commands that analyse traces, on its result.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gusset_call.hpp"
#include "node_parts.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using traces::testing::NodeRun;

void write_parts(const TestFolder& folder, const NodeRun& run) {
  traces::testing::write_parts(run, folder.path(), "t");
}

/// Writes t.gus: node 1 waits for the data of handle a from node 0, and node 0 for the data of handle b from
/// node 1.
void write_merged(const TestFolder& folder) {
  write_parts(folder, traces::testing::two_node_run());
  EXPECT_EQ(gusset_in(folder, {"merge", "t.node0.gus", "t.node1.gus", "-o", "t.gus"}).exit_status, 0);
}

TEST(Merge, WritesOneTraceAndSaysHowWellTheClocksAgree) {
  const TestFolder folder;
  write_parts(folder, traces::testing::two_node_run());
  const auto result = gusset_in(folder, {"merge", "t.node1.gus", "t.node0.gus", "-o", "t.gus"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.output, "t.gus: 4 tasks on 2 workers on 2 nodes\n");
  EXPECT_EQ(result.errors,
            "gusset: t.gus: the nodes' clocks agree with node 0's to 1.00 µs, because all are on one host\n");
  EXPECT_EQ(text_of(folder, {"check", "t.gus"}), "t.gus: a possible execution of 4 tasks.\n");
}

TEST(Merge, RefusesPartsOfDifferentRuns) {
  const TestFolder folder;
  NodeRun run = traces::testing::two_node_run();
  traces::testing::write_parts(run, folder.path(), "one");
  run.run = "run 2";
  traces::testing::write_parts(run, folder.path(), "two");
  const auto result = gusset_in(folder, {"merge", "one.node0.gus", "two.node1.gus", "-o", "t.gus"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(
      result.errors,
      "gusset: two.node1.gus: expected a part of run \"run 1\", as in one.node0.gus, found run \"run 2\"\n");
  EXPECT_FALSE(std::filesystem::exists(folder.file("t.gus")));
}

TEST(Merge, SaysWhatIsMissing) {
  const TestFolder folder;
  write_parts(folder, traces::testing::two_node_run());
  const auto result = gusset_in(folder, {"merge", "t.node0.gus", "-o", "t.gus"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.errors,
              HasSubstr("the parts of 1 node are missing, with everything that ran there: node 1\n"));
  EXPECT_THAT(gusset_in(folder, {"check", "t.gus"}).output, HasSubstr("a possible execution of 2 tasks"));
  EXPECT_THAT(gusset_in(folder, {"report", "t.gus"}).output, HasSubstr("the parts of 1 node are missing"));
}

TEST(Merge, NeedsPartsAndAnOutput) {
  const TestFolder folder;
  EXPECT_EQ(gusset_in(folder, {"merge", "-o", "t.gus"}).errors,
            "gusset: merge: expected the parts that the nodes of one run recorded (PART.gus), found none\n");
  EXPECT_EQ(gusset_in(folder, {"merge", "p.gus"}).errors, "gusset: merge: expected -o A.gus, found none\n");
}

TEST(Merge, APartCanBeReadByItself) {
  const TestFolder folder;
  write_parts(folder, traces::testing::two_node_run());
  EXPECT_THAT(gusset_in(folder, {"info", "t.node1.gus"}).output,
              HasSubstr("part of a run on 2 nodes: what node 1 recorded (gusset merge joins the parts)"));
  EXPECT_THAT(text_of(folder, {"check", "t.node1.gus"}), HasSubstr("a possible execution of 2 tasks"));
}

TEST(Merge, InfoCountsMessagesOfEachNode) {
  const TestFolder folder;
  write_merged(folder);
  const auto info = json_of(folder, {"info", "t.gus"});
  EXPECT_EQ(info.at("nodes"), 2);
  EXPECT_EQ(info.at("messages"), 2);
  EXPECT_EQ(info.at("per_node").at(0).at("messages_sent"), 1);
  EXPECT_EQ(info.at("per_node").at(1).at("messages_sent"), 1);
  EXPECT_DOUBLE_EQ(info.at("makespan_s").get<double>(), 0.005);
}

TEST(Merge, IdleTimeIsExplainedByMessages) {
  const TestFolder folder;
  write_merged(folder);
  EXPECT_THAT(text_of(folder, {"idle", "t.gus"}), HasSubstr("message"));
}

TEST(Merge, CriticalPathCrossesNodes) {
  const TestFolder folder;
  write_merged(folder);
  EXPECT_THAT(text_of(folder, {"critical-path", "t.gus"}),
              AllOf(HasSubstr("message "), HasSubstr("the path has 3 tasks")));
}

TEST(Merge, WhyNamesTheMessage) {
  const TestFolder folder;
  write_merged(folder);
  EXPECT_THAT(text_of(folder, {"why", "t.gus", "1"}), HasSubstr("node 0"));
  EXPECT_THAT(text_of(folder, {"why", "t.gus", "2"}), HasSubstr("message"));
}

TEST(Merge, ARunComparesWithItselfAsEqual) {
  const TestFolder folder;
  write_merged(folder);
  std::filesystem::copy_file(folder.file("t.gus"), folder.file("u.gus"));
  EXPECT_THAT(text_of(folder, {"compare", "t.gus", "u.gus"}), HasSubstr("B differs by +0.0 %"));
}

}  // namespace
}  // namespace gusset::testing
