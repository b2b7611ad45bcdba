#include "gusset/viewer/model/document/log_scale.hpp"

#include <gtest/gtest.h>

#include "gusset/viewer/model/what_if/what_if.hpp"

namespace gusset::viewer {
namespace {

TEST(LogScale, EndsAndMiddleAreExact) {
  const LogScale scale(0.1, 10.0, 200);
  EXPECT_EQ(scale.value(0), 0.1);
  EXPECT_EQ(scale.value(100), 1.0);
  EXPECT_EQ(scale.value(200), 10.0);
  EXPECT_EQ(scale.value(-5), 0.1);
  EXPECT_EQ(scale.value(500), 10.0);
}

TEST(LogScale, ValuesGrowWithEachStepAndConvertBack) {
  for (const LogScale& scale : {speed_scale, latency_scale, bandwidth_scale}) {
    for (int step = 0; step < scale.steps(); ++step) {
      EXPECT_LE(scale.value(step), scale.value(step + 1)) << step;
      EXPECT_NEAR(scale.step(scale.value(step)), step, 2) << step;
    }
  }
}

TEST(LogScale, ValuesHaveTwoSignificantDigits) {
  EXPECT_EQ(LogScale(0.1, 10.0, 200).value(130), 2.0);
  EXPECT_EQ(LogScale(0.1, 10.0, 200).value(70), 0.5);
  EXPECT_EQ(LogScale(1e-8, 1e-2, 180).value(69), 2e-6);
}

TEST(LogScale, ValuesBeyondTheEndsAreClamped) {
  const LogScale scale(0.1, 10.0, 200);
  EXPECT_EQ(scale.step(0.0), 0);
  EXPECT_EQ(scale.step(-1.0), 0);
  EXPECT_EQ(scale.step(1e9), 200);
  EXPECT_EQ(scale.step(1.0), 100);
}

TEST(LogScale, SlidersReachTheAssumedNetwork) {
  EXPECT_EQ(latency_scale.value(latency_scale.step(WhatIf::assumed_latency_s)), WhatIf::assumed_latency_s);
  EXPECT_EQ(bandwidth_scale.value(bandwidth_scale.step(WhatIf::assumed_bandwidth_bytes_per_s)),
            WhatIf::assumed_bandwidth_bytes_per_s);
}

}  // namespace
}  // namespace gusset::viewer
