// Predictions of fork-join programs say when the trace does not explain the recorded run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers/recorded_program.hpp"
#include "fork_join_program.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::simulator {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using traces::SpanKind;
using traces::TaskId;

/// A thread that runs its part of a parallel region for 1 ms, including `waited_ns` in a taskwait without
/// tasks.
traces::Trace region_with_wait(std::int64_t waited_ns) {
  traces::Trace trace;
  trace.metadata.origin = traces::Origin::measured;
  trace.metadata.runtime = traces::openmp_runtime;
  trace.recorded.parents = trace.recorded.submit = trace.recorded.ready = trace.recorded.accesses = true;
  trace.recorded.fork_join = true;
  trace.types = {"parallel a.c:1"};
  trace.nodes.push_back({.name = "node"});
  trace.workers.push_back({traces::NodeId(0), "thread 0"});
  trace.lanes.push_back({traces::WorkerId(0), {}});
  trace.lanes[0].spans.push_back(0, 1'000'000, TaskId(0), SpanKind::run);
  trace.lanes[0].spans.push_back(100'000, 100'000 + waited_ns, TaskId(0), SpanKind::wait);
  trace.tasks.type.emplace_back(0);
  trace.tasks.parent.emplace_back();
  trace.tasks.submit_ns.push_back(0);
  trace.tasks.ready_ns.push_back(0);
  trace.accesses.first = {0, 0};
  trace.fork_join.joined.push_back({TaskId(0), 0});
  trace.fork_join.waits = {
      {{traces::LaneId(0), 1}, traces::TaskWait::Kind::taskwait, traces::TaskWait::no_object, 0}};
  return trace;
}

std::vector<std::string> doubts_of(const traces::Trace& trace, ReplayInputs inputs) {
  const auto valid = traces::validate(trace, "recorded");
  EXPECT_TRUE(valid.ok()) << valid.error().message();
  const auto replayed = replay(trace, inputs);
  EXPECT_TRUE(replayed.ok()) << replayed.error().message();
  return replayed.ok() ? replayed->statistics.doubts.value_or(std::vector<std::string>{"none given"})
                       : std::vector<std::string>{};
}

