// Tests gusset critical-path and gusset why on traces with known figures.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "text_trace.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(CriticalPath, ListsSlackAndCommutingGroups) {
  const TestFolder folder;
  write_trace(folder, "t.gus",
              "aa|aac\n"
              "ddd...\n"
              "a1: add x@0\n"
              "a2: add x@0\n"
              "c1: read x@2\n");
  const json paths = json_of(folder, {"critical-path", "t.gus"});
  EXPECT_EQ(paths.at("slack").at("per_task_ns"), json({0, 2'000'000, 0, 0}));
  EXPECT_EQ(paths.at("slack").at("types").at(0),
            json({{"type", "a"}, {"tasks", 2}, {"critical", 2}, {"median_ns", 0}, {"max_ns", 0}}));
  EXPECT_EQ(paths.at("commuting_groups").at(0).at("length_ns"), 4'000'000);
  EXPECT_EQ(paths.at("commuting_groups").at(0).at("name"), "x");
  const std::string text = text_of(folder, {"critical-path", "t.gus"});
  EXPECT_THAT(text, HasSubstr("slack  tasks  critical   median      max\n"));
  EXPECT_THAT(text, HasSubstr("x version 0           2       4.00 ms       80.0 %\n"));
}

TEST(Why, FollowsTheLastPredecessorBack) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_EQ(
      text_of(folder, {"why", "t.gus", "b"}),
      "b #2 began only at 6.00 ms, at the end of a chain of 1 task that began at 0 s: 4.00 ms of running (a "
      "4.00 ms) and 2.00 ms of waiting for a worker.\n"
      "b #2 began at 6.00 ms on w0: its last predecessor, a x (x version 1), ended at 4.00 ms. It waited "
      "2.00 ms for a worker (ready at 4.00 ms).\n"
      "a x began at 0 s on w0: it was submitted at 0 s. It was ready at 0 s.\n");
  const json why = json_of(folder, {"why", "t.gus", "2", "--depth", "1"});
  EXPECT_EQ(why.at("steps").size(), 1u);
  EXPECT_EQ(why.at("summary"), "b #2 began only at 6.00 ms: 2.00 ms of waiting for a worker.");
  EXPECT_EQ(why.at("steps").at(0).at("cause"), "predecessor");
  EXPECT_EQ(why.at("steps").at(0).at("by").at("name"), "a x");
  EXPECT_EQ(why.at("steps").at(0).at("handle"), "x");
  EXPECT_EQ(why.at("steps").at(0).at("ready_ns"), 4'000'000);
}

TEST(Why, ReportsAmbiguousNamesAndRejectsUnknownOnes) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_THAT(text_of(folder, {"why", "t.gus", "a"}),
              StartsWith("2 tasks have this name; this is the first, number 0. Others: 1\n"));
  const auto result = gusset_in(folder, {"why", "t.gus", "gemm"});
  EXPECT_EQ(result.errors,
            "gusset: t.gus: expected a task's number, its name such as \"gemm A(3,1)\", or a type, found "
            "\"gemm\"\n");
  EXPECT_EQ(result.exit_status, 1);
}

TEST(Why, RejectsATaskThatNeverRan) {
  const TestFolder folder;
  traces::Trace trace = *traces::testing::trace_from_text("aa\n", 1);
  trace.lanes[0].spans = {};
  write_trace(folder, "t.gus", trace);
  EXPECT_EQ(gusset_in(folder, {"why", "t.gus", "0"}).errors,
            "gusset: t.gus: expected a task that ran, found a #0, which did not\n");
}

}  // namespace
}  // namespace gusset::testing
