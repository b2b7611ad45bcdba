#include "gusset/traces/answers/critical_path_answer.hpp"

#include <gtest/gtest.h>

#include "import_text.hpp"

namespace gusset::traces {
namespace {

Answer answer_to(const Trace& trace) {
  return critical_path_answer(trace, critical_path_analysis(trace, TaskGraph(trace)));
}

std::int64_t whole(const Cell& cell) {
  const auto* number = std::get_if<std::int64_t>(&cell.value);
  return number == nullptr ? 0 : *number;
}

// a, then 30 µs of a run without a task on the same thread, then b, which waits for a.
constexpr const char* run_between_tasks = R"([
  {"ph":"X","name":"a","ts":0,"dur":10,"pid":0,"tid":0},
  {"ph":"X","name":"own","cat":"gusset.run","ts":10,"dur":30,"pid":0,"tid":0},
  {"ph":"X","name":"b","ts":40,"dur":20,"pid":0,"tid":0},
  {"ph":"s","id":1,"name":"flow","ts":5,"pid":0,"tid":0},
  {"ph":"f","id":1,"bp":"e","name":"flow","ts":41,"pid":0,"tid":0}
])";

TEST(CriticalPathAnswer, ChainSumsToTheMakespanWithRunsWithoutATask) {
  const Trace trace = testing::trace_of(run_between_tasks);
  const Table parts = answer_to(trace).tables.at(0);
  std::int64_t chain_ns = 0;
  std::int64_t links = 0;
  std::vector<Cell> names;
  for (const Table::Row& row : parts.rows) {
    names.push_back(row.cells.at(1));
    if (row.is_total) continue;
    chain_ns += whole(row.cells.at(2));
    links += whole(row.cells.at(6));
  }
  EXPECT_EQ(names, (std::vector<Cell>{"b", "a", "no task", "(sum)"}));
  EXPECT_EQ(chain_ns, 60'000);
  EXPECT_EQ(chain_ns, whole(parts.rows.back().cells.at(2)));
  EXPECT_EQ(links, whole(parts.rows.back().cells.at(6)));
}

TEST(CriticalPathAnswer, TasksWithoutLengthTakeNoTime) {
  const Trace trace = testing::trace_of("task,type,worker,begin_ns,end_ns,after\n0,g,0,0,0,\n1,h,0,0,0,0\n");
  const Answer answer = answer_to(trace);
  ASSERT_EQ(answer.verdict.findings.size(), 1u);
  EXPECT_EQ(answer.verdict.findings[0].sentence, "No time passed.");
  EXPECT_TRUE(answer.tables.empty());
}

TEST(CriticalPathAnswer, TasksThatNeverRanFormAGraphWithoutTimes) {
  const Trace trace = testing::trace_of("digraph g { a -> b; }");
  const Answer answer = answer_to(trace);
  ASSERT_EQ(answer.verdict.findings.size(), 1u);
  EXPECT_EQ(answer.verdict.findings[0].sentence,
            "A graph without times: no path through it takes longer than another.");
}

}  // namespace
}  // namespace gusset::traces
