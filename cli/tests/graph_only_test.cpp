// Tests the commands on task graphs that have not run.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string output_of(const TestFolder& folder, const std::vector<std::string>& words) {
  const auto result = gusset_in(folder, words);
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  return result.output;
}

TEST(GraphOnly, CommandsAboutTimesRejectIt) {
  const TestFolder folder;
  const std::string graph = folder.write("w.dot", "digraph{a[work=5];b[work=7];a->b}\n");
  for (const char* const command : {"idle", "critical-path", "efficiency"}) {
    const auto result = gusset_in(folder, {command, graph});
    EXPECT_EQ(result.exit_status, 1) << command;
    EXPECT_EQ(result.errors, "gusset: " + graph +
                                 ": expected tasks that ran, found a graph of 2 tasks that has not run " +
                                 "(gusset graph draws it)\n")
        << command;
  }
  for (const std::vector<std::string>& words : {std::vector<std::string>{"render", graph, "-o", "f.svg"},
                                                {"render", graph, "--frames", "film"},
                                                {"convert", graph, "f.svg"}}) {
    const auto result = gusset_in(folder, words);
    EXPECT_EQ(result.exit_status, 1) << words[0];
    EXPECT_THAT(result.errors, HasSubstr("found a graph of 2 tasks that has not run")) << words[0];
  }
  EXPECT_THAT(folder.names(), ElementsAre("w.dot")) << "no empty picture";
  EXPECT_EQ(output_of(folder, {"stats", "w.dot"}),
            "No task ran: this is a graph of 2 tasks that has not run.\n");
}

TEST(GraphOnly, CompareReportsThatNothingRan) {
  const TestFolder folder;
  folder.write("w.dot", "digraph{a->b}\n");
  write_trace(folder, "t.gus", "aab\n");
  EXPECT_EQ(output_of(folder, {"compare", "t.gus", "w.dot"}),
            "A 3.00 ms (measured, 1 worker), B is a graph of 2 tasks that has not run: nothing ran in B.\n");
  EXPECT_EQ(output_of(folder, {"compare", "w.dot", "t.gus"}),
            "A is a graph of 2 tasks that has not run, B 3.00 ms (measured, 1 worker): nothing ran in A.\n");
  EXPECT_TRUE(json_of(folder, {"compare", "t.gus", "w.dot"}).at("makespan_ratio").is_null());
}

TEST(GraphOnly, EmptyGraphGivesOneLine) {
  const TestFolder folder;
  folder.write("e.dot", "digraph{}\n");
  for (const char* const command : {"stats", "critical-path", "efficiency"})
    EXPECT_EQ(output_of(folder, {command, "e.dot"}), "No task ran.\n") << command;
  EXPECT_EQ(output_of(folder, {"idle", "e.dot"}), "No time passed.\n");
  EXPECT_EQ(output_of(folder, {"report", "e.dot"}), "1. No task ran.\n   Next: gusset info e.dot\n");
  EXPECT_EQ(gusset_in(folder, {"render", "e.dot", "-o", "f.svg"}).errors,
            "gusset: e.dot: expected tasks that ran, found none\n");
}

TEST(GraphOnly, NamesACycle) {
  const TestFolder folder;
  folder.write("c.dot", "digraph{a->b;b->c;c->a}\n");
  const std::string cycle = "a cycle of 3 tasks, through a #0 and c #2";
  EXPECT_THAT(output_of(folder, {"report", "c.dot"}), HasSubstr(cycle));
  EXPECT_THAT(output_of(folder, {"graph", "c.dot", "-o", "c.svg"}), HasSubstr("There is " + cycle));
  EXPECT_EQ(gusset_in(folder, {"critical-path", "c.dot"}).errors,
            "gusset: c.dot: expected dependencies without a cycle, found " + cycle + "\n");
}

}  // namespace
}  // namespace gusset::testing
