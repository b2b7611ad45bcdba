#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gusset_call.hpp"
#include "run_program.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;

constexpr const char* fork_and_join =
    "digraph g { a [weight=1]; b [weight=3]; c [weight=2]; d [weight=1]; a -> b; a -> c; b -> d; c -> d; }";

ProgramResult replay(const TestFolder& folder, const std::vector<std::string>& options) {
  std::ofstream(folder.file("g.dot")) << fork_and_join;
  std::vector<std::string> words{"replay", "g.dot"};
  words.insert(words.end(), options.begin(), options.end());
  return gusset_in(folder, words);
}

TEST(Replay, PrintsMakespanAndAssumptions) {
  const TestFolder folder;
  const auto result = replay(folder, {"--threads", "2", "--policy", "fifo"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(
      result.output,
      "g on 1 node of 2 workers: 4 tasks, predicted makespan 5.00 ms with each of 10 seeds, 70.0 % busy.\n"
      "With mean task times, no schedule is shorter than 3.50 ms (work per worker) or 5.00 ms (critical "
      "path).\n"
      "Assumed: a unit of work takes 1 ms\n\n"
      "node  tasks  blocks  sent  received  payload sent  listeners     busy  memory\n"
      "0         4       0     0         0           0 B          0  7.00 ms     0 B\n");
}

TEST(Replay, WritesATraceWhoseReplayPrintsTheDifference) {
  const TestFolder folder;
  ASSERT_EQ(replay(folder, {"--threads", "2", "-o", "r.gus", "--stats", "s.json"}).exit_status, 0);
  EXPECT_EQ(json::parse(read_text(folder.file("s.json"))).at("makespan_s"), 5e-3);
  const auto again = gusset_in(folder, {"replay", "r.gus", "--threads", "1", "--scale", "b=2"});
  EXPECT_EQ(again.exit_status, 0) << again.errors;
  EXPECT_NE(again.output.find("predicted makespan 10.0 ms"), std::string::npos) << again.output;
  EXPECT_NE(again.output.find("The trace predicts 5.00 ms; the replay takes 100.0 % more.\n"),
            std::string::npos)
      << again.output;
  EXPECT_EQ(gusset_in(folder, {"check", "r.gus"}).exit_status, 0);
  ASSERT_EQ(gusset_in(folder, {"replay", "r.gus", "--scale", "b=2", "-o", "slow.gus"}).exit_status, 0);
  for (const char* draw : {"render", "convert"}) {
    const std::vector<std::string> call = std::string(draw) == "render"
                                              ? std::vector<std::string>{draw, "slow.gus", "-o", "slow.svg"}
                                              : std::vector<std::string>{draw, "slow.gus", "slow.svg"};
    ASSERT_EQ(gusset_in(folder, call).exit_status, 0);
    EXPECT_NE(read_text(folder.file("slow.svg")).find(" take 2 times as long"), std::string::npos) << draw;
  }
  const auto document = gusset_in(folder, {"replay", "r.gus", "--json"});
  EXPECT_EQ(json::parse(document.output).at("inputs").at("threads"), 2);
}

TEST(Replay, RejectsBadSettingsInOneLine) {
  const TestFolder folder;
  const auto refused = [&](const std::vector<std::string>& options, int status, const std::string& line) {
    const auto result = replay(folder, options);
    EXPECT_EQ(result.exit_status, status);
    EXPECT_EQ(result.errors, line + "\n");
    EXPECT_EQ(result.output, "");
  };
  refused(
      {"--scale", "b"}, 2,
      "gusset: replay: --scale: expected TYPE=FACTOR with a factor above 0, such as gemm=0.5, found \"b\"");
  refused(
      {"--scale", "b=0"}, 2,
      "gusset: replay: --scale: expected TYPE=FACTOR with a factor above 0, such as gemm=0.5, found \"b=0\"");
  refused({"--scale", "x=2"}, 1, "gusset: g.dot: expected a task type \"x\" to scale, found none");
  refused({"--policy", "lifo"}, 2,
          "gusset: replay: --policy: expected one of locality, fifo, priority, random, nearest, static, "
          "critical, cab, squads, found "
          "\"lifo\"");
  refused({"--nodes", "0"}, 2,
          "gusset: replay: --nodes: expected a whole number from 1 to 65536, found \"0\"");
  refused({"--rate", "-1"}, 2, "gusset: replay: --rate: expected work per second, above 0, found \"-1\"");
  refused({"--platform", "2:4:1:1e-6:1e9", "--nodes", "3"}, 1,
          "gusset: 2:4:1:1e-6:1e9: expected 3 nodes, found 2 nodes");
}

}  // namespace
}  // namespace gusset::testing
