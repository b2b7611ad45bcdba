#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "gusset_call.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// gusset's lines about failures. The program's runtime may have printed its assumptions before.
std::vector<std::string> failures(const std::string& errors) {
  std::vector<std::string> lines;
  std::istringstream stream(errors);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("gusset: ")) lines.push_back(line);
  }
  return lines;
}

// The probe's "steps" on n nodes: n steps and n totals. Each node except 0 sends its part of 1000 bytes to
// node 0.
json steps_on(const TestFolder& folder, const std::vector<std::string>& options) {
  std::vector<std::string> words{"simulate", "--stats", "s.json"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"--", probe_path, "steps"});
  const auto result = gusset_in(folder, words);
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  return result.exit_status == 0 ? json::parse(read_text(folder.file("s.json"))) : json();
}

TEST(Simulate, OnlyCountsWithoutCosts) {
  const TestFolder folder;
  const json statistics = steps_on(folder, {"--grid", "2x2", "--threads", "1"});
  EXPECT_TRUE(statistics.at("makespan_s").is_null());
  EXPECT_EQ(statistics.at("totals").at("level1_tasks"), 8);
  EXPECT_EQ(statistics.at("totals").at("messages"), 3);
  EXPECT_EQ(statistics.at("totals").at("payload_bytes"), 3000);
  EXPECT_EQ(statistics.at("totals").at("wire_bytes"), 3000 + 3 * 192);
  EXPECT_EQ(statistics.at("totals").at("listeners"), 3);
  EXPECT_EQ(statistics.at("nodes").size(), 4u);
  EXPECT_EQ(statistics.at("nodes").at(0).at("level1_tasks"), 5);
  EXPECT_THAT(folder.names(), ElementsAre("s.json"));
}

TEST(Simulate, VerdictSaysThatItOnlyCounted) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"simulate", "--grid", "2x2", "--threads", "1", "--", probe_path});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(failures(result.errors), IsEmpty());
  EXPECT_THAT(
      result.output,
      StartsWith(
          "cli_probe on 4 nodes (2x2) of 1 worker: 8 tasks, counted only: times need --costs.\n"
          "3 messages carry 3.00 kB (3.58 kB on the wire) to 3 remote inputs of tasks: sending each version "
          "once per node saves 0.0 %.\n"
          "Most memory: node 0 with at most 4.01 kB. Busiest node: 0 with 5 tasks, 2.500 times the mean.\n"));
  EXPECT_THAT(result.output, HasSubstr("\nAssumed: "));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Simulate, PredictsTheTraceFromARate) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"simulate", "-o", "p.gus", "--seeds", "1", "--costs", "work:1e9",
                                         "--threads", "1", "--", probe_path, "steps", "2e6"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(
      result.output,
      StartsWith("cli_probe on 1 node of 1 worker: 2 tasks, predicted makespan 4.00 ms, 100.0 % busy.\n"));
  const auto info = json::parse(gusset_in(folder, {"info", "p.gus", "--json"}).output);
  EXPECT_EQ(info.at("origin"), "predicted");
  EXPECT_DOUBLE_EQ(info.at("makespan_s").get<double>(), 0.004);
  EXPECT_DOUBLE_EQ(info.at("critical_path_bound_s").get<double>(), 0.004);
}

TEST(Simulate, AcceptsAPlatformOfFiveNumbers) {
  const TestFolder folder;
  const json statistics = steps_on(folder, {"--platform", "2:1:1:1e-3:1e6", "--seeds", "1"});
  // Each node runs a step of 1e6 flop at 1 GFlop/s; then 1192 bytes take 1 ms + 1.192 ms; then the last total
  // runs.
  EXPECT_NEAR(statistics.at("makespan_s").get<double>(), 1e-3 + 1e-3 + 1.192e-3 + 1e-3, 1e-8);
}

TEST(Simulate, MakespanIsTheMedianOfTenSeeds) {
  const TestFolder folder;
  const json statistics = steps_on(folder, {"--platform", "2:1:1:1e-3:1e6"});
  const json range = statistics.at("makespan_range_s");
  EXPECT_EQ(range.at("seeds"), 10);
  EXPECT_LT(range.at("min").get<double>(), statistics.at("makespan_s").get<double>());
  EXPECT_GT(range.at("max").get<double>(), statistics.at("makespan_s").get<double>());
  EXPECT_EQ(
      steps_on(folder, {"--platform", "2:1:1:1e-3:1e6", "--seeds", "3"}).at("makespan_range_s").at("seeds"),
      3);
  const auto result = gusset_in(folder, {"simulate", "--seeds", "0", "--", probe_path});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors,
            "gusset: simulate: --seeds: expected a whole number from 1 to 10000, found \"0\"\n");
}

