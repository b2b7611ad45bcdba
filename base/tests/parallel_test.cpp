#include "gusset/base/parallel.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace gusset {
namespace {

constexpr std::uint64_t few_rows = 1;
constexpr std::uint64_t many_rows = std::uint64_t{1} << 20;

TEST(ParallelFor, CallsEachIndexOnce) {
  for (const std::uint64_t rows : {few_rows, many_rows}) {
    std::vector<int> calls(1000, 0);
    parallel_for(calls.size(), rows, [&](std::size_t i) { ++calls[i]; });
    EXPECT_THAT(calls, ::testing::Each(1));
    parallel_for(0, rows, [](std::size_t) { FAIL(); });
  }
}

TEST(ParallelFor, AnExceptionIsRethrownAndStopsFurtherCalls) {
  for (const std::uint64_t rows : {few_rows, many_rows}) {
    std::atomic<std::size_t> calls = 0;
    const auto work = [&](std::size_t) {
      ++calls;
      throw std::runtime_error("no");
    };
    EXPECT_THROW(parallel_for(1'000'000, rows, work), std::runtime_error);
    EXPECT_LE(calls, allowed_processors());
  }
}

}  // namespace
}  // namespace gusset
