#include "gusset/base/numbers.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gusset {
namespace {

TEST(Units, DurationsHaveThreeDigitsAndAReadableUnit) {
  EXPECT_EQ(duration_text(0.0), "0 s");
  EXPECT_EQ(duration_text(1.234), "1.23 s");
  EXPECT_EQ(duration_text(12.34), "12.3 s");
  EXPECT_EQ(duration_text(4321.0), "4321 s");
  EXPECT_EQ(duration_text(0.0456), "45.6 ms");
  EXPECT_EQ(duration_text(7.891e-6), "7.89 µs");
  EXPECT_EQ(duration_text(3e-9), "3.00 ns");
  EXPECT_EQ(duration_text(-0.5), "-500 ms");
}

TEST(Units, ValuesNeverRoundToAThousandUnits) {
  EXPECT_EQ(duration_text(0.99996), "1.00 s");
  EXPECT_EQ(duration_text(0.9996e-3), "1.00 ms");
  EXPECT_EQ(duration_text(9.999), "10.0 s");
  EXPECT_EQ(duration_text(99.99), "100 s");
}

TEST(Units, SmallNanosecondCountsAreWhole) {
  EXPECT_EQ(duration_text_ns(0), "0 s");
  EXPECT_EQ(duration_text_ns(12), "12 ns");
  EXPECT_EQ(duration_text_ns(1'234), "1.23 µs");
  EXPECT_EQ(duration_text_ns(1'234'000'000), "1.23 s");
  EXPECT_EQ(duration_text_ns(-1'500), "-1.50 µs");
  EXPECT_EQ(duration_text_ns(999'999), "1.00 ms");
  EXPECT_EQ(duration_text_ns(std::numeric_limits<std::int64_t>::max()), "9223372037 s");
}

TEST(Units, BytesAreDecimal) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(608), "608 B");
  EXPECT_EQ(bytes_text(1000), "1.00 kB");
  EXPECT_EQ(bytes_text(524'288), "524 kB");
  EXPECT_EQ(bytes_text(999'600), "1.00 MB");
  EXPECT_EQ(bytes_text(1'234'000'000), "1.23 GB");
  EXPECT_EQ(bytes_text(150.6e9), "151 GB");
  EXPECT_EQ(bandwidth_text(1.25e9), "1.25 GB/s");
}

TEST(Units, SharesAndDeviationsArePercentages) {
  EXPECT_EQ(percent_text(0.9714), "97.1 %");
  EXPECT_EQ(deviation_text(1.049), "+4.9 %");
  EXPECT_EQ(deviation_text(0.9), "-10.0 %");
  EXPECT_EQ(deviation_text(0.9999), "+0.0 %");
}

TEST(Units, SharesNearZeroAndOneAreBounds) {
  EXPECT_EQ(percent_text(0.0), "0.0 %");
  EXPECT_EQ(percent_text(1.0), "100.0 %");
  EXPECT_EQ(percent_text(0.0004), "<0.1 %");
  EXPECT_EQ(percent_text(0.99999), ">99.9 %");
}

TEST(Units, TimesHaveTheDigitsThatTheResolutionNeeds) {
  EXPECT_EQ(time_text(1'234'560'000, 10'000, 2e9), "1.23456 s");
  EXPECT_EQ(time_text(0, 100'000'000, 7e8), "0 ms");
  EXPECT_EQ(time_text(-0.0, 1.0, 100), "0 ns");
  EXPECT_EQ(time_text(1'500, 100, 9'000), "1.5 µs");
}

TEST(Units, WorkTextIsShort) {
  EXPECT_EQ(work_text(11'184'810.67), "1.12e+07");
  EXPECT_EQ(work_text(12'345), "12\u202F345");
  EXPECT_EQ(work_text(0.25), "0.25");
}

TEST(Units, CountsPluraliseTheirNoun) {
  EXPECT_EQ(count_text(0, "task"), "0 tasks");
  EXPECT_EQ(count_text(1, "task"), "1 task");
  EXPECT_EQ(count_text(2, "task"), "2 tasks");
  EXPECT_EQ(count_text(10'116'344, "task"), "10\u202F116\u202F344 tasks");
}

TEST(Units, CountsHaveGroupedThousands) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1'000), "1\u202F000");
  EXPECT_EQ(count_text(1'234'567), "1\u202F234\u202F567");
}

TEST(Units, HexadecimalNumbersHaveAFixedLength) {
  EXPECT_EQ(hex_text(0, 2), "00");
  EXPECT_EQ(hex_text(0xab, 4), "00ab");
  EXPECT_EQ(hex_text(~std::uint64_t{0}, 16), "ffffffffffffffff");
}

TEST(Units, MaskHasAsManyDigitsAsItNeeds) {
  EXPECT_EQ(mask_text(0), "");
  EXPECT_EQ(mask_text(0x2), "0x2");
  EXPECT_EQ(mask_text(0x10), "0x10");
  EXPECT_EQ(mask_text(~std::uint64_t{0}), "0xffffffffffffffff");
}

TEST(Units, FixedTextFitsTheLargestNumber) {
  EXPECT_EQ(fixed_text(1e308, 0).size(), 309u);
  EXPECT_EQ(fixed_text(-0.04, 1), "0.0");
  EXPECT_EQ(fixed_text(-0.06, 1), "-0.1");
}

TEST(Units, SecondsConvertsNanoseconds) {
  EXPECT_DOUBLE_EQ(seconds(1'500'000'000), 1.5);
}

TEST(Units, DurationsParseWithTheirUnit) {
  EXPECT_EQ(parse_duration_ns("0"), 0);
  EXPECT_EQ(parse_duration_ns("15ns"), 15);
  EXPECT_EQ(parse_duration_ns("1.5us"), 1500);
  EXPECT_EQ(parse_duration_ns("1.5 µs"), 1500);
  EXPECT_EQ(parse_duration_ns("2ms"), 2'000'000);
  EXPECT_EQ(parse_duration_ns("3 s"), 3'000'000'000);
  EXPECT_EQ(parse_duration_ns("0.4ns"), 0);
  for (const char* text :
       {"", "1", "s", "1h", "-1s", "1s ", "nan s", "inf s", "1e3s", "9999999999s", " 1s"}) {
    EXPECT_EQ(parse_duration_ns(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace gusset
