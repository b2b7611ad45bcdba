#include <gtest/gtest.h>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

const Example skeleton{SKELETON_BINARY};

TEST(Skeleton, ComputesNothingAndSaysSo) {
  for (const char* threads : {"1", "2", "4"}) {
    const auto result = skeleton.run({"--iterations", "3"}, {{"GUSSET_THREADS", threads}});
    EXPECT_EQ(result.exit_status, 0);
    EXPECT_EQ(result.errors, "");
    EXPECT_EQ(result.output, "skeleton: nothing was computed; gusset simulate predicts the time\n");
  }
  const auto trace = skeleton.record({"--slabs", "4", "--iterations", "3"}, "2");
  EXPECT_EQ(trace->tasks.size(), (4u + 1u + 4u) * 3u);
  EXPECT_EQ(distinct_values(*trace, "iteration"), 3u);
}

TEST(Skeleton, InvalidArgumentsFailWithOneLine) {
  const auto result = skeleton.run({"--size", "8", "--slabs", "9"});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors, "skeleton: --slabs: expected at most --size (8), found \"9\"\n");
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(Skeleton, TakesItsWorkOnOneWorker) {
  const auto statistics =
      skeleton.simulate({"--size", "8", "--slabs", "2", "--iterations", "3"}, "1:1:1:0:1e9", "1x1");
  const double flops = 3 * (16.0 * 512 + 2 + 10.0 * 512);
  EXPECT_NEAR(statistics["makespan_s"].get<double>(), flops * 1e-9, 1e-12);
  EXPECT_EQ(statistics["totals"]["messages"], 0);
}

TEST(Skeleton, SendsFacesPartsAndTheSum) {
  const auto statistics =
      skeleton.simulate({"--size", "8", "--slabs", "4", "--iterations", "3"}, "4:1:1:1e-6:1e9", "4x1");
  const int faces = 2 * 3, parts = 3, sums = 3;
  EXPECT_EQ(statistics["totals"]["messages"], 3 * (faces + parts + sums));
  EXPECT_EQ(statistics["totals"]["payload_bytes"], 3 * (faces * 2 * 8 * 64 + parts * 8 + sums * 8));
}
#endif

}  // namespace
}  // namespace gusset::testing
