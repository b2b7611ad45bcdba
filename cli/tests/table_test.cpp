#include "output/table.hpp"

#include <gtest/gtest.h>

namespace gusset::cli {
namespace {

TEST(Table, AlignsFirstColumnLeftAndOthersRight) {
  Table table({"type", "time"});
  table.add_row({"gemm", "1 s"});
  table.add_row({"a", "10 s"});
  EXPECT_EQ(table.text(),
            "type  time\n"
            "gemm   1 s\n"
            "a     10 s\n");
}

TEST(Table, WidthsCountCharactersNotBytes) {
  Table table({"type", "time"});
  table.add_row({"é", "1 µs"});
  table.add_row({"e", "1 ms"});
  EXPECT_EQ(table.text(),
            "type  time\n"
            "é     1 µs\n"
            "e     1 ms\n");
}

TEST(Table, ControlCharactersDoNotBreakRows) {
  Table table({"type", "time"});
  table.add_row({"a\nb\x1b", "1 s"});
  EXPECT_EQ(table.text(), "type      time\na\\nb\\x1b   1 s\n");
}

TEST(Table, CountsFurtherRows) {
  Table table({"type", "time"});
  for (const char* name : {"a", "b", "a long name"}) table.add_row({name, "1 s"});
  EXPECT_EQ(table.text(2, "type"), "type  time\na      1 s\nb      1 s\n… and 1 more type: see --json\n");
  EXPECT_EQ(table.text(3, "type"), table.text());
}

TEST(Table, LinesHaveNoTrailingBlanks) {
  Table table({"type", ""});
  table.add_row({"gemm", ""});
  EXPECT_EQ(table.text(), "type\ngemm\n");
}

}  // namespace
}  // namespace gusset::cli
