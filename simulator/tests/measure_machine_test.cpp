#include "gusset/simulator/platform/measure_machine.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gusset::simulator {
namespace {

Measurement some(std::vector<double> values) {
  return {std::move(values)};
}

TEST(Measurement, HasAMedianAndASpread) {
  EXPECT_EQ(some({3.0}).median(), 3.0);
  EXPECT_EQ(some({4.0, 1.0, 3.0, 2.0}).median(), 2.5);
  const Measurement measurement = some({8.0, 12.0, 10.0});
  EXPECT_EQ(measurement.least(), 8.0);
  EXPECT_EQ(measurement.greatest(), 12.0);
  EXPECT_EQ(measurement.spread(), 0.4);
}

// The test checks that the runs happen and are reported, not how fast the machine is.
TEST(MeasureMachine, MeasuresAsOftenAsAsked) {
  const MachinePlan plan{2, 3, 1e-3, 1 << 20};
  const auto measured = measure_machine(plan);
  ASSERT_TRUE(measured.ok()) << measured.error().message();
  EXPECT_FALSE(measured->instructions.empty());
  for (const Measurement* each : {&measured->core_flops_per_s, &measured->busy_core_flops_per_s,
                                  &measured->core_bytes_per_s, &measured->memory_bytes_per_s}) {
    EXPECT_EQ(each->values.size(), 3u);
    EXPECT_GT(each->least(), 1e6) << "slower than any computer that is in use";
    EXPECT_LT(each->greatest(), 1e15);
  }
}

TEST(MeasureMachine, WithoutMemoryForItsArraysIsOneLine) {
  const auto measured = measure_machine({1, 1, 1e-4, std::numeric_limits<std::uint64_t>::max()});
  ASSERT_FALSE(measured.ok());
  EXPECT_EQ(measured.error().message(),
            "this machine: expected memory for three arrays of 18447 PB, found too little");
}

TEST(MachinePlan, TakesArraysThatNoCacheHolds) {
  Platform platform;
  platform.cores = 8;
  platform.caches = {{1, 32'768, 1}, {3, 20'000'000, 4}};
  EXPECT_EQ(plan_for(platform).cores, 8u);
  EXPECT_EQ(plan_for(platform).array_bytes, 160'000'000u) << "two caches of 20 MB, four times";
  platform.caches.clear();
  EXPECT_EQ(plan_for(platform).array_bytes, 64'000'000u);
  platform.memory_bytes = 240'000'000;
  EXPECT_EQ(plan_for(platform).array_bytes, 10'000'000u) << "an eighth of the memory, for all three";
}

TEST(MachineMeasurements, BecomeAPlatformThatSaysWhereItsNumbersComeFrom) {
  Platform platform;
  platform.cores = 4;
  platform.latency_s = 2e-6;
  platform.bandwidth_bytes_per_s = 1e10;
  MachineMeasurements measured;
  measured.instructions = "AVX2 with FMA";
  measured.core_flops_per_s = some({50e9});
  measured.busy_core_flops_per_s = some({40e9, 42.26e9, 39e9});
  measured.core_bytes_per_s = some({9e9});
  measured.memory_bytes_per_s = some({20e9, 19e9, 18e9});
  measured.plan = {4, 3, 0.1, 64'000'000};
  const Platform found = with_measurements(platform, measured, "2026-11-22");
  EXPECT_EQ(found.gflops_per_core, 40.0) << "of a core while all compute";
  EXPECT_EQ(found.memory_bandwidth_bytes_per_s, 19e9);
  EXPECT_EQ(
      found.sources.at("gflops_per_core"),
      "measured 2026-11-22: multiply-adds of doubles in registers (AVX2 with FMA), all 4 cores at once, "
      "median of 3 (39.0 … 42.3); a peak: kernels stay below it");
  EXPECT_EQ(
      found.sources.at("memory_bandwidth_bytes_per_s"),
      "measured 2026-11-22: a[i] = b[i] + s·c[i] with arrays of 64.0 MB, all 4 cores at once, median of 3 "
      "(18.0 … 20.0) GB/s");
  const auto read = parse_platform(to_json(found), "p.json");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(*read, found);
}

}  // namespace
}  // namespace gusset::simulator
