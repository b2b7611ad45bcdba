#include "gusset/traces/answers/table.hpp"

#include <gtest/gtest.h>

namespace gusset::traces {
namespace {

TEST(AnswerTable, CellsAreFormattedByKind) {
  using Kind = Table::Kind;
  EXPECT_EQ(cell_text(Kind::text, "gemm"), "gemm");
  EXPECT_EQ(cell_text(Kind::count, 12'345), "12\u202F345");
  EXPECT_EQ(cell_text(Kind::duration, 320'000'000), "320 ms");
  EXPECT_EQ(cell_text(Kind::duration, 12.5), "12.5 ns");
  EXPECT_EQ(cell_text(Kind::bytes, 512), "512 B");
  EXPECT_EQ(cell_text(Kind::share, 0.0004), "<0.1 %");
  EXPECT_EQ(cell_text(Kind::ratio, 1.049), "1.05");
  EXPECT_EQ(cell_text(Kind::deviation, 1.049), "+4.9 %");
  EXPECT_EQ(cell_text(Kind::duration, NotRecorded()), "not recorded");
  EXPECT_EQ(cell_text(Kind::duration, Cell()), "–");
  EXPECT_EQ(cell_text(Kind::duration, std::optional<std::int64_t>()), "not recorded");
}

TEST(AnswerTable, ExportsOnlyColumnsWithAKey) {
  const Table table{
      .noun = "type",
      .columns = {{"type", Table::Kind::text, "type"}, {"place"}, {"busy", Table::Kind::duration, "busy_s"}},
      .rows = {{{"a", "w0", 1'500'000'000}}, {{"b", "w1", NotRecorded()}}}};
  const CsvTable csv = csv_of(table);
  EXPECT_EQ(csv.header, (std::vector<std::string>{"type", "busy_s"}));
  EXPECT_EQ(csv.rows, (std::vector<std::vector<std::string>>{{"a", "1.5"}, {"b", ""}}));
}

}  // namespace
}  // namespace gusset::traces
