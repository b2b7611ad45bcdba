#include "gusset/viewer/model/explain/csv_tables.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/answers/why_answer.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using traces::CsvTable;
using traces::TaskId;
using Cells = std::vector<std::string>;

constexpr const char* csv_chain = "aa.bb\na1: write x@0\nb1: read x@1 [ready 3]";

TEST(CsvTables, PathSumsToTheMakespan) {
  const auto document = document_from_text({csv_chain});
  const traces::TaskGraph graph(*document->panel(0).trace);
  const CriticalPathFacts facts = critical_path_facts(document->panel(0), graph);
  const CsvTable table = critical_path_table(*document, {&facts});
  std::int64_t sum_ns = 0;
  for (const Cells& row : table.rows) {
    EXPECT_EQ(row.size(), table.header.size());
    if (row[1] != "sum") sum_ns += std::stoll(row[3]);
  }
  EXPECT_EQ(sum_ns, 5000);
  EXPECT_EQ(table.rows.back()[3], "5000");
}

TEST(CsvTables, TasksOfThePathAndTheirWaitsSumToTheMakespan) {
  const auto document = document_from_text({csv_chain});
  const traces::TaskGraph graph(*document->panel(0).trace);
  const CsvTable table = path_tasks_table(
      *document, {std::make_shared<CriticalPathFacts>(critical_path_facts(document->panel(0), graph))});
  ASSERT_EQ(table.rows.size(), 4U) << "two tasks of the chain, two of the bound";
  std::int64_t sum_ns = 0;
  for (std::size_t row = 0; row < 2; ++row) {
    ASSERT_EQ(table.rows[row].size(), table.header.size());
    EXPECT_EQ(table.rows[row][1], "chain");
    sum_ns += std::stoll(table.rows[row][8]);
    for (std::size_t wait = 10; wait < table.header.size(); ++wait)
      sum_ns += std::stoll(table.rows[row][wait]);
  }
  EXPECT_EQ(sum_ns, 5000);
  EXPECT_EQ(table.rows[1][9], "dependency");
  EXPECT_EQ((Cells{table.rows[3][1], table.rows[3][4], table.rows[3][8]}), (Cells{"bound", "b", "2000"}));
}

TEST(CsvTables, IdleTableListsAllWorkersThenEach) {
  const auto document = document_from_text({csv_chain});
  const traces::TaskGraph graph(*document->panel(0).trace);
  const IdleFacts facts = idle_facts(document->panel(0), graph);
  const CsvTable table = idle_table(*document, {&facts});
  // Three causes are known only for recordings of threads.
  const std::size_t parts = 1 + traces::idle_causes - 3;
  ASSERT_EQ(table.rows.size(), 2 * parts);
  EXPECT_EQ(table.rows[0][1], "all");
  EXPECT_EQ(table.rows[0][4], "4000");
  EXPECT_EQ(table.rows[parts][1], "w0");
}

TEST(CsvTables, IdleTableKeepsTheSmallestCauses) {
  traces::Trace trace = *traces::testing::trace_from_text(csv_chain, 1000);
  trace.lanes[0].spans.end_ns[1] = 10'000'000;
  const auto document =
      make_document({index_trace(std::make_shared<const traces::Trace>(std::move(trace)), {}, 1)});
  const IdleFacts facts = idle_facts(document->panel(0), traces::TaskGraph(*document->panel(0).trace));
  std::int64_t sum_ns = 0;
  std::size_t tiny = 0;
  for (const Cells& row : idle_table(*document, {&facts}).rows) {
    if (row[1] != "all" || row[4].empty()) continue;
    sum_ns += std::stoll(row[4]);
    if (row[4] == "1000") {
      EXPECT_EQ(std::stod(row[5]), 0.0001);
      ++tiny;
    }
  }
  EXPECT_EQ(tiny, 1U);
  EXPECT_EQ(sum_ns, 10'000'000);
}

