// Tests the commands that answer questions, on traces with known figures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gusset/traces/gus/gus.hpp"
#include "gusset_call.hpp"
#include "text_trace.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string text_of(const TestFolder& folder, const std::vector<std::string>& words) {
  const auto result = gusset_in(folder, words);
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.errors, IsEmpty());
  return result.output;
}

// b waits for a, is ready at 4 and is taken at 6. The second worker has nothing to do after its a.
constexpr std::string_view late_reader =
    "aaaa..bb\n"
    "aa......\n"
    "a1: write x@0 [submit 0] [ready 0]\n"
    "a2: write y@0 [submit 0] [ready 0]\n"
    "b1: read x@1, read y@1 [submit 0] [ready 4]\n";

TEST(Stats, RanksTypesAndDrawsAHistogram) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_EQ(
      text_of(folder, {"stats", "t.gus"}),
      "3 tasks took 8.00 ms in all: median 2.00 ms, 95 % at most 4.00 ms, longest 4.00 ms. The largest part, "
      "75.0 %, was a.\n"
      "\n"
      "type         share  count    total     mean   median      p95      p99      max  deviation\n"
      "all tasks  100.0 %      3  8.00 ms  2.67 ms  2.00 ms  4.00 ms  4.00 ms  4.00 ms     943 µs\n"
      "a           75.0 %      2  6.00 ms  3.00 ms  3.00 ms  4.00 ms  4.00 ms  4.00 ms    1.00 ms\n"
      "b           25.0 %      1  2.00 ms  2.00 ms  2.00 ms  2.00 ms  2.00 ms  2.00 ms        0 s\n"
      "\n"
      "duration from  count\n"
      "2.00 ms            3  ##################################################\n");
}

TEST(Stats, JsonHasGroupsAndBins) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  const json stats = json_of(folder, {"stats", "t.gus", "--by", "worker", "--to", "5 ms"});
  EXPECT_EQ(stats.at("format"), "gusset stats");
  EXPECT_EQ(stats.at("by"), "worker");
  EXPECT_EQ(stats.at("to"), "5 ms");
  EXPECT_TRUE(stats.at("from").is_null());
  EXPECT_EQ(stats.at("all").at("count"), 2);
  EXPECT_EQ(stats.at("all").at("total_ns"), 6'000'000);
  EXPECT_EQ(stats.at("groups").size(), 2u);
  EXPECT_EQ(stats.at("groups").at(1).at("total_ns"), 2'000'000);
  EXPECT_EQ(stats.at("histogram").at(0), json({{"from_ns", 2'000'000}, {"to_ns", 5'000'000}, {"count", 2}}));
}

TEST(Stats, JsonEscapesAnyName) {
  const TestFolder folder;
  const std::string name = "g\x7f \u009b31m \u202e\u2066";
  folder.write("t.csv", "task,type,worker,begin_ns,end_ns\n0," + name + ",0,0,5\n");
  const auto result = gusset_in(folder, {"stats", "t.csv", "--json"});
  EXPECT_THAT(result.output, HasSubstr("\"g\\u007f \\u009b31m \\u202e\\u2066\""));
  EXPECT_EQ(json::parse(result.output).at("groups").at(0).at("name"), name);
}

TEST(Stats, ConditionsSelectTasks) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_EQ(json_of(folder, {"stats", "t.gus", "--where", "handle=x and duration>2ms"}).at("all").at("count"),
            1);
  const json none = json_of(folder, {"stats", "t.gus", "--where", "type=c"});
  EXPECT_EQ(none.at("all").at("count"), 0);
  EXPECT_TRUE(none.at("all").at("median_ns").is_null());
  EXPECT_EQ(text_of(folder, {"stats", "t.gus", "--where", "type=c"}).substr(0, 23),
            "No matching task ran.\n\n");
  const auto refused = gusset_in(folder, {"stats", "t.gus", "--where", "colour=red"});
  EXPECT_EQ(refused.errors,
            "gusset: stats: --where: condition 1: expected one of the keys type, worker, node, level, task, "
            "handle, duration, begin, submit, ready, work, found \"colour\"\n");
  EXPECT_EQ(refused.exit_status, 2);
}

TEST(Stats, RejectsLevelsThatWereNotRecorded) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  const auto result = gusset_in(folder, {"stats", "t.gus", "--by", "level"});
  EXPECT_EQ(result.errors, "gusset: t.gus: expected a trace that records parents, found one that does not\n");
  EXPECT_EQ(result.exit_status, 1);
}

