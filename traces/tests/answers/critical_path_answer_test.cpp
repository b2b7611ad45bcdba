#include "gusset/traces/answers/critical_path_answer.hpp"

#include <gmock/gmock.h>

#include "import_text.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::EndsWith;

Answer answer_to(const Trace& trace) {
  return critical_path_answer(trace, critical_path_analysis(trace, TaskGraph(trace)));
}

std::int64_t whole(const Cell& cell) {
  const auto* number = std::get_if<std::int64_t>(&cell.value);
  return number == nullptr ? 0 : *number;
}

// a, then a run of 30 µs without a task on the same thread, then b, which waits for a.
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

/// b on node n1 waits for a message from n0, then c for its worker.
Trace on_two_nodes() {
  Trace trace = *testing::trace_from_text(
      "n0/w0: aa........\nn1/w0: ......bb.c\na1: write x@0 [submit 0] [ready 0]\n"
      "b1: read x@1, write y@0 [submit 0] [ready 6]\nc1: read y@1 [submit 0] [ready 8]\n",
      1'000'000);
  trace.messages.push_back(
      {Message::Kind::data, HandleId(0u), 1, NodeId(0u), NodeId(1u), 2'000'000, 6'000'000, 8, 8, 1});
  trace.recorded.messages = true;
  return trace;
}

TEST(CriticalPathAnswer, LongestWaitsNameWhatAMessageBroughtAndItsSender) {
  const Table waits = answer_to(on_two_nodes()).tables.at(1);
  ASSERT_EQ(waits.columns.size(), 5u);
  ASSERT_EQ(waits.rows.size(), 2u);
  EXPECT_EQ(waits.rows[0].cells[1], Cell("message"));
  EXPECT_EQ(waits.rows[0].cells[4], Cell("x version 1 from n0"));
  EXPECT_EQ(waits.rows[1].cells[1], Cell("ready, not taken"));
  EXPECT_EQ(waits.rows[1].cells[4], Cell(""));
}

TEST(CriticalPathAnswer, WithoutProcessorsTheProgramIsNotToBlame) {
  Trace trace = on_two_nodes();
  const std::string sentence = answer_to(trace).verdict.findings.at(1).sentence;
  EXPECT_EQ(sentence,
            "Critical chain: tasks that others waited for ran for 50.0 % of the makespan; the largest part "
            "of the rest, "
            "4.00 ms, was waiting for a message: another process grid or larger blocks may send less.");
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1u), 0, 6'000'000, 1'000'000, 0, 1, 5'000'000}};
  const auto findings = answer_to(trace).verdict.findings;
  EXPECT_EQ(findings.at(1).sentence,
            "Critical chain: tasks that others waited for ran for 50.0 % of the makespan; the largest part "
            "of the rest, "
            "4.00 ms, was waiting for a message.");
  EXPECT_EQ(findings.at(2).sentence,
            "Threads had no processor for at least 25.0 % of their time: measure again with a processor of "
            "its own for "
            "each thread.");
}

// Task 2 does not depend on task 1, whose worker it needs: the longest path takes 10 of 12 ns.
TEST(CriticalPathAnswer, SaysThatTasksWaitForWorkersUnlessDependenciesExplainTheWholeChain) {
  const auto chain_of = [](const std::string& after) {
    return answer_to(testing::trace_of(
                         "task,type,worker,begin_ns,end_ns,after\n0,f,0,0,5,\n1,f,0,5,10,0\n2,g,0,10,12," +
                         after + "\n3,h,1,0,1,\n4,h,1,1,2,3\n"))
        .verdict.findings.at(1)
        .sentence;
  };
  EXPECT_EQ(chain_of(""),
            "Critical chain: tasks that others waited for ran for 100.0 % of the makespan: they waited for "
            "each other, "
            "or for workers that were busy with others; another order, smaller tasks that overlap, or faster "
            "kernels may shorten it.");
  EXPECT_EQ(chain_of("1"),
            "Critical chain: tasks that others waited for ran for 100.0 % of the makespan: they waited for "
            "each other; "
            "smaller tasks that overlap, or faster kernels, may shorten it.");
}

