#include "gusset/base/parallel.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace gusset {
namespace {

constexpr std::uint64_t few_rows = 1;
constexpr std::uint64_t many_rows = std::uint64_t{1} << 20;

TEST(ForEachOf, CallsEachOnce) {
  for (const std::uint64_t rows : {few_rows, many_rows}) {
    std::vector<int> calls(1000, 0);
    for_each_of(calls.size(), rows, [&](std::size_t i) { ++calls[i]; });
    EXPECT_THAT(calls, ::testing::Each(1));
    for_each_of(0, rows, [](std::size_t) { FAIL(); });
  }
}

TEST(ForEachOf, ThrowsWhatACallThrewAndBeginsNoFurtherOnes) {
  for (const std::uint64_t rows : {few_rows, many_rows}) {
    std::atomic<std::size_t> calls = 0;
    const auto work = [&](std::size_t) {
      ++calls;
      throw std::runtime_error("no");
    };
    EXPECT_THROW(for_each_of(1'000'000, rows, work), std::runtime_error);
    EXPECT_LE(calls, std::max(1U, std::thread::hardware_concurrency()));
  }
}

}  // namespace
}  // namespace gusset