TEST(Idle, PrintsVerdictCausesAndWorkers) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_EQ(
      text_of(folder, {"idle", "t.gus"}),
      "50.0 % of 2 workers × 8.00 ms was idle time: 8.00 ms. The largest part, 75.0 %, passed while no task "
      "could run: smaller tasks or a shorter critical path may help.\n"
      "\n"
      "workers' time                 time   of all  of idle time\n"
      "busy                       8.00 ms   50.0 %             –\n"
      "submitting            not recorded        –             –\n"
      "ready task not taken       2.00 ms   12.5 %        25.0 %\n"
      "release                        0 s    0.0 %         0.0 %\n"
      "not submitted                  0 s    0.0 %         0.0 %\n"
      "message                        0 s    0.0 %         0.0 %\n"
      "no work                    6.00 ms   37.5 %        75.0 %\n"
      "unknown                        0 s    0.0 %         0.0 %\n"
      "sum                        16.0 ms  100.0 %       100.0 %\n"
      "Spans of waiting, looking for work, sending and receiving were not recorded.\n"
      "\n"
      "worker     idle  ready task not taken  release  not submitted  message  no work  unknown\n"
      "w0      2.00 ms                   0 s      0 s            0 s      0 s  2.00 ms      0 s\n"
      "w1      6.00 ms               2.00 ms      0 s            0 s      0 s  4.00 ms      0 s\n");
}

TEST(Idle, JsonPartsSumToTheWholeAndUnrecordedPartsAreNull) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  const json idle = json_of(folder, {"idle", "t.gus"});
  EXPECT_EQ(idle.at("busy_ns").get<std::int64_t>() + idle.at("idle_ns").get<std::int64_t>(), 2 * 8'000'000);
  EXPECT_EQ(idle.at("ready_not_taken_ns"), 2'000'000);
  EXPECT_TRUE(idle.at("submitting_ns").is_null());
  EXPECT_TRUE(idle.at("in_steal_spans_ns").is_null());
  EXPECT_EQ(idle.at("per_worker").at(1).at("idle_ns"), 6'000'000);
  EXPECT_EQ(idle.at("per_node").at(0).at("idle_ns"), 8'000'000);
}

TEST(Idle, ReportsTimeInSendAndReceiveSpans) {
  const TestFolder folder;
  traces::Trace trace = *traces::testing::trace_from_text("aa....aa\n", 1'000'000);
  trace.lanes[0].spans = {};
  auto& spans = trace.lanes[0].spans;
  spans.push_back(0, 2'000'000, traces::TaskId(0u), traces::SpanKind::run);
  spans.push_back(2'000'000, 3'000'000, {}, traces::SpanKind::send);
  spans.push_back(3'000'000, 6'000'000, {}, traces::SpanKind::receive);
  spans.push_back(6'000'000, 8'000'000, traces::TaskId(1u), traces::SpanKind::run);
  write_trace(folder, "t.gus", trace);
  EXPECT_THAT(
      text_of(folder, {"idle", "t.gus"}),
      HasSubstr("Idle time in spans of waiting: not recorded, looking for work: not recorded, sending: 1.00 "
                "ms, receiving: 3.00 ms.\n"));
  const json idle = json_of(folder, {"idle", "t.gus"});
  EXPECT_EQ(idle.at("in_send_spans_ns"), 1'000'000);
  EXPECT_EQ(idle.at("in_receive_spans_ns"), 3'000'000);
}