TEST(Simulate, OptionsSwitchMechanismsOff) {
  const TestFolder folder;
  const json usual = steps_on(folder, {"--grid", "2x2", "--threads", "2"}).at("inputs");
  EXPECT_TRUE(usual.at("deduplication"));
  EXPECT_TRUE(usual.at("hierarchy"));
  EXPECT_TRUE(usual.at("submitter_computes"));
  const json other = steps_on(folder, {"--grid", "2x2", "--threads", "2", "--no-deduplication",
                                       "--no-hierarchy", "--submitter-only", "--window", "5"})
                         .at("inputs");
  EXPECT_FALSE(other.at("deduplication"));
  EXPECT_FALSE(other.at("hierarchy"));
  EXPECT_FALSE(other.at("submitter_computes"));
  EXPECT_EQ(other.at("window"), 5);
}

TEST(Simulate, StatisticsNameThePolicy) {
  const TestFolder folder;
  const std::vector<std::string> machine{"--costs", "work:1e9", "--threads", "1"};
  const auto scheduler = [&](std::vector<std::string> options) {
    options.insert(options.end(), machine.begin(), machine.end());
    return steps_on(folder, options).at("model").at("scheduler");
  };
  EXPECT_EQ(scheduler({}), "locality");
  EXPECT_EQ(scheduler({"--policy", "static"}), "static");
}

TEST(Simulate, LoadBalancingReachesTheProgram) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"simulate", "--grid", "1x2", "--balance", "equalize,2", "--",
                                         "/bin/sh", "-c", "echo setting $GUSSET_BALANCE"});
  EXPECT_EQ(result.output, "setting equalize,2\n");
  const auto refused = gusset_in(folder, {"simulate", "--balance", "smart,0", "--", probe_path, "echo"});
  EXPECT_EQ(refused.errors,
            "gusset: simulate: --balance: expected off, basic, equalize, smart, one of the last three with a "
            "number of ready tasks that stay (\"smart,4\"), or list:FILE, found \"smart,0\"\n");
  EXPECT_EQ(refused.output, "");
  EXPECT_EQ(refused.exit_status, 2);
}

TEST(Simulate, StatisticsNameTheNetwork) {
  const TestFolder folder;
  const auto network = [&](const char* engine) {
    return steps_on(folder, {"--platform", "2:1:1:1e-3:1e6", "--network", engine}).at("model").at("network");
  };
  EXPECT_EQ(network("fast").at("engine"), "fast");
  EXPECT_EQ(network("none").at("engine"), "none");
}

TEST(Simulate, WarnsAboutMissingContention) {
  const TestFolder folder;
  const std::vector<std::string> words{"simulate", "--platform", "2:1:1:1e-3:1e6", "--network",
                                       "none",     "--",         probe_path};
  const auto result = gusset_in(folder, words);
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.errors,
            "simulate: assumed: messages never contend for links, which can favour the wrong grid\n");
  EXPECT_THAT(result.output, HasSubstr("Assumed: messages never contend for links"));
}

TEST(Simulate, SameSeedGivesTheSameFile) {
  const TestFolder folder;
  for (const char* name : {"a.gus", "b.gus"}) {
    const auto result = gusset_in(folder, {"simulate", "-o", name, "--costs", "work:1e9", "--grid", "2x2",
                                           "--threads", "2", "--seed", "5", "--", probe_path});
    ASSERT_EQ(result.exit_status, 0) << result.errors;
  }
  EXPECT_EQ(read_text(folder.file("a.gus")), read_text(folder.file("b.gus")));
}

TEST(Simulate, AcceptsCalibratedCosts) {
  const TestFolder folder;
  ASSERT_EQ(gusset_in(folder, {"run", "-o", "t.gus", "--threads", "1", "--", probe_path}).exit_status, 0);
  const auto calibrated = gusset_in(folder, {"calibrate", "t.gus", "-o", "costs.json"});
  EXPECT_EQ(calibrated.exit_status, 0) << calibrated.errors;
  EXPECT_THAT(calibrated.output, StartsWith("costs.json: costs of 2 type-and-size pairs from 2 tasks on "));
  EXPECT_THAT(calibrated.output, HasSubstr("\ntype      size  count "));
  const auto result = gusset_in(
      folder, {"simulate", "-o", "p.gus", "--costs", "costs.json", "--threads", "1", "--", probe_path});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("2 tasks, predicted makespan "));

  const auto compared = json::parse(gusset_in(folder, {"compare", "t.gus", "p.gus", "--json"}).output);
  EXPECT_EQ(compared.at("match").at("tasks"), 2);
  EXPECT_EQ(compared.at("match").at("rule"), "written_version");
}

TEST(Simulate, CompareReportsPredictionErrorOnlyForTheSameMachine) {
  constexpr int most_recordings = 30;
  const TestFolder folder;
  for (const char* grid : {"1x1", "1x2"}) {
    const auto made = gusset_in(folder, {"simulate", "-o", grid, "--costs", "work:1e9", "--grid", grid,
                                         "--threads", "1", "--", probe_path});
    ASSERT_EQ(made.exit_status, 0) << made.errors;
  }
  std::string compared;
  for (int recording = 0; recording < most_recordings; ++recording) {
    ASSERT_EQ(gusset_in(folder, {"run", "-o", "t.gus", "--threads", "1", "--", probe_path}).exit_status, 0);
    compared = gusset_in(folder, {"compare", "t.gus", "1x1"}).output;
    // If a thread had no processor, the difference says nothing about the prediction.
    if (compared.find("threads had no processor") == std::string::npos) break;
  }
  EXPECT_THAT(compared, HasSubstr("the prediction is off by"));
  EXPECT_THAT(gusset_in(folder, {"compare", "t.gus", "1x2"}).output, HasSubstr("B differs by"));
}

