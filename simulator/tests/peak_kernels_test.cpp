#include "platform/peak_kernels.hpp"

#include <gtest/gtest.h>

#include <array>

namespace gusset::simulator {
namespace {

TEST(PeakKernel, DoesTheWorkThatItCounts) {
  const PeakKernel kernel = peak_kernel();
  EXPECT_FALSE(kernel.instructions.empty());
  // Each value starts at 0.5 ÷ its number and converges to 1; a round does two operations per value.
  const double values = kernel.flops_per_round / 2.0;
  const double begin = kernel.run(0);
  EXPECT_GT(begin, 0.0);
  EXPECT_LT(begin, values * 0.5);
  EXPECT_NEAR(kernel.run(1), begin * 0.999 + values * 0.001, 1e-9);
  EXPECT_NEAR(kernel.run(100'000), values, 1e-6);
}

TEST(Triad, AddsAMultiple) {
  std::array<double, 3> a{9, 9, 9};
  const std::array<double, 3> b{1, 2, 3};
  const std::array<double, 3> c{10, 20, 30};
  triad(a, b, c, 0.5);
  EXPECT_EQ(a, (std::array<double, 3>{6, 12, 18}));
}

}  // namespace
}  // namespace gusset::simulator
