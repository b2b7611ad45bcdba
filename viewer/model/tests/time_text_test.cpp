#include "gusset/viewer/model/document/time_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gusset::viewer {
namespace {

TEST(TimeText, DurationsHaveFourDigitsAndTheirUnit) {
  EXPECT_EQ(duration_text(0), "0 ns");
  EXPECT_EQ(duration_text(999), "999 ns");
  EXPECT_EQ(duration_text(1'000), "1.000 µs");
  EXPECT_EQ(duration_text(12'345), "12.35 µs");
  EXPECT_EQ(duration_text(123'456'789), "123.5 ms");
  EXPECT_EQ(duration_text(1'234'000'000), "1.234 s");
  EXPECT_EQ(duration_text(1'234'567'000'000), "1235 s");
}

TEST(TimeText, WhatRoundsToAThousandIsOneOfTheNextUnit) {
  EXPECT_EQ(duration_text(999'999), "1.000 ms");
  EXPECT_EQ(duration_text(999'900), "999.9 µs");
}

TEST(TimeText, NegativeDurationsKeepTheirSign) {
  EXPECT_EQ(duration_text(-1'500), "-1.500 µs");
}

TEST(TimeText, TheLongestDurationIsFinite) {
  EXPECT_EQ(duration_text(std::numeric_limits<std::int64_t>::max()), "9223372037 s");
}

TEST(TimeText, TimesAreAsExactAsTheViewCanShow) {
  EXPECT_EQ(time_text(1'234'560'000, 10'000, 2e9), "1.23456 s");
  EXPECT_EQ(time_text(0, 100'000'000, 7e8), "0 ms");
  EXPECT_EQ(time_text(-0.0, 1.0, 100), "0 ns");
  EXPECT_EQ(time_text(1'500, 100, 9'000), "1.5 µs");
}

TEST(TimeText, SharesThatAreNotQuiteAllOrNothingSaySo) {
  EXPECT_EQ(share_text(0.0), "0.0 %");
  EXPECT_EQ(share_text(1.0), "100.0 %");
  EXPECT_EQ(share_text(0.9714), "97.1 %");
  EXPECT_EQ(share_text(0.0004), "<0.1 %");
  EXPECT_EQ(share_text(0.99999), ">99.9 %");
}

TEST(TimeText, SizesHaveDecimalPrefixes) {
  EXPECT_EQ(bytes_text(608), "608 bytes");
  EXPECT_EQ(bytes_text(524'288), "524.3 kB");
  EXPECT_EQ(bytes_text(1'234'000'000), "1.234 GB");
}

TEST(TimeText, WorkIsShort) {
  EXPECT_EQ(work_text(11'184'810.67), "1.118e+07");
}

}  // namespace
}  // namespace gusset::viewer
