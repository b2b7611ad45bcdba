#include "table.hpp"

#include <gtest/gtest.h>

namespace gusset::cli {
namespace {

TEST(Table, FirstColumnIsLeftAndOthersAreRight) {
  Table table({"type", "time"});
  table.add_row({"gemm", "1 s"});
  table.add_row({"a", "10 s"});
  EXPECT_EQ(table.text(),
            "type  time\n"
            "gemm   1 s\n"
            "a     10 s\n");
}

TEST(Table, WidthsCountCharactersAndNotBytes) {
  Table table({"type", "time"});
  table.add_row({"é", "1 µs"});
  table.add_row({"e", "1 ms"});
  EXPECT_EQ(table.text(),
            "type  time\n"
            "é     1 µs\n"
            "e     1 ms\n");
}

TEST(Table, LinesHaveNoTrailingBlanks) {
  Table table({"type", ""});
  table.add_row({"gemm", ""});
  EXPECT_EQ(table.text(), "type\ngemm\n");
}

}  // namespace
}  // namespace gusset::cli
