#include "gusset/base/numbers.hpp"

#include <gtest/gtest.h>

namespace gusset {
namespace {

TEST(Units, DurationsKeepThreeDigitsAndAReadableUnit) {
  EXPECT_EQ(duration_text(0.0), "0 s");
  EXPECT_EQ(duration_text(1.234), "1.23 s");
  EXPECT_EQ(duration_text(12.34), "12.3 s");
  EXPECT_EQ(duration_text(4321.0), "4321 s");
  EXPECT_EQ(duration_text(0.0456), "45.6 ms");
  EXPECT_EQ(duration_text(7.891e-6), "7.89 µs");
  EXPECT_EQ(duration_text(3e-9), "3.00 ns");
  EXPECT_EQ(duration_text(-0.5), "-500 ms");
}

TEST(Units, RoundingNeverShowsAThousandOfAUnit) {
  EXPECT_EQ(duration_text(0.99996), "1.00 s");
  EXPECT_EQ(duration_text(0.9996e-3), "1.00 ms");
  EXPECT_EQ(duration_text(9.999), "10.0 s");
  EXPECT_EQ(duration_text(99.99), "100 s");
}

TEST(Units, FewNanosecondsAreShownWhole) {
  EXPECT_EQ(duration_text_ns(0), "0 s");
  EXPECT_EQ(duration_text_ns(12), "12 ns");
  EXPECT_EQ(duration_text_ns(1'234), "1.23 µs");
  EXPECT_EQ(duration_text_ns(1'234'000'000), "1.23 s");
}

TEST(Units, BytesAreDecimal) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(1000), "1.0 kB");
  EXPECT_EQ(bytes_text(150.6e9), "150.6 GB");
}

TEST(Units, SharesAndRatiosArePercentages) {
  EXPECT_EQ(percent_text(0.9714), "97.1 %");
  EXPECT_EQ(deviation_text(1.049), "+4.9 %");
  EXPECT_EQ(deviation_text(0.9), "-10.0 %");
}

TEST(Units, CountsHaveTheirNounInTheRightNumber) {
  EXPECT_EQ(count_text(0, "task"), "0 tasks");
  EXPECT_EQ(count_text(1, "task"), "1 task");
  EXPECT_EQ(count_text(2, "task"), "2 tasks");
  EXPECT_EQ(count_text(10'116'344, "task"), "10\u202F116\u202F344 tasks");
}

TEST(Units, CountsAreGroupedByThousands) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1'000), "1\u202F000");
  EXPECT_EQ(count_text(1'234'567), "1\u202F234\u202F567");
}

TEST(Units, FixedTextHoldsTheLargestNumber) {
  EXPECT_EQ(fixed_text(1e308, 0).size(), 309u);
}

TEST(Units, NanosecondsAreSecondsTimesABillion) {
  EXPECT_DOUBLE_EQ(seconds(1'500'000'000), 1.5);
}

TEST(Units, DurationsAreReadWithTheirUnit) {
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