TEST(CsvTables, ComparisonTableHasBothSidesAndTheChange) {
  const auto document = document_from_text({"aa..bb", "aab"});
  const traces::Trace& a = *document->panel(0).trace;
  const traces::Trace& b = *document->panel(1).trace;
  const traces::Comparison comparison = traces::compare(a, b);
  const CsvTable table = comparison_table(
      "A", "B", traces::comparison_answer(a, b, comparison, traces::comparison_causes(a, b, comparison)));
  EXPECT_EQ(table.rows[0], (Cells{"A", "B", "run", "makespan", "6000", "3000", "-3000"}));
  EXPECT_EQ(table.rows[2], (Cells{"A", "B", "type", "b", "2000", "1000", "-1000"}));
}

TEST(CsvTables, TaskRowHasEverythingRecorded) {
  const auto document = document_from_text({csv_chain});
  const CsvTable table = tasks_table(*document, {{0, TaskId(1)}, {7, TaskId(0)}});
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0].size(), table.header.size());
  EXPECT_EQ(table.rows[0][1], "1");
  EXPECT_EQ(table.rows[0][3], "b");
  EXPECT_EQ(table.rows[0][4], "w0");
  EXPECT_EQ(table.rows[0][6], "") << "submission was not recorded";
  EXPECT_EQ(table.rows[0][7], "3000");
  EXPECT_EQ(table.rows[0][8], "3000");
  EXPECT_EQ(table.rows[0][10], "2000");
}

TEST(CsvTables, AttributesHaveTheirOwnColumns) {
  traces::Trace trace = *traces::testing::trace_from_text("aabb", 1000);
  trace.attributes.push_back({"step", {TaskId(1)}, std::vector<std::int64_t>{7}});
  trace.attributes.push_back({"kind", {TaskId(0)}, std::vector<std::string>{"x, y"}});
  const auto document =
      make_document({index_trace(std::make_shared<const traces::Trace>(std::move(trace)), {}, 1)});
  const CsvTable table = tasks_table(*document, {{0, TaskId(0)}, {0, TaskId(1)}});
  ASSERT_EQ(table.header.size(), 14U);
  EXPECT_EQ(table.header[12], "attribute_step");
  EXPECT_EQ((Cells{table.rows[0][12], table.rows[0][13]}), (Cells{"", "x, y"}));
  EXPECT_EQ((Cells{table.rows[1][12], table.rows[1][13]}), (Cells{"7", ""}));
}

TEST(CsvTables, FoundTasksExcludeTasksThatNeverRan) {
  const auto document = document_from_text({"aab", "ba"});
  const SearchResult found{"a", {{true, false}, {false, true}}, 2};
  EXPECT_EQ(matching_tasks(*document, found), (std::vector<TaskReference>{{0, TaskId(0)}, {1, TaskId(1)}}));
}

TEST(CsvTables, CausalChainHasACausePerStep) {
  const auto document = document_from_text({csv_chain});
  const traces::TaskGraph graph(*document->panel(0).trace);
  const traces::Trace& trace = *document->panel(0).trace;
  const CsvTable table = traces::csv_of(traces::why_table(trace, traces::why(trace, graph, TaskId(1), 100)));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][1], "1");
  EXPECT_EQ(table.rows[0][6], "3000");
  EXPECT_EQ(table.rows[0][7], "predecessor");
  EXPECT_EQ(table.rows[0][8], "2000");
  EXPECT_EQ(table.rows[0][9], "0");
  EXPECT_EQ(table.rows[0][11], "x");
}

TEST(CsvTables, LegendAndMarks) {
  const auto document = document_from_text({"aab"});
  const std::vector<LegendRow> rows = legend_rows(*document, {&document->panel(0).category_totals});
  const CsvTable legend = legend_table(*document, rows);
  ASSERT_EQ(legend.rows.size(), 2U);
  EXPECT_EQ(legend.rows[0], (Cells{"trace", "a", "1", "2000", "0.6666666666666666", "0"}));
  EXPECT_EQ(marks_table({{5, "x"}}).rows[0], (Cells{"5", "x"}));
}

}  // namespace
}  // namespace gusset::viewer