TEST(Efficiency, RejectsBaselineWithoutRuns) {
  const TestFolder folder;
  write_trace(folder, "none.gus", "..\n");
  write_trace(folder, "two.gus", "aaa.\naaa.\n");
  const auto result = gusset_in(folder, {"efficiency", "two.gus", "--baseline", "none.gus"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: none.gus: expected tasks that ran, found none\n");
  EXPECT_THAT(result.output, IsEmpty());
}

TEST(Efficiency, InflationIsNotRecordedWithoutACommonType) {
  const TestFolder folder;
  write_trace(folder, "one.gus", "bb|bb\n");
  write_trace(folder, "two.gus", "aaa.\naaa.\n");
  const std::string text = text_of(folder, {"efficiency", "two.gus", "--baseline", "one.gus"});
  EXPECT_THAT(text,
              HasSubstr("Speedup 1.33 over the baseline; no type ran in both, so the times of the same work "
                        "are unknown.\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex("global efficiency +not recorded\n"));
  const json e = json_of(folder, {"efficiency", "two.gus", "--baseline", "one.gus"});
  EXPECT_TRUE(e.at("baseline").at("global_efficiency").is_null());
  EXPECT_TRUE(e.at("baseline").at("computation_scalability").is_null());
}

TEST(Efficiency, SeparatesSerialisationFromTransferOnSeveralNodes) {
  const TestFolder folder;
  // The probe's steps: two steps of 1 ms, one on each node; a message of 1192 bytes with 1 ms latency at 1
  // MB/s; two totals of 1 ms on node 0.
  ASSERT_EQ(gusset_in(folder, {"simulate", "-o", "p.gus", "--seeds", "1", "--platform", "2:1:1:1e-3:1e6",
                               "--", probe_path, "steps"})
                .exit_status,
            0);
  const json e = json_of(folder, {"efficiency", "p.gus"});
  const double communication = e.at("communication_efficiency");
  EXPECT_NEAR(e.at("serialisation_efficiency").get<double>() * e.at("transfer_efficiency").get<double>(),
              communication, 1e-9);
  EXPECT_LT(e.at("transfer_efficiency").get<double>(), 1.0);
  EXPECT_NEAR(e.at("serialisation_efficiency").get<double>(), 1.0, 1e-5)
      << "without message times, node 0 is never idle";
  EXPECT_THAT(text_of(folder, {"efficiency", "p.gus"}), HasSubstr("    transfer"));
}

TEST(Efficiency, NamesAWorkersNodeOnSeveralNodes) {
  const TestFolder folder;
  traces::Trace trace = *traces::testing::trace_from_text("a...\naaa.\n....\n", 1'000'000);
  trace.nodes = {{"node 0"}, {""}};
  trace.workers[1] = {traces::NodeId(1u), "worker 1"};
  trace.workers[2] = {traces::NodeId(1u), ""};
  write_trace(folder, "t.gus", trace);
  EXPECT_THAT(text_of(folder, {"efficiency", "t.gus"}), HasSubstr("node 1 worker 1 has most of it"));
  EXPECT_THAT(text_of(folder, {"info", "t.gus"}), HasSubstr("node 1 worker 2"));
}

TEST(Efficiency, PrintsFactorsAndBaselineComparison) {
  const TestFolder folder;
  write_trace(folder, "one.gus", "aa|aa\n");
  write_trace(folder, "two.gus", "aaa.\naaa.\n");
  EXPECT_THAT(
      text_of(folder, {"efficiency", "two.gus", "--baseline", "one.gus"}),
      StartsWith("Parallel efficiency 100.0 % = load balance 100.0 % × communication efficiency 100.0 %. "
                 "Little is lost to waiting.\n"
                 "Speedup 1.33 over the baseline, computation scalability 66.7 %, global efficiency 66.7 %. "
                 "Most inflated: a, 1.50 times as long per task.\n"));
  const json e = json_of(folder, {"efficiency", "two.gus", "--baseline", "one.gus"});
  EXPECT_DOUBLE_EQ(e.at("baseline").at("types").at(0).at("ratio").get<double>(), 1.5);
  EXPECT_TRUE(json_of(folder, {"efficiency", "two.gus"}).at("baseline").is_null());
}

TEST(CriticalPath, ListsSlackAndCommutingGroups) {
  const TestFolder folder;
  write_trace(folder, "t.gus",
              "aa|aac\n"
              "ddd...\n"
              "a1: add x@0\n"
              "a2: add x@0\n"
              "c1: read x@2\n");
  const json paths = json_of(folder, {"critical-path", "t.gus"});
  EXPECT_EQ(paths.at("slack").at("per_task_ns"), json({0, 2'000'000, 0, 0}));
  EXPECT_EQ(paths.at("slack").at("types").at(0),
            json({{"type", "a"}, {"tasks", 2}, {"critical", 2}, {"median_ns", 0}, {"max_ns", 0}}));
  EXPECT_EQ(paths.at("commuting_groups").at(0).at("length_ns"), 4'000'000);
  EXPECT_EQ(paths.at("commuting_groups").at(0).at("name"), "x");
  const std::string text = text_of(folder, {"critical-path", "t.gus"});
  EXPECT_THAT(text, HasSubstr("slack  tasks  critical   median      max\n"));
  EXPECT_THAT(text, HasSubstr("x version 0           2       4.00 ms       80.0 %\n"));
}

TEST(Why, FollowsTheLastPredecessorBack) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_EQ(
      text_of(folder, {"why", "t.gus", "b"}),
      "b #2 began only at 6.00 ms, at the end of a chain of 1 task that began at 0 s: 4.00 ms of running (a "
      "4.00 ms) and 2.00 ms of waiting for a worker.\n"
      "b #2 began at 6.00 ms on w0: its last predecessor, a x (x version 1), ended at 4.00 ms. It waited "
      "2.00 ms for a worker (ready at 4.00 ms).\n"
      "a x began at 0 s on w0: it was submitted at 0 s. It was ready at 0 s.\n");
  const json why = json_of(folder, {"why", "t.gus", "2", "--depth", "1"});
  EXPECT_EQ(why.at("steps").size(), 1u);
  EXPECT_EQ(why.at("summary"), "b #2 began only at 6.00 ms: 2.00 ms of waiting for a worker.");
  EXPECT_EQ(why.at("steps").at(0).at("cause"), "predecessor");
  EXPECT_EQ(why.at("steps").at(0).at("by").at("name"), "a x");
  EXPECT_EQ(why.at("steps").at(0).at("handle"), "x");
  EXPECT_EQ(why.at("steps").at(0).at("ready_ns"), 4'000'000);
}

TEST(Why, ReportsAmbiguousNamesAndRejectsUnknownOnes) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_THAT(text_of(folder, {"why", "t.gus", "a"}),
              StartsWith("2 tasks have this name; this is the first, number 0. Others: 1\n"));
  const auto result = gusset_in(folder, {"why", "t.gus", "gemm"});
  EXPECT_EQ(result.errors,
            "gusset: t.gus: expected a task's number, its name such as \"gemm A(3,1)\", or a type, found "
            "\"gemm\"\n");
  EXPECT_EQ(result.exit_status, 1);
}

TEST(Why, RejectsATaskThatNeverRan) {
  const TestFolder folder;
  traces::Trace trace = *traces::testing::trace_from_text("aa\n", 1);
  trace.lanes[0].spans = {};
  write_trace(folder, "t.gus", trace);
  EXPECT_EQ(gusset_in(folder, {"why", "t.gus", "0"}).errors,
            "gusset: t.gus: expected a task that ran, found a #0, which did not\n");
}

TEST(Check, AcceptsAPossibleExecution) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_EQ(text_of(folder, {"check", "t.gus"}), "t.gus: a possible execution of 3 tasks.\n");
  write_trace(folder, "bare.gus", "aa\n");
  EXPECT_EQ(
      text_of(folder, {"check", "bare.gus"}),
      "bare.gus: a possible execution of 1 task. Not recorded, so not checked: accesses or dependencies, "
      "submissions, readiness.\n");
  EXPECT_TRUE(json_of(folder, {"check", "t.gus"}).at("possible").get<bool>());
}

TEST(Check, ContradictionNamesBothTasksAndFails) {
  TestFolder folder;
  folder.allow_impossible_traces();
  write_trace(folder, "t.gus", "aaaa\n..bb\na1: write x@0\nb1: read x@1\n");
  const auto result = gusset_in(folder, {"check", "t.gus"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(
      result.output,
      "t.gus: not a possible execution: 1 contradiction. Not recorded, so not checked: submissions, "
      "readiness.\n"
      "task 1 (b), x@1: expected a start at or after 4000000 ns, the end of task 0 (a), found 2000000 ns "
      "(before_predecessor)\n");
  const auto document = json::parse(gusset_in(folder, {"check", "t.gus", "--json"}).output);
  EXPECT_FALSE(document.at("possible").get<bool>());
  EXPECT_EQ(document.at("findings").at(0).at("task"), 1);
  EXPECT_EQ(document.at("findings").at(0).at("other"), 0);
}

TEST(Check, RenamedAddsMayOverlapIfAllowed) {
  TestFolder folder;
  folder.allow_impossible_traces();
  write_trace(folder, "t.gus", "aaaa\n..bb\na1: add x@0\nb1: add x@0\n");
  EXPECT_EQ(gusset_in(folder, {"check", "t.gus"}).exit_status, 1);
  EXPECT_EQ(gusset_in(folder, {"check", "t.gus", "--renamed-adds"}).exit_status, 0);
}

TEST(Report, PrintsThreeSentencesWithNextCommands) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_THAT(
      text_of(folder, {"report", "t.gus"}),
      StartsWith(
          "1. Workers were idle for 37.5 % of the time because there are too few tasks: 3 for 2 workers, the "
          "longest 4.00 ms; split them.\n   Next: gusset stats t.gus\n2. "));
  const json report = json_of(folder, {"report", "t.gus"});
  EXPECT_EQ(report.at("findings").size(), 3u);
  EXPECT_EQ(report.at("findings").at(0).at("kind"), "too_few_tasks");
  EXPECT_EQ(report.at("findings").at(0).at("figures").at("tasks"), 3.0);
  EXPECT_TRUE(report.at("baseline").is_null());
  const json target = report.at("findings").at(0).at("targets").at(0);
  EXPECT_EQ(target.at("kind"), "tasks");
  EXPECT_EQ(target.at("text"), "the longest");
  EXPECT_EQ(target.at("count"), 1);
  EXPECT_EQ(target.at("tasks").size(), 1u);
}

TEST(Compare, ReportsMatchedShareOfBothTraces) {
  const TestFolder folder;
  traces::Trace a = *traces::testing::trace_from_text("aa|bb\n", 1'000'000);
  write_trace(folder, "a.gus", a);
  write_trace(folder, "b.gus", "aa|bb|bb|cc|dd\n");
  EXPECT_THAT(text_of(folder, {"compare", "a.gus", "b.gus"}),
              HasSubstr("2 of A's 2 tasks (100.0 %) are in B, which has 5 tasks (40.0 % are in A), matched "
                        "by order in the files."));
  const json compared = json_of(folder, {"compare", "a.gus", "b.gus"});
  EXPECT_DOUBLE_EQ(compared.at("match").at("share").get<double>(), 1.0);
  EXPECT_DOUBLE_EQ(compared.at("match").at("share_b").get<double>(), 0.4);
}

TEST(Compare, ComparesWorkersCausesAndChains) {
  const TestFolder folder;
  write_trace(folder, "a.gus",
              "aaab\na1: write x@0 [submit 0] [ready 0]\nb1: read x@1 [submit 0] [ready 3]\n");
  write_trace(folder, "b.gus",
              "aaa..b\na1: write x@0 [submit 0] [ready 0]\nb1: read x@1 [submit 0] [ready 3]\n");
  const json compared = json_of(folder, {"compare", "a.gus", "b.gus"});
  EXPECT_EQ(compared.at("per_worker").at(0).at("idle_b_ns"), 2'000'000);
  EXPECT_EQ(compared.at("idle").at(1),
            json({{"cause", "ready_not_taken"}, {"a_ns", 0}, {"b_ns", 2'000'000}}));
  EXPECT_TRUE(compared.at("idle").at(0).at("a_ns").is_null());
  EXPECT_EQ(compared.at("chain").at(0),
            json({{"kind", "ready_wait"}, {"type", "b"}, {"a_ns", 0}, {"b_ns", 2'000'000}}));
  EXPECT_THAT(
      text_of(folder, {"compare", "a.gus", "b.gus"}),
      HasSubstr("On the critical chain, b waiting for a worker changed most: 0 s in A, 2.00 ms in B.\n"));
}

// Every command gives a sensible answer, whatever the trace lacks.
class AnyTrace : public ::testing::TestWithParam<const char*> {};

TEST_P(AnyTrace, EveryCommandAnswers) {
  const TestFolder folder;
  write_trace(folder, "t.gus", *traces::testing::trace_from_text(GetParam(), 1000));
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"report", "t.gus"},
                                             {"stats", "t.gus"},
                                             {"stats", "t.gus", "--by", "worker"},
                                             {"idle", "t.gus"},
                                             {"efficiency", "t.gus"},
                                             {"efficiency", "t.gus", "--baseline", "t.gus"},
                                             {"report", "t.gus", "--baseline", "t.gus"},
                                             {"check", "t.gus"},
                                             {"compare", "t.gus", "t.gus"},
                                             {"info", "t.gus"}}) {
    SCOPED_TRACE(words[0]);
    EXPECT_THAT(text_of(folder, words), ::testing::Not(IsEmpty()));
    EXPECT_THAT(json_of(folder, words).at("format"), "gusset " + words[0]);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Traces, AnyTrace,
    ::testing::Values("", "...\n", "a\n", "aa..bb\n", "aa\n..bb\nb1: after a1\n",
                      "n0/w0: aaa\nn1/w0: ...bb\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\n",
                      "aa|aa\na1: [submit 0]\na2: [submit 1]\n"));

}  // namespace
}  // namespace gusset::testing
