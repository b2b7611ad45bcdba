#include "gusset/traces/answers/idle_answer.hpp"

#include <gtest/gtest.h>

#include "import_text.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

constexpr const char* idle_drawing = R"(
  aa....bbbb
  cccc......
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1 [submit 4] [ready 4]
)";

std::int64_t sum_ns(const Table& parts) {
  std::int64_t sum = 0;
  for (const Table::Row& row : parts.rows) {
    const auto* ns = std::get_if<std::int64_t>(&row.cells[1].value);
    if (!row.is_total && ns != nullptr) sum += *ns;
  }
  return sum;
}

TEST(IdleAnswer, PartsSumToWorkersTimesMakespan) {
  const auto trace = testing::trace_from_text(idle_drawing);
  const IdleTime idle = idle_time(*trace, TaskGraph(*trace));
  const Table parts = idle_parts(*trace, idle);
  EXPECT_EQ(sum_ns(parts), 2 * 10'000);
  EXPECT_EQ(parts.rows.front().cells[1], Cell(10'000));
  EXPECT_EQ(parts.rows.back().cells, (std::vector<Cell>{"sum", 20'000, 1.0, 1.0}));
  double share = 0.0;
  for (const Table::Row& row : parts.rows) {
    const auto* of_all = std::get_if<double>(&row.cells[2].value);
    if (!row.is_total && of_all != nullptr) share += *of_all;
  }
  EXPECT_NEAR(share, 1.0, 1e-12);
  EXPECT_EQ(sum_ns(idle_parts(idle, WorkerId(1u))), 10'000);
  const Answer answer = idle_answer(*trace, idle);
  EXPECT_TRUE(answer.verdict.findings.at(0).sentence.starts_with(
      "50.0 % of 2 workers × 10.0 µs was idle time: 10.0 µs."));
  EXPECT_EQ(answer.tables.at(0).remark,
            "Spans of waiting, looking for work, sending and receiving were not recorded.");
}

// Node n1 waits for n0's message, and had no processor for a part of the time.
TEST(IdleAnswer, WithoutProcessorsOtherCausesGetNoAdvice) {
  Trace trace = *testing::trace_from_text(
      "n0/w0: aaaaa.....\nn1/w0: ........bb\na1: write x@0 [submit 0] [ready 0]\n"
      "b1: read x@1 [submit 0] [ready 8]\n",
      1'000'000);
  trace.messages.push_back(
      {Message::Kind::data, HandleId(0u), 1, NodeId(0u), NodeId(1u), 5'000'000, 8'000'000, 8, 8, 1});
  trace.recorded.messages = true;
  const auto sentence = [&] {
    return idle_answer(trace, idle_time(trace, TaskGraph(trace))).verdict.findings.at(0).sentence;
  };
  EXPECT_TRUE(
      sentence().ends_with(": a shorter critical path, or more tasks that can run at once, may help."))
      << sentence();
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1u), 5'000'000, 8'000'000, 1'000'000, 0, 1, 2'000'000}};
  EXPECT_TRUE(
      sentence().ends_with("passed while no task could run. Threads had no processor for at least 10.0 % of "
                           "their time: measure again with a processor of its own for each "
                           "thread."))
      << sentence();
}

TEST(IdleAnswer, GraphWithoutTimesHasNoIdleTime) {
  Trace trace;
  trace.types = {"a"};
  trace.tasks.type = {TypeId(0u)};
  const Answer answer = idle_answer(trace, idle_time(trace, TaskGraph(trace)));
  EXPECT_EQ(answer.verdict.findings.at(0).sentence, "A graph that has not run: no worker was idle or busy.");
  EXPECT_TRUE(answer.tables.empty());
}

TEST(IdleAnswer, TasksWithoutLengthTakeNoTime) {
  const Trace trace = testing::trace_of("task,type,worker,begin_ns,end_ns,after\n0,g,0,0,0,\n1,h,0,0,0,0\n");
  const Answer answer = idle_answer(trace, idle_time(trace, TaskGraph(trace)));
  EXPECT_EQ(answer.verdict.findings.at(0).sentence, "No time passed.");
}

TEST(IdleAnswer, UnrecordedCausesAreNotRecorded) {
  const auto trace = testing::trace_from_text("aa....bb");
  const Table parts = idle_parts(*trace, idle_time(*trace, TaskGraph(*trace)));
  EXPECT_EQ(parts.rows.size(), idle_causes - 1);  // busy time and the sum, but no causes of OpenMP programs
  for (std::size_t i = 0; i < static_cast<std::size_t>(IdleCause::lock); ++i) {
    const auto cause = static_cast<IdleCause>(i);
    const bool known = cause == IdleCause::unknown || cause == IdleCause::message;
    EXPECT_EQ(parts.rows[i + 1].cells[1] != Cell(NotRecorded()), known) << cause_name(cause);
  }
}

}  // namespace
}  // namespace gusset::traces
