// What the engine takes from options, and what it refuses before a program runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "gusset/base/schedule_file.hpp"
#include "gusset/base/this_machine.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::in_child;
using testing::message_of;
using testing::options;
using testing::temporary;
using testing::write_file;

std::string error_of(const Options& wanted) {
  return message_of([&] { make_engine(wanted); });
}

TEST(SimulationEngine, RefusesGridThatDoesNotMatchTheNodes) {
  Options wanted = options({{"platform", "9:4::1e-6:1e9"}});
  wanted.grid = ProcessGrid{2, 2, 1};
  EXPECT_EQ(error_of(wanted),
            "GUSSET_GRID: expected a grid of 9 nodes, as in 9:4::1e-6:1e9, found 2x2 of 4 nodes");
}

TEST(SimulationEngine, RefusesGridThatDoesNotMatchTheSpeeds) {
  const auto path = write_file(
      "speeds.json", R"({"cores": 1, "node_speeds": [1, 2], "latency_s": 0, "bandwidth_bytes_per_s": 1e9})");
  Options wanted = options({{"platform", path.string()}});
  wanted.grid = ProcessGrid{1, 3, 1};
  EXPECT_EQ(error_of(wanted), "GUSSET_GRID: expected a grid of 2 nodes, whose speeds " + path.string() +
                                  " states, found 1x3 of 3 nodes");
}

TEST(SimulationEngine, RefusesMoreThreadsThanCores) {
  Options wanted = options({{"platform", "9:4::1e-6:1e9"}});
  wanted.threads = 5;
  EXPECT_EQ(error_of(wanted),
            "GUSSET_THREADS: expected at most 4, the cores per node of 9:4::1e-6:1e9, found 5");
  wanted.threads = 3;
  EXPECT_EQ(make_engine(wanted)->workers(), 3u);
}

TEST(SimulationEngine, RefusesTooManyWorkers) {
  EXPECT_EQ(error_of(options({{"platform", "65536:64::1e-6:1e9"}})),
            "simulate: expected at most 1048576 workers, found 65536 nodes with 64 each");
}

TEST(SimulationEngine, RefusesTraceWithoutCosts) {
  EXPECT_EQ(error_of(options({{"platform", "9:4::1e-6:1e9"}, {"trace", temporary("t.gus").string()}})),
            "simulate: expected costs or a platform with GFlop/s to predict a trace, found neither");
}

TEST(SimulationEngine, UnwritableOutputFailsBeforeTheProgramRuns) {
  EXPECT_EQ(error_of(options({{"platform", "1:4:1:0:1e9"}, {"stats", "/no/such/s.json"}})),
            "/no/such/s.json: expected a file that can be written, found No such file or directory");
  EXPECT_EQ(error_of(options({{"platform", "1:4:1:0:1e9"}, {"trace", "/no/such/t.gus"}})),
            "/no/such/t.gus: expected a file that can be written, found No such file or directory");
}

TEST(SimulationEngine, ErrorsNameTheInvalidSetting) {
  EXPECT_EQ(error_of(options({{"platform", "9:4"}})),
            "GUSSET_PLATFORM: expected nodes:cores:gflops:latency:bandwidth, found '9:4'");
  EXPECT_EQ(error_of(options({{"platform", "9:4:1:0:"}})),
            "GUSSET_PLATFORM: bandwidth: expected bytes per second, from 1 to 1e18, found nothing");
  EXPECT_EQ(error_of(options({{"platform", "/no/such.json"}})),
            "/no/such.json: expected a file that can be read, found No such file or directory");
  EXPECT_EQ(error_of(options({{"costs", "work:fast"}})),
            "GUSSET_COSTS: expected work:RATE with a rate above 0, found 'work:fast'");
  EXPECT_EQ(error_of(options({{"progress", "yes"}})), "GUSSET_PROGRESS: expected 0 or 1, found \"yes\"");
}

TEST(SimulationEngine, PlatformErrorsNameFileAndField) {
  const auto path = write_file("m.json", R"({"nodes": 2, "cores": 4, "latency_s": 1e-6})");
  EXPECT_EQ(
      error_of(options({{"platform", path.string()}})),
      path.string() + ": bandwidth_bytes_per_s: expected bytes per second, from 1 to 1e18, found nothing");
  std::filesystem::remove(path);
}

