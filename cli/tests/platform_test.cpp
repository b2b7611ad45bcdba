// Tests gusset platform, and the platforms that other commands take by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gusset_call.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

json printed(const TestFolder& folder, const std::string& name) {
  const auto result = gusset_in(folder, {"platform", name});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  return result.exit_status == 0 ? json::parse(result.output) : json();
}

std::string two_hosts(const std::string& route) {
  return "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
         "<platform version=\"4.1\"><zone id=\"w\" routing=\"Full\">"
         "<host id=\"a\" speed=\"1Gf\" core=\"2\"/><host id=\"b\" speed=\"1Gf\" core=\"2\"/>"
         "<link id=\"l\" bandwidth=\"1MBps\" latency=\"1ms\"/>" +
         route + "</zone></platform>\n";
}
constexpr const char* a_to_b = "<route src=\"a\" dst=\"b\"><link_ctn id=\"l\"/></route>";
constexpr const char* ring = R"({"cores": 2, "gflops_per_core": 1, "latency_s": 1e-3,
  "bandwidth_bytes_per_s": 1e6, "topology": {"kind": "torus", "dimensions": [2, 2]}})";

bool has_simgrid(const TestFolder& folder) {
  return gusset_in(folder, {"simulate", "--network", "simgrid", "--threads", "1", "--", probe_path})
             .exit_status == 0;
}

TEST(Platform, ListsMachinesWithoutAName) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"platform"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, StartsWith("5 built-in machines, and this (the local machine). "));
  EXPECT_THAT(
      result.output,
      HasSubstr("\nrackham          20              35.2   137 GB  fat tree of 504  500 ns per link"));
  EXPECT_THAT(result.output, HasSubstr("\ntintin "));
  EXPECT_THAT(result.output, HasSubstr("\nthis "));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Platform, BuiltInMachineReadsBackTheSame) {
  const TestFolder folder;
  const auto first = gusset_in(folder, {"platform", "rackham"});
  EXPECT_EQ(json::parse(first.output).at("sources").at("cores").get<std::string>().substr(0, 2), "20");
  folder.write("mine.json", first.output);
  EXPECT_EQ(gusset_in(folder, {"platform", "mine.json"}).output, first.output);
}

TEST(Platform, PrintsTheLocalMachine) {
  const TestFolder folder;
  const json platform = printed(folder, "this");
  EXPECT_GE(platform.at("cores"), 1);
  EXPECT_THAT(platform.at("sources").at("latency_s").get<std::string>(), StartsWith("assumed: "));
}

TEST(Platform, PrintsFiveNumbersAsJson) {
  const TestFolder folder;
  EXPECT_EQ(printed(folder, "9:20:30:2e-6:1e10").at("nodes"), 9);
}

TEST(Platform, FileNamedLikeAMachineNeedsASlash) {
  const TestFolder folder;
  folder.write("rackham", ring);
  EXPECT_EQ(printed(folder, "rackham").at("cores"), 20);
  EXPECT_EQ(printed(folder, "./rackham").at("cores"), 2);
  folder.write("other", ring);
  EXPECT_EQ(printed(folder, "other").at("cores"), 2);
}

TEST(Platform, RejectsUnknownPlatformsInOneLine) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"platform", "rakham"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(
      result.errors,
      "gusset: platform: expected a file, nodes:cores:gflops:latency:bandwidth, opteron2427, opteron8380, "
      "rackham, tintin, xeonphi7120p or "
      "this, found "
      "'rakham'\n");
  const auto two = gusset_in(folder, {"platform", "rackham", "tintin"});
  EXPECT_EQ(two.exit_status, 2);
  EXPECT_EQ(two.errors,
            "gusset: platform: expected arguments as in gusset platform --help, found \"tintin\"\n");
}