/// What the second sentence advises for tasks on two workers, which are given without the heading.
std::string advice_for(const std::string& rows, bool is_fork_join = false) {
  Trace trace = testing::trace_of("task,type,worker,begin_ns,end_ns,after\n" + rows);
  trace.recorded.fork_join = is_fork_join;
  const std::string sentence = answer_to(trace).verdict.findings.at(1).sentence;
  return sentence.substr(sentence.find("makespan: ") + 10);
}

TEST(CriticalPathAnswer, AdvisesAnotherOrderOnlyIfOneMayBeShorter) {
  const std::string thirds = "0,f,0,0,40,\n1,f,0,40,80,\n2,f,0,80,120,\n3,f,1,0,40,\n4,f,1,40,80,\n";
  for (const char* last : {"120", "115"}) {
    EXPECT_EQ(
        advice_for(thirds + "5,f,1,80," + last + ",\n6,g,1," + last + "," + last + ",5\n"),
        "the workers were busy nearly all the time; more workers (at most 3.0 times as fast, if tasks "
        "then take no longer, which is unknown) or faster kernels may shorten it, another order hardly.");
  }
  EXPECT_EQ(
      advice_for(thirds + "5,g,1,80,80,4\n"),
      "no other order of these tasks on these workers is much shorter; smaller tasks that overlap, more "
      "workers (at most 3.0 times as fast, if tasks then take no longer, which is unknown) or faster kernels "
      "may shorten it.");
  const auto with_idle_time = [](const std::string& micro) {
    const std::string zeros = micro + ",";
    return "0,f,0,0,30" + zeros + "\n1,f,0,30" + zeros + "60" + zeros + "\n2,f,0,60" + zeros + "110" + zeros +
           "\n3,f,1,0,30" + zeros + "\n4,f,1,30" + zeros + "60" + zeros + "\n5,g,1,60" + zeros + "60" +
           zeros + "4\n";
  };
  EXPECT_EQ(
      advice_for(with_idle_time("")),
      "tasks waited for workers that were busy with others; another order, more workers (at most 2.2 times "
      "as fast, if tasks then take no longer, which is unknown) or faster kernels may shorten it.");
  EXPECT_EQ(
      advice_for(with_idle_time("000"), true),
      "tasks waited for workers that were busy with others; another order or faster kernels may shorten "
      "it.");
  EXPECT_EQ(
      advice_for(with_idle_time(""), true),
      "tasks waited for workers that were busy with others; larger tasks may shorten it: these take 28 ns on "
      "average.");
}

TEST(CriticalPathAnswer, NamesTheTaskThatIsMostOfTheChain) {
  EXPECT_EQ(advice_for("0,f,0,0,20,\n1,g,0,20,100,0\n2,f,1,0,100,\n"),
            "for 80.0 % of the makespan, it is g #1; make it shorter.");
  EXPECT_EQ(advice_for("0,f,0,0,30,\n1,g,0,30,100,0\n2,f,1,0,60,\n"),
            "for 70.0 % of the makespan, it is g #1; make it shorter, or divide its work.");
}

TEST(CriticalPathAnswer, MoreWorkersAreNoAdviceForAPathThatTakesAllTheTime) {
  EXPECT_EQ(
      advice_for("0,f,0,0,40,\n1,f,0,40,80,0\n2,f,0,80,118,1\n3,f,0,118,120,\n4,f,1,0,40,\n5,f,1,40,80,\n6,f,"
                 "1,80,120,\n"),
      "the workers were busy nearly all the time; faster kernels may shorten it, another order hardly.");
}

TEST(CriticalPathAnswer, TasksThatSleepAreNotAdvisedToBeFaster) {
  Trace trace = testing::trace_of("task,type,worker,begin_ns,end_ns,after\n0,f,0,0,6000000,\n");
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 6'000'000, 1'000'000, 1, 0, 0}};
  EXPECT_EQ(
      answer_to(trace).verdict.findings.at(1).sentence,
      "Critical chain: tasks that others waited for ran for 100.0 % of the makespan; they may have slept, "
      "or waited for what the trace does not show, for up to 5.00 ms of 6.00 ms: find out why.");
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
  EXPECT_EQ(
      answer.verdict.findings[0].sentence,
      "A graph that has not run: which path takes longest is not known before it runs or is simulated.");
}

}  // namespace
}  // namespace gusset::traces