TEST(Calibrate, RejectsARepeatedTrace) {
  const TestFolder folder;
  ASSERT_EQ(gusset_in(folder, {"run", "-o", "t.gus", "--threads", "1", "--", probe_path}).exit_status, 0);
  const auto result = gusset_in(folder, {"calibrate", "t.gus", "./t.gus", "-o", "costs.json"});
  EXPECT_EQ(result.errors, "gusset: ./t.gus: expected each trace once, found it twice\n");
  EXPECT_EQ(result.exit_status, 2);
}

TEST(Simulate, MissingCostNamesTheTaskType) {
  const TestFolder folder;
  folder.write("p.gus", "old");
  const auto result = gusset_in(folder, {"simulate", "-o", "p.gus", "--seeds", "1", "--costs", "work:1e9",
                                         "--threads", "1", "--", probe_path, "steps", "0"});
  EXPECT_NE(result.exit_status, 0);
  EXPECT_THAT(failures(result.errors), ElementsAre(HasSubstr("task type 'step': expected ")));
  EXPECT_EQ(read_text(folder.file("p.gus")), "old");
}

// Each error is one line that names what the user wrote. It is printed before the program starts: no such
// program exists.
struct BadSetting {
  std::string name;
  std::vector<std::string> options;
  std::vector<std::string> fragments;
};

void PrintTo(const BadSetting& tested, std::ostream* out) {
  *out << tested.name;
}

class BadSettingTest : public ::testing::TestWithParam<BadSetting> {};

TEST_P(BadSettingTest, FailsInOneLineBeforeTheProgramStarts) {
  const TestFolder folder;
  folder.write("no_bandwidth.json", R"({"nodes": 2, "cores": 2, "latency_s": 1e-6})");
  folder.write("no_json", "{");
  std::vector<std::string> words{"simulate"};
  words.insert(words.end(), GetParam().options.begin(), GetParam().options.end());
  words.insert(words.end(), {"--", "./nowhere"});
  const auto result = gusset_in(folder, words);
  EXPECT_NE(result.exit_status, 0);
  EXPECT_THAT(result.errors, StartsWith("gusset: "));
  EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  for (const std::string& fragment : GetParam().fragments) EXPECT_THAT(result.errors, HasSubstr(fragment));
  EXPECT_THAT(result.errors, Not(HasSubstr("nowhere")));
}

INSTANTIATE_TEST_SUITE_P(
    Simulate, BadSettingTest,
    ::testing::Values(
        BadSetting{"EmptyGrid", {"--grid", "0x3"}, {"--grid", "expected", "\"0x3\""}},
        BadSetting{"GridIsText", {"--grid", "three"}, {"--grid", "expected", "\"three\""}},
        BadSetting{"PlatformWithoutBandwidth",
                   {"--platform", "no_bandwidth.json"},
                   {"no_bandwidth.json", "bandwidth_bytes_per_s", "expected"}},
        BadSetting{"FourNumbers", {"--platform", "2:2:10:1e-6"}, {"--platform", "expected", "2:2:10:1e-6"}},
        BadSetting{"MissingPlatform", {"--platform", "missing.json"}, {"missing.json"}},
        BadSetting{"PlatformIsNotJson", {"--platform", "no_json"}, {"no_json", "expected"}},
        BadSetting{"UnknownNetwork",
                   {"--network", "ns-3"},
                   {"--network: expected ", "fast or none", "found 'ns-3'"}},
        BadSetting{"MissingCosts", {"--costs", "missing.json"}, {"missing.json"}},
        BadSetting{"RateIsNotANumber", {"--costs", "work:fast"}, {"--costs", "expected", "fast"}},
        BadSetting{"ZeroRate", {"--costs", "work:0"}, {"--costs", "expected"}},
        BadSetting{"UnwritableTrace",
                   {"--costs", "work:1", "-o", "no/p.gus"},
                   {"no/p.gus: expected a writable file"}},
        BadSetting{
            "UnwritableStatistics", {"--stats", "no/s.json"}, {"no/s.json: expected a writable file"}}),
    [](const auto& tested) { return tested.param.name; });

TEST(Simulate, RejectsMoreThreadsThanCores) {
  const TestFolder folder;
  const auto result =
      gusset_in(folder, {"simulate", "--platform", "1:2:10:1e-6:1e10", "--threads", "3", "--", probe_path});
  EXPECT_NE(result.exit_status, 0);
  EXPECT_THAT(failures(result.errors), ElementsAre(HasSubstr("expected ")));
}

}  // namespace
}  // namespace gusset::testing