TEST(Platform, SimulateAcceptsABuiltInMachineAndPrintsAssumptions) {
  const TestFolder folder;
  if (!has_simgrid(folder)) GTEST_SKIP() << "needs SimGrid";
  const auto result = gusset_in(folder, {"simulate", "--platform", "rackham", "--grid", "2x2", "--threads",
                                         "1", "--stats", "s.json", "--", probe_path, "steps"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output,
              HasSubstr("\nAssumed: topology of rackham: a fat tree with half as many uplinks"));
  EXPECT_THAT(result.output, HasSubstr("\nAssumed: latency_s of rackham: "));
  EXPECT_THAT(result.output, Not(HasSubstr("Assumed: cores")));
  const json statistics = json::parse(read_text(folder.file("s.json")));
  EXPECT_EQ(statistics.at("inputs").at("platform").at("topology").at("kind"), "fat_tree");
  EXPECT_EQ(statistics.at("model").at("network").at("topology"), "fat_tree");
  const auto too_many =
      gusset_in(folder, {"simulate", "--platform", "rackham", "--grid", "23x22", "--", probe_path});
  EXPECT_EQ(too_many.exit_status, 2);
  EXPECT_EQ(too_many.errors,
            "gusset: --grid: expected at most 504 nodes, as many as the platform has, found \"23x22\" "
            "with 506\n");
}

TEST(Platform, TorusNeedsAnEngineThatSupportsIt) {
  const TestFolder folder;
  if (!has_simgrid(folder)) GTEST_SKIP() << "needs SimGrid";
  folder.write("ring.json", ring);
  const auto fast = gusset_in(folder, {"simulate", "--platform", "ring.json", "--grid", "2x2", "--network",
                                       "fast", "--", probe_path, "steps"});
  EXPECT_EQ(fast.exit_status, 2);
  EXPECT_EQ(fast.errors,
            "gusset: --network: expected simgrid or none, as ring.json is a torus, found 'fast'\n");
  const auto simulated = gusset_in(folder, {"simulate", "--platform", "ring.json", "--grid", "2x2", "-o",
                                            "t.gus", "--", probe_path, "steps"});
  EXPECT_EQ(simulated.exit_status, 0) << simulated.errors;
  for (const char* engine : {"simgrid", "none"}) {
    const auto result = gusset_in(folder, {"replay", "t.gus", "--platform", "ring.json", "--nodes", "4",
                                           "--network", engine, "--json"});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_EQ(json::parse(result.output).at("model").at("network").at("topology"), "torus");
  }
  // Without --network, the command chooses a network engine that supports the topology.
  const auto replayed =
      gusset_in(folder, {"replay", "t.gus", "--platform", "ring.json", "--nodes", "4", "--json"});
  EXPECT_EQ(replayed.exit_status, 0) << replayed.errors;
  EXPECT_THAT(json::parse(replayed.output).at("model").at("network").at("engine").get<std::string>(),
              StartsWith("SimGrid"));
  const auto refused = gusset_in(folder, {"replay", "t.gus", "--platform", "ring.json", "--network", "fast"});
  EXPECT_EQ(refused.exit_status, 2);
  EXPECT_EQ(refused.errors,
            "gusset: --network: expected simgrid or none, as ring.json is a torus, found 'fast'\n");
}

TEST(Platform, SimulateAndReplayAcceptSimGridXml) {
  const TestFolder folder;
  if (!has_simgrid(folder)) GTEST_SKIP() << "needs SimGrid";
  folder.write("two.xml", two_hosts(a_to_b));
  EXPECT_EQ(printed(folder, "two.xml").at("topology").at("file"), "two.xml");
  const auto simulated = gusset_in(folder, {"simulate", "--platform", "two.xml", "--stats", "s.json", "-o",
                                            "t.gus", "--", probe_path, "steps"});
  EXPECT_EQ(simulated.exit_status, 0) << simulated.errors;
  const json statistics = json::parse(read_text(folder.file("s.json")));
  EXPECT_EQ(statistics.at("inputs").at("platform").at("nodes"), 2);
  EXPECT_EQ(statistics.at("model").at("network").at("sharing"), "LV08");
  const auto replayed = gusset_in(folder, {"replay", "t.gus", "--platform", "two.xml"});
  EXPECT_EQ(replayed.exit_status, 0) << replayed.errors;
  const auto grid =
      gusset_in(folder, {"simulate", "--platform", "two.xml", "--grid", "3x1", "--", probe_path});
  EXPECT_EQ(grid.exit_status, 2);
  EXPECT_EQ(grid.errors,
            "gusset: --grid: expected as many nodes as the platform has (2), found \"3x1\" with 3\n");
}

TEST(Platform, TuneScreensFatTreesWithTheFastEngine) {
  const TestFolder folder;
  if (!has_simgrid(folder)) GTEST_SKIP() << "needs SimGrid";
  const auto result = gusset_in(folder, {"tune", "-o", "s.json", "--platform", "rackham", "--grid", "1x2,2x2",
                                         "--threads", "1", "--seeds", "1", "--", probe_path, "steps", "1e6"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("\nAssumed: topology of rackham: "));
  const json sweep = json::parse(read_text(folder.file("s.json")));
  for (const json& row : sweep.at("configurations")) {
    EXPECT_EQ(row.at("screen").at("measures").at("network"), "fast");
    if (row.at("confirm").is_null()) continue;
    EXPECT_THAT(row.at("confirm").at("measures").at("network").get<std::string>(), StartsWith("SimGrid"));
  }
}

TEST(Platform, TuneUsesOnlySimGridOnATorus) {
  const TestFolder folder;
  if (!has_simgrid(folder)) GTEST_SKIP() << "needs SimGrid";
  folder.write("ring.json", ring);
  const auto result =
      gusset_in(folder, {"tune", "-o", "s.json", "--platform", "ring.json", "--grid", "1x4,2x2", "--threads",
                         "1", "--seeds", "1", "--", probe_path, "steps", "1e6"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  const json sweep = json::parse(read_text(folder.file("s.json")));
  for (const json& row : sweep.at("configurations")) {
    EXPECT_THAT(row.at("screen").at("measures").at("network").get<std::string>(), StartsWith("SimGrid"));
    EXPECT_TRUE(row.at("confirm").is_null());
  }
}

TEST(Platform, UnreachableHostFailsBeforeAnythingRuns) {
  const TestFolder folder;
  if (!has_simgrid(folder)) GTEST_SKIP() << "needs SimGrid";
  folder.write("apart.xml", two_hosts(""));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"platform", "apart.xml"},
        std::vector<std::string>{"simulate", "--platform", "apart.xml", "--", probe_path}}) {
    const auto result = gusset_in(folder, words);
    EXPECT_EQ(result.exit_status, 1);
    EXPECT_EQ(
        result.errors,
        "gusset: apart.xml: expected a route from each host to every other, found none from 'a' to 'b'\n");
    EXPECT_THAT(result.output, IsEmpty());
  }
  EXPECT_THAT(folder.names(), ElementsAre("apart.xml"));
}

}  // namespace
}  // namespace gusset::testing
