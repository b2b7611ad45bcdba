#include "commands/calibrate_machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset_call.hpp"

namespace gusset::cli {
namespace {

using gusset::testing::gusset_in;
using gusset::testing::TestFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

simulator::MachineMeasurements quiet() {
  simulator::MachineMeasurements measured;
  measured.instructions = "AVX2 with FMA";
  measured.core_flops_per_s.values = {50e9, 51e9, 49e9};
  measured.busy_core_flops_per_s.values = {40e9, 41e9, 39e9};
  measured.core_bytes_per_s.values = {9e9};
  measured.memory_bytes_per_s.values = {20e9, 19e9};
  measured.plan = {4, 3, 0.1, 64'000'000};
  return measured;
}

TEST(CalibrateMachine, ReportsMeasurementsWithSpread) {
  simulator::Platform platform;
  platform.name = "host, cpu";
  platform.cores = 4;
  platform.latency_s = 2e-6;
  platform.bandwidth_bytes_per_s = 1e10;
  const std::string text = machine_text(platform, quiet());
  EXPECT_THAT(text,
              StartsWith("host, cpu: 4 cores compute up to 40.0 GFlop/s each, and together move 19.5 GB/s to "
                         "and from memory.\n\nmeasured"));
  EXPECT_THAT(text,
              ::testing::ContainsRegex("multiply-adds \\(AVX2 with FMA\\), each of 4 cores at once +40.0 "
                                       "GFlop/s +39.0 +41.0 +5.0 % +3\n"));
  EXPECT_THAT(text, HasSubstr("assumed, not measured: 2.00 µs, 10.0 GB/s."));
  EXPECT_THAT(text, Not(HasSubstr("busy")));
  simulator::MachineMeasurements noisy = quiet();
  noisy.core_bytes_per_s.values = {8e9, 10e9, 12e9};
  EXPECT_THAT(machine_text(platform, noisy),
              HasSubstr("The machine was busy: repeated measurements differ by up to 40.0 %;"));
}

TEST(CalibrateMachine, WritesAUsablePlatform) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"calibrate", "--machine", "-o", "here.json"});
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output,
              AllOf(HasSubstr("multiply-adds"), HasSubstr("memory, one core alone"),
                    HasSubstr("Platform: here.json (gusset simulate --platform here.json)\n")));
  const auto platform = simulator::read_platform(folder.path() / "here.json");
  ASSERT_TRUE(platform.ok()) << platform.error().message();
  EXPECT_EQ(platform->cores, simulator::this_machine().cores);
  EXPECT_GT(platform->gflops_per_core.value_or(0.0), 0.0);
  EXPECT_GT(platform->memory_bandwidth_bytes_per_s.value_or(0.0), 0.0);
  for (const char* field : {"gflops_per_core", "memory_bandwidth_bytes_per_s"})
    EXPECT_THAT(platform->sources.at(field), StartsWith("measured 20"));
  EXPECT_THAT(platform->sources.at("latency_s"), StartsWith("assumed"));
  const auto simulated = gusset_in(folder, {"simulate", "--platform", "here.json", "--stats", "s.json", "--",
                                            gusset::testing::probe_path, "steps"});
  EXPECT_EQ(simulated.exit_status, 0) << simulated.errors;
}

TEST(CalibrateMachine, MisuseIsOneLine) {
  const TestFolder folder;
  const auto both = gusset_in(folder, {"calibrate", "--machine", "t.gus", "-o", "here.json"});
  EXPECT_EQ(both.exit_status, 2);
  EXPECT_EQ(both.errors, "gusset: calibrate: --machine: expected no traces with it, found \"t.gus\"\n");
  const auto nowhere = gusset_in(folder, {"calibrate", "--machine", "-o", "no/here.json"});
  EXPECT_EQ(nowhere.exit_status, 1);
  EXPECT_THAT(nowhere.errors, StartsWith("gusset: no/here.json: "));
  EXPECT_THAT(nowhere.output, IsEmpty());
  EXPECT_THAT(folder.names(), IsEmpty());
}

}  // namespace
}  // namespace gusset::cli
