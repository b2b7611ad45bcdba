#include "gusset/simulator/platform/measure_machine.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gusset::simulator {
namespace {

Measurement measurement_of(std::vector<double> values) {
  return {std::move(values)};
}

TEST(Measurement, HasMedianAndSpread) {
  EXPECT_EQ(measurement_of({3.0}).median(), 3.0);
  EXPECT_EQ(measurement_of({4.0, 1.0, 3.0, 2.0}).median(), 2.5);
  const Measurement measurement = measurement_of({8.0, 12.0, 10.0});
  EXPECT_EQ(measurement.least(), 8.0);
  EXPECT_EQ(measurement.greatest(), 12.0);
  EXPECT_EQ(measurement.spread(), 0.4);
}

// The test checks that the runs happen and are reported, not how fast the machine is.
TEST(MeasureMachine, MakesTheRequestedNumberOfRuns) {
  const MachinePlan plan{2, 3, 1e-3, 1 << 20};
  const auto measured = measure_machine(plan);
  ASSERT_TRUE(measured.ok()) << measured.error().message();
  EXPECT_FALSE(measured->instructions.empty());
  for (const Measurement* each : {&measured->core_flops_per_s, &measured->busy_core_flops_per_s,
                                  &measured->core_bytes_per_s, &measured->memory_bytes_per_s}) {
    EXPECT_EQ(each->values.size(), 3u);
    EXPECT_GT(each->least(), 0.0);
    EXPECT_LT(each->greatest(), 1e15);
  }
}

TEST(MeasureMachine, LackOfMemoryFailsWithOneLine) {
  const auto measured = measure_machine({1, 1, 1e-4, std::numeric_limits<std::uint64_t>::max()});
  ASSERT_FALSE(measured.ok());
  EXPECT_EQ(measured.error().message(),
            "this machine: expected memory for three arrays of 18447 PB, found too little");
}

TEST(MachinePlan, SizesArraysByCachesAndMemory) {
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

TEST(MachineMeasurements, BecomeAPlatformWithSources) {
  Platform platform;
  platform.cores = 4;
  platform.latency_s = 2e-6;
  platform.bandwidth_bytes_per_s = 1e10;
  MachineMeasurements measured;
  measured.instructions = "AVX2 with FMA";
  measured.core_flops_per_s = measurement_of({50e9});
  measured.busy_core_flops_per_s = measurement_of({40e9, 42.26e9, 39e9});
  measured.core_bytes_per_s = measurement_of({9e9});
  measured.memory_bytes_per_s = measurement_of({20e9, 19e9, 18e9});
  measured.plan = {4, 3, 0.1, 64'000'000};
  const Platform found = with_measurements(platform, measured, "2026-11-22");
  EXPECT_EQ(found.gflops_per_core, 40.0) << "per core while all cores compute";
  EXPECT_EQ(found.memory_bandwidth_bytes_per_s, 19e9);
  EXPECT_EQ(
      found.sources.at("gflops_per_core"),
      "measured 2026-11-22: multiply-adds of doubles in registers (AVX2 with FMA), all 4 cores at once, "
      "median of 3 (39.0 … 42.3); an upper limit for kernels");
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
