// Tests gusset stats on traces with known figures.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(Stats, RanksTypesAndDrawsAHistogram) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_EQ(
      text_of(folder, {"stats", "t.gus"}),
      "3 tasks took 8.00 ms in all: median 2.00 ms, 95 % at most 4.00 ms, longest 4.00 ms. The largest part, "
      "75.0 %, was a.\n"
      "\n"
      "type         share  count    total     mean   median      p95      p99      max  deviation\n"
      "all tasks  100.0 %      3  8.00 ms  2.67 ms  2.00 ms  4.00 ms  4.00 ms  4.00 ms     943 µs\n"
      "a           75.0 %      2  6.00 ms  3.00 ms  3.00 ms  4.00 ms  4.00 ms  4.00 ms    1.00 ms\n"
      "b           25.0 %      1  2.00 ms  2.00 ms  2.00 ms  2.00 ms  2.00 ms  2.00 ms        0 s\n"
      "\n"
      "duration from  count\n"
      "2.00 ms            3  ##################################################\n");
}

TEST(Stats, JsonHasGroupsAndBins) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  const json stats = json_of(folder, {"stats", "t.gus", "--by", "worker", "--to", "5 ms"});
  EXPECT_EQ(stats.at("format"), "gusset stats");
  EXPECT_EQ(stats.at("by"), "worker");
  EXPECT_EQ(stats.at("to"), "5 ms");
  EXPECT_TRUE(stats.at("from").is_null());
  EXPECT_EQ(stats.at("all").at("count"), 2);
  EXPECT_EQ(stats.at("all").at("total_ns"), 6'000'000);
  EXPECT_EQ(stats.at("groups").size(), 2u);
  EXPECT_EQ(stats.at("groups").at(1).at("total_ns"), 2'000'000);
  EXPECT_EQ(stats.at("histogram").at(0), json({{"from_ns", 2'000'000}, {"to_ns", 5'000'000}, {"count", 2}}));
}

TEST(Stats, GroupsByTheValuesOfAnAttribute) {
  const TestFolder folder;
  folder.write(
      "t.csv",
      "task,type,worker,begin_ns,end_ns,iteration\n0,a,0,0,5,10\n1,b,0,5,9,2\n2,a,0,9,10,10\n3,c,0,10,12,\n");
  EXPECT_THAT(text_of(folder, {"stats", "t.csv", "--by", "iteration"}),
              ::testing::AllOf(HasSubstr("The largest part, 50.0 %, was with iteration 10."),
                               HasSubstr("\niteration            share  count  total")));
  const json stats = json_of(folder, {"stats", "t.csv", "--by", "iteration", "--from", "1 ns"});
  EXPECT_EQ(stats.at("by"), "iteration");
  ASSERT_EQ(stats.at("groups").size(), 3u);
  EXPECT_EQ(stats.at("groups").at(0).at("name"), "2") << "in ascending order";
  EXPECT_EQ(stats.at("groups").at(1).at("total_ns"), 5) << "4 ns in the range, and 1 ns";
  EXPECT_EQ(stats.at("groups").at(2).at("name"), "without iteration");
  EXPECT_EQ(gusset_in(folder, {"stats", "t.csv", "--by", "colour"}).errors,
            "gusset: stats: --by: expected type, worker, node, level, iteration, found \"colour\"\n");
}

TEST(Stats, JsonEscapesAnyName) {
  const TestFolder folder;
  const std::string name = "g\x7f \u009b31m \u202e\u2066";
  folder.write("t.csv", "task,type,worker,begin_ns,end_ns\n0," + name + ",0,0,5\n");
  const auto result = gusset_in(folder, {"stats", "t.csv", "--json"});
  EXPECT_THAT(result.output, HasSubstr("\"g\\u007f \\u009b31m \\u202e\\u2066\""));
  EXPECT_EQ(json::parse(result.output).at("groups").at(0).at("name"), name);
}

TEST(Stats, ConditionsSelectTasks) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_EQ(json_of(folder, {"stats", "t.gus", "--where", "handle=x and duration>2ms"}).at("all").at("count"),
            1);
  const json none = json_of(folder, {"stats", "t.gus", "--where", "type=c"});
  EXPECT_EQ(none.at("all").at("count"), 0);
  EXPECT_TRUE(none.at("all").at("median_ns").is_null());
  EXPECT_EQ(text_of(folder, {"stats", "t.gus", "--where", "type=c"}).substr(0, 23),
            "No matching task ran.\n\n");
  const auto refused = gusset_in(folder, {"stats", "t.gus", "--where", "colour=red"});
  EXPECT_EQ(refused.errors,
            "gusset: stats: --where: condition 1: expected one of the keys type, worker, node, level, task, "
            "handle, duration, begin, submit, ready, work, found \"colour\"\n");
  EXPECT_EQ(refused.exit_status, 2);
}

TEST(Stats, RejectsLevelsThatWereNotRecorded) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  const auto result = gusset_in(folder, {"stats", "t.gus", "--by", "level"});
  EXPECT_EQ(result.errors, "gusset: t.gus: expected a trace that records parents, found one that does not\n");
  EXPECT_EQ(result.exit_status, 1);
}

}  // namespace
}  // namespace gusset::testing
