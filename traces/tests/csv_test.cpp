#include "gusset/traces/answers/csv.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {
namespace {

TEST(Csv, CellsAreSeparatedByCommasAndRowsEndWithANewline) {
  EXPECT_EQ(to_csv({{"type", "busy_ns"}, {{"gemm", "12"}, {"trsm", ""}}}), "type,busy_ns\ngemm,12\ntrsm,\n");
}

TEST(Csv, AmbiguousCellsAreQuoted) {
  EXPECT_EQ(to_csv({{"name"}, {{"A(3,1)"}, {"say \"x\""}, {"two\nlines"}, {"cr\r"}, {"a b;c"}}}),
            "name\n\"A(3,1)\"\n\"say \"\"x\"\"\"\n\"two\nlines\"\n\"cr\r\"\na b;c\n");
}

TEST(Csv, NumbersSurviveARoundTrip) {
  for (const double value : {0.1, 1.0 / 3.0, 1e300, -2.5e-8, 123456789.0})
    EXPECT_EQ(std::stod(csv_number(value)), value);
  EXPECT_EQ(csv_number(std::numeric_limits<std::int64_t>::max()), "9223372036854775807");
  EXPECT_EQ(csv_number(std::numeric_limits<double>::quiet_NaN()), "");
}

TEST(Csv, UnknownValuesAreEmpty) {
  EXPECT_EQ(csv_time(unknown_time), "");
  EXPECT_EQ(csv_time(-3), "-3");
  EXPECT_EQ(csv_number(std::optional<double>()), "");
  EXPECT_EQ(csv_number(std::optional<std::uint64_t>(3)), "3");
}

}  // namespace
}  // namespace gusset::traces
