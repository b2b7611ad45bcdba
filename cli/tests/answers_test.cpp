// Tests the commands that answer questions, on traces with known figures.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "text_trace.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

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
  EXPECT_THAT(text_of(folder, {"report", "t.gus"}),
              StartsWith("50.0 % idle, mostly: no work (optimum unknown: at most "));
  EXPECT_THAT(text_of(folder, {"report", "t.gus"}),
              HasSubstr(")\n1. Workers were idle for 37.5 % of the time with only 3 tasks for 2 workers, the "
                        "longest 4.00 ms: split them, or start them in another order.\n   Next: gusset "
                        "schedule t.gus\n2. "));
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