TEST(SimulationEngine, ReportsAnAssumedNetworkOnStderr) {
  ::testing::internal::CaptureStderr();
  Options wanted = options({});
  wanted.grid = ProcessGrid{2, 2, 1};
  make_engine(wanted);
  const std::string cores =
      std::to_string(available_cores()) + (available_cores() == 1 ? " core)" : " cores)");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "simulate: assumed: nodes are copies of this machine (" + cores +
                "; nodes are connected by a crossbar of 2 µs and 10 GB/s\n");
  ::testing::internal::CaptureStderr();
  make_engine(options({{"platform", "4:2::1e-6:1e9"}}));
  make_engine(options({}));  // one node: a copy of this machine is expected
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(SimulationEngine, AcceptsAWindowButRefusesPinning) {
  Options wanted = options({});
  wanted.window = 100;
  EXPECT_EQ(error_of(wanted), "no exception");
  wanted.pinning = Pinning::compact;
  EXPECT_EQ(
      error_of(wanted),
      "GUSSET_PIN: expected none with the engine \"simulate\", whose cores are simulated, found another");
}

TEST(SimulationEngine, ReadsSwitchesSeedsAndJobsFromSettings) {
  const auto inputs = [](std::map<std::string, std::string> settings) {
    return inputs_from_options(options(std::move(settings)));
  };
  EXPECT_EQ(inputs({}).seeds, 1u);
  EXPECT_EQ(inputs({{"seeds", "10"}}).seeds, 10u);
  for (const char* bad : {"0", "", "10001", "ten", "1.5", "-1"})
    EXPECT_EQ(error_of(options({{"seeds", bad}})),
              std::string("GUSSET_SEEDS: expected a whole number from 1 to 10000, found \"") + bad + "\"");
  EXPECT_EQ(inputs({}).jobs, available_cores());
  EXPECT_EQ(inputs({{"jobs", "3"}}).jobs, 3u);
  EXPECT_EQ(error_of(options({{"jobs", "0"}})),
            "GUSSET_JOBS: expected a whole number from 1 to 1024, found \"0\"");
  EXPECT_TRUE(inputs({}).deduplicates);
  EXPECT_FALSE(inputs({{"deduplication", "0"}}).deduplicates);
  EXPECT_TRUE(inputs({}).splits);
  EXPECT_FALSE(inputs({{"hierarchy", "0"}}).splits);
  EXPECT_TRUE(inputs({}).submitter_computes);
  EXPECT_FALSE(inputs({{"submitter_computes", "0"}}).submitter_computes);
  EXPECT_EQ(error_of(options({{"hierarchy", "no"}})), "GUSSET_HIERARCHY: expected 0 or 1, found \"no\"");
}

TEST(SimulationEngine, RefusesUnknownPolicyEvenWhenOnlyCounting) {
  SimulationInputs inputs;
  inputs.policy = "lifo";
  EXPECT_EQ(message_of([&] { make_simulation_engine(inputs); }),
            "GUSSET_POLICY: expected one of locality, fifo, priority, random, nearest, static, critical, "
            "cab, squads, found \"lifo\"");
}

TEST(SimulationEngine, SchedulesAreForOneNode) {
  ScheduleFile file;
  file.workers = {{{"t", "x", 0, 0, 0}}};
  Options wanted = options({{"platform", "4:2:1:1e-6:1e9"}});
  wanted.schedule = write_file("schedule.json", schedule_file_text(file)).string();
  in_child([&] {
    EXPECT_EQ(message_of([&] { const Runtime runtime(wanted); }),
              "GUSSET_SCHEDULE: expected one node, because a schedule names one node's workers, found 4 nodes");
  });
  wanted.settings["platform"] = "1:2:1:1e-6:1e9";
  EXPECT_EQ(Runtime(wanted).workers(), 1u) << "as many threads as the file has";
}

TEST(SimulationEngine, OptionsSelectThePolicy) {
  Options wanted = options({});
  EXPECT_EQ(inputs_from_options(wanted).policy, "locality");
  wanted.policy = "static";
  EXPECT_EQ(inputs_from_options(wanted).policy, "static");
}

}  // namespace
}  // namespace gusset::simulator
