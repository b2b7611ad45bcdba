#include "gusset/traces/answers/stats_answer.hpp"

#include <gtest/gtest.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

TEST(StatsAnswer, ExportsHaveAllDigits) {
  const auto trace = testing::trace_from_text("aabb.aab");
  const auto statistics = task_statistics(*trace);
  CsvTable csv;
  add_to_csv(csv, "trace", stats_table(*statistics, GroupBy::type));
  using Cells = std::vector<std::string>;
  EXPECT_EQ(csv.header, (Cells{"trace", "number", "name", "share", "count", "total_ns", "mean_ns", "min_ns",
                               "median_ns", "p95_ns", "p99_ns", "max_ns", "deviation_ns"}));
  ASSERT_EQ(csv.rows.size(), 3U);
  EXPECT_EQ(csv.rows[1], (Cells{"trace", "0", "a", "0.5714285714285714", "2", "4000", "2000", "2000", "2000",
                                "2000", "2000", "2000", "0"}));
}

TEST(StatsAnswer, FirstRowSummarisesAllTasks) {
  const auto trace = testing::trace_from_text("aabb.aab");
  const Table table = stats_table(*task_statistics(*trace), GroupBy::type);
  EXPECT_TRUE(table.rows.front().is_total);
  EXPECT_EQ(table.rows.front().cells[1], Cell("all tasks"));
}

}  // namespace
}  // namespace gusset::traces
