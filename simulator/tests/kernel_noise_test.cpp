#include "costs/kernel_noise.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gusset::simulator {
namespace {

TEST(KernelNoise, HasMeanOneAndTheRequestedDeviation) {
  for (const double deviation : {0.001, 0.05, 0.5}) {
    const KernelNoise noise(1);
    constexpr int tasks = 200'000;
    double sum = 0.0;
    double squares = 0.0;
    for (std::uint64_t task = 0; task < tasks; ++task) {
      const double factor = noise.factor(task, deviation);
      EXPECT_GT(factor, 0.0);
      sum += factor;
      squares += (factor - 1.0) * (factor - 1.0);
    }
    EXPECT_NEAR(sum / tasks, 1.0, 5 * deviation / std::sqrt(tasks));
    EXPECT_NEAR(std::sqrt(squares / tasks), deviation, 0.02 * deviation);
  }
}

TEST(KernelNoise, DependsOnlyOnSeedAndTask) {
  const KernelNoise noise(7);
  EXPECT_EQ(noise.factor(3, 0.1), KernelNoise(7).factor(3, 0.1));
  EXPECT_NE(noise.factor(3, 0.1), noise.factor(4, 0.1));
  EXPECT_NE(noise.factor(3, 0.1), KernelNoise(8).factor(3, 0.1));
  EXPECT_EQ(noise.factor(3, 0.0), 1.0);
}

}  // namespace
}  // namespace gusset::simulator
