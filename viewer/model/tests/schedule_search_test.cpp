#include "gusset/viewer/model/what_if/schedule_search.hpp"

#include <gmock/gmock.h>

#include "gusset/traces/schedules/schedule_answer.hpp"
#include "text_trace.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;

traces::Trace two_workers() {
  return *traces::testing::trace_from_text("aabb\nccdd", 1000);
}

TEST(ScheduleSearch, BeginsWithTheTracesThreads) {
  EXPECT_EQ(default_search(two_workers()), (ScheduleSearch{2, 10, false}));
  EXPECT_EQ(default_search({}).threads, 1U);
}

TEST(ScheduleSearch, ArgumentsSayWhatDiffersFromTheDefaults) {
  const traces::Trace trace = two_workers();
  const ScheduleFiles files{"s.json", "best.gus"};
  EXPECT_THAT(schedule_arguments({2, 10, false}, trace, "t.gus", files),
              ElementsAre("schedule", "t.gus", "-o", "s.json", "--trace", "best.gus"));
  EXPECT_THAT(schedule_arguments({8, 90, true}, trace, "t.gus", files),
              ElementsAre("schedule", "t.gus", "--threads", "8", "--search", "90s", "--durations", "typical",
                          "-o", "s.json", "--trace", "best.gus"));
}

TEST(ScheduleSearch, ArgumentsForAGraphNameItsThreads) {
  traces::Trace graph = two_workers();
  graph.workers.clear();
  graph.lanes.clear();
  EXPECT_THAT(schedule_arguments(default_search(graph), graph, "g.dot", {"s.json", "b.gus"}),
              ElementsAre("schedule", "g.dot", "--threads", "1", "-o", "s.json", "--trace", "b.gus"));
}

TEST(ScheduleSearch, OpenMpProgramsHaveNoFiles) {
  traces::Trace trace = two_workers();
  EXPECT_TRUE(has_schedule_files(trace));
  trace.recorded.fork_join = true;
  EXPECT_FALSE(has_schedule_files(trace));
  EXPECT_THAT(schedule_arguments({2, 10, false}, trace, "t.gus", {"s.json", "b.gus"}),
              ElementsAre("schedule", "t.gus"));
}

TEST(ScheduleSearch, RunsTheTracesCommandWithTheSchedule) {
  traces::Trace trace = two_workers();
  EXPECT_EQ(run_command(trace, "s.json"), "") << "the trace names no command";
  trace.metadata.command = {"./a program", "--size", "3"};
  EXPECT_EQ(run_command(trace, "s.json"), "gusset run --schedule s.json -- './a program' --size 3");
  trace.recorded.fork_join = true;
  EXPECT_EQ(run_command(trace, "s.json"), "");
}

TEST(ScheduleProgress, SaysWhatWasFoundOrIsCompared) {
  const auto search =
      parse_schedule_progress(R"({"stage":"search","share":0.25,"found_s":0.006,"bound_s":0.0055})");
  ASSERT_TRUE(search);
  EXPECT_EQ(*search, (ScheduleProgress{false, 0.25, "6.00 ms found, at least 5.50 ms needed"}));
  const auto compare =
      parse_schedule_progress(R"({"stage":"compare","schedule":"locality","run":3,"runs":200})");
  ASSERT_TRUE(compare);
  EXPECT_EQ(*compare, (ScheduleProgress{true, 1.0, "comparing: locality, 3 of 200 runs"}));
  EXPECT_EQ(parse_schedule_progress(R"({"stage":"compare","schedule":"locality","run":0,"runs":0})")->text,
            "comparing: locality");
}

TEST(ScheduleProgress, OtherLinesAreNotProgress) {
  for (const char* line : {"", "gusset: t.gus: expected a trace, found none", "{}", R"({"stage":"other"})",
                           R"({"stage":"search","share":2,"found_s":1,"bound_s":1})"})
    EXPECT_FALSE(parse_schedule_progress(line)) << line;
}

schedules::ScheduleReport report() {
  schedules::ScheduleReport report;
  report.found.schedule.lists.resize(4);
  report.found.found_ns = 6'000'000;
  report.found.bounds.path_ns = report.found.bounds.energetic_ns = 5'000'000;
  report.took_ns = 8'000'000;
  report.trace_threads = 4;
  report.choices = {schedules::choice_of("locality", "locality", false, 7'000'000, {7'000'000})};
  return report;
}

TEST(FoundSchedule, HasTheCommandsAnswerAndTheBound) {
  const auto found = parse_found_schedule(schedules::schedule_json(report(), "t.gus"), "answer");
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_EQ(found->answer, schedules::schedule_answer(report()));
  EXPECT_EQ(found->threads, 4U);
  EXPECT_EQ(found->limits, (traces::FoundLimits{6'000'000, 5'000'000}));
  EXPECT_TRUE(found->is_of_run);
  EXPECT_EQ(found->bound, "bound 5.00 ms (critical path)");
}

TEST(FoundSchedule, BoundNamesTheThreadsOfAnotherMachine) {
  schedules::ScheduleReport other = report();
  other.trace_threads = 2;
  EXPECT_EQ(parse_found_schedule(schedules::schedule_json(other, "t.gus"), "answer")->bound,
            "bound 5.00 ms (critical path, 4 workers)");
}

TEST(FoundSchedule, OtherWorkersOrDurationsAreNotThoseOfTheRun) {
  schedules::ScheduleReport wider = report();
  wider.trace_threads = 2;
  EXPECT_FALSE(parse_found_schedule(schedules::schedule_json(wider, "t.gus"), "answer")->is_of_run);
  schedules::ScheduleReport typical = report();
  typical.is_typical = true;
  EXPECT_FALSE(parse_found_schedule(schedules::schedule_json(typical, "t.gus"), "answer")->is_of_run);
}

TEST(FoundSchedule, RefusesOtherDocuments) {
  const auto found = parse_found_schedule("{}", "answer");
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message(), ::testing::StartsWith("answer: "));
}

TEST(FoundSchedule, TitleNamesTheThreads) {
  EXPECT_EQ(found_schedule_title({1, 10, false}), "found schedule: 1 worker");
  EXPECT_EQ(found_schedule_title({8, 10, true}), "found schedule: 8 workers, typical durations");
}

}  // namespace
}  // namespace gusset::viewer