TEST(ReplayReliability, RunThatItsTasksExplainIsReliable) {
  EXPECT_THAT(doubts_of(region_with_wait(30'000), {}), IsEmpty());
}

/// `beside` pairs of tasks run side by side on two threads for 10 µs each, then one thread runs `alone` tasks
/// of `alone_ns`. With one thread, all tasks run on that one.
traces::Trace independent_tasks(std::size_t threads, int beside, int alone, std::int64_t alone_ns) {
  traces::Trace trace = region_with_wait(0);
  trace.types = {"serial", "work"};
  trace.metadata.origin =
      traces::Origin::imported;  // the order does not explain why the last tasks ran alone
  trace.lanes[0].spans = {};
  trace.fork_join = {};
  for (std::size_t thread = 1; thread < threads; ++thread) {
    trace.workers.push_back({traces::NodeId(0), "thread"});
    trace.lanes.push_back({traces::WorkerId(thread), {}});
  }
  std::int64_t now_ns = 0;
  const auto run = [&](std::size_t lane, std::int64_t length_ns) {
    const TaskId task(trace.tasks.type.size());
    trace.tasks.type.emplace_back(1);
    trace.tasks.parent.emplace_back(0);
    trace.tasks.submit_ns.push_back(0);
    trace.tasks.ready_ns.push_back(0);
    trace.accesses.first.push_back(0);
    trace.lanes[lane].spans.push_back(now_ns, now_ns + length_ns, task, SpanKind::run);
  };
  trace.lanes[0].spans.push_back(0, 0, TaskId(0), SpanKind::run);
  for (int pair = 0; pair < beside; ++pair) {
    run(0, 10'000);
    if (threads == 1) now_ns += 10'000;
    run(threads - 1, 10'000);
    now_ns += 10'000;
  }
  for (int task = 0; task < alone; ++task, now_ns += alone_ns) run(0, alone_ns);
  return trace;
}

std::vector<std::string> doubts_on(unsigned threads, const traces::Trace& trace,
                                   std::shared_ptr<const traces::Trace> one_thread = {}) {
  ReplayInputs inputs;
  inputs.threads = threads;
  inputs.one_thread = std::move(one_thread);
  return doubts_of(trace, inputs);
}

TEST(ReplayReliability, OneThreadDoesNotShowWhatHappensOnTwo) {
  const traces::Trace trace = independent_tasks(1, 20, 0, 0);
  EXPECT_THAT(doubts_on(1, trace), IsEmpty());
  EXPECT_THAT(
      doubts_on(2, trace),
      ElementsAre("the tasks were created outside of parallel regions, so each ran at once; how they would "
                  "run in a region was not recorded",
                  ::testing::StartsWith("a recording of one thread shows neither what starting tasks")));
  EXPECT_THAT(doubts_on(2, region_with_wait(30'000)),
              ::testing::Not(::testing::Contains(::testing::HasSubstr("a recording of one thread"))))
      << "a sequential program is just as slow on two threads";
}

TEST(ReplayReliability, TasksThatNeverRanAloneMayBeFasterAlone) {
  const traces::Trace trace = independent_tasks(2, 20, 0, 0);
  EXPECT_THAT(doubts_on(2, trace), IsEmpty()) << "the recorded run";
  EXPECT_THAT(
      doubts_on(1, trace),
      ElementsAre("whether tasks take longer beside others than alone is unknown: 100.0 % of their time "
                  "passed beside others; a recording of one thread shows it (--baseline)"));
}

TEST(ReplayReliability, ThreadsOnOneProcessorRunNothingBesideOthers) {
  traces::Trace trace = independent_tasks(2, 20, 0, 0);
  trace.recorded.processor_time = true;
  trace.processor_time.bindings = {{traces::WorkerId(0), 1, "0x2", 0.0},
                                   {traces::WorkerId(1), 1, "0x2", 0.0}};
  EXPECT_THAT(doubts_on(1, trace),
              ElementsAre("whether tasks take longer beside others than alone is unknown: the threads shared "
                          "one processor, so no task ran beside another"));
}

TEST(ReplayReliability, TasksThatRanAloneShowWhetherOthersAreSlower) {
  EXPECT_THAT(doubts_on(1, independent_tasks(2, 20, 10, 10'000)), IsEmpty());
  EXPECT_THAT(doubts_on(1, independent_tasks(2, 20, 10, 5'000)),
              ElementsAre("beside others, tasks take 2.00 times as long as alone"));
  traces::Trace mixed = independent_tasks(2, 20, 10, 17'500);  // 9.25 µs alone, on average
  traces::SpanColumns& spans = mixed.lanes[0].spans;
  for (std::size_t i = 20; i < spans.size(); i += 2) spans.end_ns[i] = spans.begin_ns[i] + 1'000;
  EXPECT_THAT(doubts_on(1, mixed),
              ElementsAre("whether tasks take longer beside others than alone is unknown: tasks of one "
                          "type differ too much for other reasons"));
  // 3 % with one other thread may be 9 % with three.
  const traces::Trace slower = independent_tasks(2, 20, 10, 9'700);
  EXPECT_THAT(doubts_on(1, slower), IsEmpty());
  EXPECT_THAT(
      doubts_on(4, slower),
      ElementsAre("beside others, tasks take 1.03 times as long as alone on the recorded 2 threads, and "
                  "how that grows with the number of threads is unknown"));
}

TEST(ReplayReliability, TasksThatWaitedForProcessorsDoNotShowWhetherOthersAreSlower) {
  traces::Trace trace = independent_tasks(2, 20, 10, 5'000);
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{traces::WorkerId(1), 0, 200'000, 100'000, 0, 5, 100'000}};
  EXPECT_THAT(doubts_on(1, trace), ElementsAre(::testing::StartsWith("threads waited for a processor for ")));
}

std::shared_ptr<const traces::Trace> on_one_thread(int pairs, int others, std::int64_t other_ns) {
  return std::make_shared<traces::Trace>(independent_tasks(1, pairs, others, other_ns));
}

TEST(ReplayReliability, RecordingOfOneThreadShowsHowLongOneThreadTakes) {
  const traces::Trace two = independent_tasks(2, 20, 0, 0);
  const auto faster = on_one_thread(0, 40, 5'000);
  EXPECT_THAT(doubts_on(1, two, on_one_thread(20, 0, 0)), IsEmpty());
  EXPECT_THAT(doubts_on(1, two, faster), IsEmpty());
  ReplayInputs inputs;
  inputs.one_thread = faster;
  Replayer replayer(two, inputs);
  const auto one = replayer.on_threads(1);
  ASSERT_TRUE(one.ok()) << one.error().message();
  EXPECT_NEAR(*one->statistics.makespan_s, 200e-6, 1e-8);
  EXPECT_THAT(one->statistics.assumptions,
              ::testing::Contains("on 1 thread, the program takes as long as in the baseline"));
  EXPECT_NEAR(*replayer.on_threads(2)->statistics.makespan_s, 200e-6, 1e-8);
  EXPECT_THAT(doubts_on(4, two, faster),
              ElementsAre("beside others, tasks take 2.00 times as long as alone on the recorded 2 threads, "
                          "and how that grows with the number of threads is unknown"));
  inputs.policy = "fifo";
  EXPECT_NEAR(*Replayer(two, inputs).on_threads(1)->statistics.makespan_s, 400e-6, 1e-8)
      << "under another policy, one thread is predicted from the same trace as the others";
}

TEST(ReplayReliability, RecordingOfOneThreadMustBeOfTheSameWork) {
  traces::Trace two = independent_tasks(2, 20, 0, 0);
  EXPECT_THAT(doubts_on(1, two, on_one_thread(0, 20, 20'000)),
              ElementsAre("the baseline ran 20 tasks, and this recording 40"));
  EXPECT_THAT(doubts_on(1, two, on_one_thread(0, 40, 15'000)),
              ElementsAre("the same work took 1.50 times as long in the baseline as in this recording, and "
                          "other runs may differ in that"));
  auto other = std::make_shared<traces::Trace>(*on_one_thread(20, 0, 0));
  two.metadata.command = {"./sort", "100"};
  other->metadata.command = {"./sort", "10"};
  EXPECT_THAT(doubts_on(1, two, other),
              ElementsAre("the baseline ran \"./sort 10\", and this recording \"./sort 100\""));
  const auto are_same = [&](std::vector<std::string> one, std::vector<std::string> both) {
    other->metadata.command = std::move(one);
    two.metadata.command = std::move(both);
    return doubts_on(1, two, other).empty();
  };
  EXPECT_TRUE(are_same({"./sort", "-t", "1"}, {"./sort", "-t", "2"})) << "that is the number of threads";
  EXPECT_TRUE(are_same({"sh", "-c", "./sort --threads=1"}, {"sh", "-c", "./sort --threads=2"}));
  EXPECT_FALSE(are_same({"./sort", "-t", "1"}, {"./sort", "-t", "3"}));
  EXPECT_FALSE(are_same({"./sort", "-t", "1"}, {"./sort", "-n", "2"}));
  EXPECT_FALSE(are_same({"./sort", "11"}, {"./sort", "12"}));
  EXPECT_FALSE(are_same({"./sort", "1"}, {"./sort"}));
  two.metadata.command = {"./sort", "100"};
  other->metadata.command = two.metadata.command;
  other->metadata.incomplete = true;
  EXPECT_THAT(doubts_on(1, two, other), ElementsAre("in the baseline, the recording is incomplete"));
}

TEST(ReplayReliability, RunWithALockTakenTooOftenIsNotReliable) {
  traces::Trace trace = region_with_wait(0);
  trace.fork_join.locks = {"critical a.c:5"};
  for (std::int64_t hold = 0; hold < 1000; ++hold)
    trace.fork_join.holds.push_back({0, TaskId(0), hold * 900, hold * 900 + 100});
  const auto fine = ::testing::HasSubstr("times, for 100 ns each on average, and how the cost of taking it");
  EXPECT_THAT(doubts_on(2, trace), ::testing::Contains(fine));
  EXPECT_THAT(doubts_on(1, trace), IsEmpty()) << "the recorded run includes that cost";
}

TEST(ReplayReliability, RunWithALoopOfTinyChunksIsNotReliable) {
  traces::Trace trace = region_with_wait(0);
  trace.recorded.worksharing = true;
  traces::Worksharing& work = trace.worksharing;
  work.constructs.push_back(
      {"a.c:3", traces::WorkConstruct::Kind::loop, traces::WorkConstruct::Schedule::dynamic});
  work.executions.push_back({.region = 0});
  work.shares.push_back({0, TaskId(0), 200'000, 900'000, traces::unknown_iterations, 10'000});
  const auto fine = ::testing::StartsWith("chunks of the loop near a.c:3 take 70");
  EXPECT_THAT(doubts_on(2, trace), ::testing::Contains(fine));
  EXPECT_THAT(doubts_on(1, trace), IsEmpty()) << "the recorded run includes that cost";
  work.shares[0].chunks = 100;
  EXPECT_THAT(doubts_on(2, trace), ::testing::Not(::testing::Contains(fine)));
}

TEST(ReplayReliability, SingleIsNotDividedAmongMoreThreads) {
  traces::Trace trace = region_with_wait(0);
  ReplayInputs two;
  two.threads = 2;
  const auto undivided = ::testing::HasSubstr("in parallel regions outside of tasks and singles");
  EXPECT_THAT(doubts_of(trace, two), ElementsAre(undivided));
  trace.recorded.worksharing = true;
  traces::Worksharing& work = trace.worksharing;
  work.constructs.push_back({"a.c:3", traces::WorkConstruct::Kind::single});
  work.executions.push_back({.region = 0});
  work.shares.push_back({0, TaskId(0), 20'000, 990'000});
  EXPECT_THAT(doubts_of(trace, two), IsEmpty());
  work.shares[0].begin_ns = 100'000;
  EXPECT_THAT(doubts_of(trace, two), ElementsAre(undivided)) << "10 % of the work is outside of it";
}

TEST(ReplayReliability, SingleWithUnknownEndLeavesTheShareOutsideItUnknown) {
  traces::Trace trace = region_with_wait(0);
  trace.recorded.worksharing = true;
  traces::Worksharing& work = trace.worksharing;
  work.constructs.push_back({"a.c:3", traces::WorkConstruct::Kind::single});
  work.executions.push_back({.region = 0});
  work.shares.push_back({0, TaskId(0), 100'000, 1'000'000});  // until the end of the region, as with g++
  EXPECT_THAT(
      doubts_on(2, trace),
      ElementsAre(
          "between 10.0 % and 100.0 % of the work is in parallel regions outside of tasks and singles (the "
          "ends of some singles, or whether they can run at once, were not recorded), and how it divides "
          "among more than 1 thread was not recorded"));
}

TEST(ReplayReliability, RecordedRunIsNoPrediction) {
  const traces::Trace two = independent_tasks(2, 20, 10, 10'000);
  const auto recorded = [&](unsigned threads, traces::Origin origin) {
    traces::Trace trace = two;
    trace.metadata.origin = origin;
    ReplayInputs inputs;
    inputs.threads = threads;
    inputs.seeds = 3;
    return replay(trace, inputs)->statistics.recorded;
  };
  EXPECT_EQ(recorded(2, traces::Origin::measured), true);
  EXPECT_EQ(recorded(1, traces::Origin::measured), std::nullopt);
  EXPECT_EQ(recorded(2, traces::Origin::predicted), std::nullopt);
  SimulationStatistics statistics = replay(two, {})->statistics;
  statistics.doubts.emplace();
  EXPECT_THAT(to_json(statistics), ::testing::HasSubstr("\"reliable\": true"));
  statistics.recorded = true;
  EXPECT_THAT(to_json(statistics), ::testing::ContainsRegex("\"recorded\": true,[^,]*\"reliable\": null"));
  statistics.doubts->emplace_back("disturbed");
  EXPECT_THAT(to_json(statistics), ::testing::HasSubstr("\"reliable\": false"));
}

/// One of two threads of a region runs 40 ready tasks of 10 µs each, 40 µs apart.
TEST(ReplayReliability, TimeWithoutAProcessorIsNoCostOfStartingTasks) {
  constexpr std::int64_t us = 1'000;
  constexpr std::int64_t end_ns = 1960 * us;
  traces::testing::ForkJoinProgram program(2);
  TaskId creator;
  for (std::size_t lane = 0; lane < 2; ++lane) {
    const TaskId part = program.joined("parallel a.c:1", {}, 0, 0);
    if (lane == 0) creator = part;
    program.run(lane, part, 0, end_ns);
    program.wait(lane, part, 0, end_ns, traces::TaskWait::Kind::barrier, 0);
  }
  for (std::int64_t task = 0; task < 40; ++task)
    program.run(0, program.task("work", creator), task * 50 * us, (task * 50 + 10) * us);
  traces::Trace trace = traces::testing::recorded(program);
  const auto expect_assumed = [&](const char* text) {
    const auto replayed = replay(trace, {});
    ASSERT_TRUE(replayed.ok()) << replayed.error().message();
    EXPECT_THAT(replayed->statistics.assumptions, ::testing::Contains(::testing::HasSubstr(text)));
  };
  expect_assumed("starting a task takes 40.0 µs, as measured in the trace");
  const traces::ProcessorUse other{traces::WorkerId(1), 0, end_ns, 0, 0, 1, end_ns};
  trace.processor_time.uses = {other};
  expect_assumed("starting a task takes 37.1 µs");  // 39 gaps, 42 tasks
  trace.processor_time.uses.clear();
  for (std::int64_t gap = 0; gap < 39; ++gap)
    trace.processor_time.uses.push_back(
        {traces::WorkerId(0), (gap * 50 + 10) * us, (gap + 1) * 50 * us, 0, 0, 1, 40 * us});
  trace.processor_time.uses.push_back(other);
  expect_assumed("starting a task takes no time (threads were never idle while a task could start)");
  trace.processor_time.uses.front().delay_ns -= 2 * us;  // 48 ns a task: no runtime is that fast
  expect_assumed(
      "starting a task takes no time (unknown: the thread that creates the tasks also runs them, or threads "
      "had no processor)");
}

/// A region of two threads, one of which creates 40 tasks that run immediately; one of them sleeps.
TEST(ReplayReliability, TasksThatRanImmediatelyAndSleepAreAssumed) {
  constexpr std::int64_t us = 1'000;
  traces::testing::ForkJoinProgram program(2);
  TaskId creator;
  for (std::size_t lane = 0; lane < 2; ++lane) {
    const TaskId part = program.joined("parallel a.c:1", {}, 0, 0);
    if (lane == 0) creator = part;
    program.run(lane, part, 0, 2000 * us);
    program.wait(lane, part, 0, 2000 * us, traces::TaskWait::Kind::barrier, 0);
  }
  for (std::int64_t task = 0; task < 40; ++task)
    program.run(0, program.joined("work", creator, task * 50 * us), task * 50 * us, (task * 50 + 40) * us);
  traces::Trace trace = traces::testing::recorded(program);
  const auto assumptions = [&] {
    const auto replayed = replay(trace, {});
    EXPECT_TRUE(replayed.ok()) << replayed.error().message();
    return replayed.ok() ? replayed->statistics.assumptions : std::vector<std::string>();
  };
  using ::testing::Contains;
  using ::testing::HasSubstr;
  EXPECT_THAT(assumptions(),
              Contains("40 of 40 tasks run immediately in the threads that create them, as in the trace"));
  EXPECT_THAT(assumptions(), Not(Contains(HasSubstr("sleep"))));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{traces::WorkerId(0), 0, 2000 * us, 200 * us, 3, 0, 0}};
  EXPECT_THAT(assumptions(),
              Contains(HasSubstr("tasks also sleep, or wait for what the trace does not show")));
}

TEST(ReplayReliability, TooFewStartsAreNotMeasured) {
  const auto replayed = replay(independent_tasks(2, 0, 10, 10'000), {});
  ASSERT_TRUE(replayed.ok()) << replayed.error().message();
  EXPECT_THAT(replayed->statistics.assumptions,
              ::testing::Contains("starting a task takes no time (unknown: too few tasks begin right after "
                                  "another one ends)"));
}

TEST(ReplayReliability, RunThatRecordingSlowedDownIsNotReliable) {
  traces::Trace trace = region_with_wait(0);
  trace.metadata.recording_ns = 49'000;
  EXPECT_THAT(doubts_of(trace, {}), IsEmpty());
  trace.metadata.recording_ns = 100'000;
  EXPECT_THAT(
      doubts_of(trace, {}),
      ElementsAre("recording took at least 10.0 % of the threads' time, and the prediction includes that"));
}

/// A region in which each of two threads runs for 1 ms.
traces::Trace team_of_two() {
  traces::Trace trace = region_with_wait(0);
  trace.workers.push_back({traces::NodeId(0), "thread 1"});
  trace.lanes.push_back({traces::WorkerId(1), {}});
  trace.lanes[1].spans.push_back(0, 1'000'000, TaskId(1), SpanKind::run);
  trace.tasks.type.emplace_back(0);
  trace.tasks.parent.emplace_back();
  trace.tasks.submit_ns.push_back(0);
  trace.tasks.ready_ns.push_back(0);
  trace.accesses.first.push_back(0);
  trace.fork_join.joined.push_back({TaskId(1), 0});
  return trace;
}

TEST(ReplayReliability, WorkOutsideOfTasksMightNotBeDividedAmongThreads) {
  const auto undivided = ::testing::HasSubstr(
      "100.0 % of the work is in parallel regions outside of tasks, singles and recorded loops, and whether");
  traces::Trace trace = team_of_two();
  EXPECT_THAT(doubts_on(1, trace), ::testing::Contains(undivided));
  EXPECT_THAT(doubts_on(2, trace), IsEmpty());
  const auto baseline = std::make_shared<traces::Trace>(region_with_wait(0));
  EXPECT_THAT(doubts_on(1, trace, baseline), IsEmpty());
  EXPECT_THAT(doubts_on(3, trace, baseline),
              ::testing::Contains("beside others, threads work 2.00 times as long as one thread alone: tasks "
                                  "take longer, or each thread does work of its own"));
  trace.recorded.worksharing = true;
  traces::Worksharing& work = trace.worksharing;
  work.constructs.push_back({"a.c:3", traces::WorkConstruct::Kind::loop});
  work.executions.push_back({.region = 0});
  work.shares.push_back({0, TaskId(0), 0, 1'000'000});
  work.shares.push_back({0, TaskId(1), 0, 1'000'000});
  EXPECT_THAT(doubts_on(1, trace), ::testing::Not(::testing::Contains(undivided)))
      << "a loop has the same work on any number of threads";
}

TEST(ReplayReliability, RunWithTimeThatNoTaskExplainsIsNotReliable) {
  const std::string doubt =
      "the recorded run took 1.00 ms, but takes 600 µs when it is replayed on its 1 thread (tasks may "
      "then run in another order and on other threads, each thread has a processor, barriers take no time, "
      "and nothing follows the last task)";
  EXPECT_THAT(doubts_of(region_with_wait(400'000), {}), ElementsAre(doubt));
  ReplayInputs scaled;
  scaled.scale["parallel a.c:1"] = 2.0;
  EXPECT_THAT(doubts_of(region_with_wait(400'000), scaled), ElementsAre(doubt))
      << "the doubt is about the recorded run";
}

}  // namespace
}  // namespace gusset::simulator
