// What `gusset critical-path` and `gusset idle` say of OpenMP programs with a known problem.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers/recorded_program.hpp"
#include "answers/trace_maker.hpp"
#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/answers/idle_answer.hpp"

namespace gusset::traces {
namespace {

using ::testing::EndsWith;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::recorded;
using Program = testing::ForkJoinProgram;

constexpr std::int64_t micro = 1'000;
constexpr std::int64_t milli = 1'000'000;

/// The first sentences of critical-path: of the path, of the chain, and after these.
std::string path_sentence(const Trace& trace, std::size_t number) {
  return critical_path_answer(trace, critical_path_analysis(trace, TaskGraph(trace)))
      .verdict.findings.at(number)
      .sentence;
}

Answer idle_of(const Trace& trace) {
  return idle_answer(trace, idle_time(trace, TaskGraph(trace)));
}

/// Two threads that are busy in a region until `end_ns`.
Program busy_region(std::int64_t end_ns) {
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, end_ns);
  for (std::size_t thread = 0; thread < 2; ++thread)
    p.run(thread, p.joined("parallel a.c:1", serial, 0, 0), 0, end_ns);
  return p;
}

TEST(OpenMpPath, TimeAfterTheLastTaskIsTheProcessEnd) {
  Trace trace = recorded(busy_region(10 * milli));
  for (Lane& lane : trace.lanes) lane.spans.push_back(10 * milli, 12 * milli, {}, SpanKind::wait);
  EXPECT_THAT(path_sentence(trace, 1),
              EndsWith("the largest part of the rest, 2.00 ms, came after the last task."));
  EXPECT_THAT(idle_of(trace).verdict.findings.at(0).sentence,
              EndsWith("was in no parallel region, which includes the process's start and end."));
}

TEST(OpenMpPath, LockThatIsTakenVeryOftenIsNamed) {
  Program p = busy_region(1 * milli);
  EXPECT_THAT(
      path_sentence(recorded(p), 1),
      EndsWith(": for 100.0 % of the makespan, it is parallel a.c:1 #1, and the other threads were busy, "
               "too; less work in "
               "it may shorten it, unless it polls for what another thread does, which the trace does "
               "not show."));
  for (std::uint32_t part : {1U, 2U}) {
    const std::int64_t first_ns = part == 1 ? 0 : 200;
    for (std::int64_t i = 0; i < 2000; ++i)
      p.hold(TaskId(part), first_ns + 500 * i, first_ns + 500 * i + 100);
  }
  EXPECT_THAT(
      path_sentence(recorded(p), 1),
      EndsWith(": threads took lock 4\u202f000 times, which may have taken much of that; take it less "
               "often."));
}

TEST(OpenMpPath, NoPartIsBlamedIfTheChainPassesThroughSeveral) {
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 10 * milli);
  for (std::uint32_t region = 0; region < 2; ++region) {
    const std::int64_t begin_ns = region * 6 * milli;
    const std::int64_t end_ns = begin_ns + (region == 0 ? 6 : 4) * milli;
    p.run(0, p.joined("parallel a.c:1", serial, begin_ns, region), begin_ns, end_ns);
    p.run(1, p.joined("parallel a.c:1", serial, begin_ns, region), begin_ns, begin_ns + 1 * milli);
  }
  EXPECT_THAT(path_sentence(recorded(p), 1),
              HasSubstr(": most of that is threads' parts of parallel regions"));
}

TEST(OpenMpPath, IdleTimeBesideOneLongTaskIsThatTasks) {
  Program p = busy_region(10 * milli);
  p.run(1, p.task("a.c:3", TaskId(1U), 1), 2, 9 * milli);
  p.wait(0, TaskId(1U), 1 * micro, 10 * milli, TaskWait::Kind::barrier, 0);
  EXPECT_THAT(idle_of(recorded(p)).verdict.findings.at(0).sentence,
              EndsWith("no task could run: a.c:3 #3 takes 90.0 % of the makespan; a shorter one may help."));
}

TEST(OpenMpPath, OneThreadHasNoOthersThatAreBusy) {
  Program p(1);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 1 * milli);
  p.run(0, p.joined("parallel a.c:1", serial, 0, 0), 0, 1 * milli);
  EXPECT_THAT(path_sentence(recorded(p), 1),
              EndsWith("; make it shorter, or divide its work among more threads."));
}

TEST(OpenMpPath, ThreadThatCreatesTinyTasksIsNotToBeDivided) {
  Program p = busy_region(1 * milli);
  for (std::int64_t i = 1; i <= 400; ++i) {
    p.run(1, p.task("a.c:3", TaskId(1U), i * 2 * micro), i * 2 * micro + 100, i * 2 * micro + 200);
  }
  EXPECT_THAT(path_sentence(recorded(p), 1),
              EndsWith(", which creates 400 tasks; make them larger, or let several tasks create them."));
}

TEST(OpenMpPath, PathSaysWhatItIncludesBesidesWork) {
  Trace trace = recorded(busy_region(10 * milli));
  EXPECT_THAT(path_sentence(trace, 0), EndsWith("; the path has 1 task."));
  trace.metadata.recording_ns = 2 * milli;
  EXPECT_THAT(path_sentence(trace, 0), EndsWith("; the path has 1 task and includes time for recording."));
  trace.metadata.recording_ns.reset();
  trace.recorded.processor_time = true;
  for (std::size_t thread = 0; thread < 2; ++thread)
    trace.processor_time.uses.push_back({WorkerId(thread), 0, 10 * milli, 6 * milli, 0, 9, 4 * milli});
  EXPECT_THAT(path_sentence(trace, 0),
              EndsWith("; the path has 1 task and includes up to 4.00 ms without a processor."));
  EXPECT_THAT(path_sentence(trace, 2),
              EndsWith("measure again with a processor of its own for each thread."));
  EXPECT_THAT(idle_of(trace).tables.at(0).rows.at(1).cells.at(1), Cell(8 * milli));
}

/// Thread 1 looks for tasks until the region ends at `region_ns`, but its processor is busy with something
/// else for 80 % of that.
Trace without_a_processor(std::int64_t region_ns, std::int64_t end_ns) {
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, end_ns);
  const TaskId parts[] = {p.joined("parallel a.c:1", serial, 0, 0), p.joined("parallel a.c:1", serial, 0, 0)};
  for (std::size_t thread = 0; thread < 2; ++thread) p.run(thread, parts[thread], 0, region_ns);
  p.wait(1, parts[1], 1 * micro, region_ns, TaskWait::Kind::barrier, 0);
  Trace trace = recorded(p);
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {
      {WorkerId(1U), 2 * micro, region_ns, region_ns / 10, 0, 9, region_ns / 10 * 8}};
  return trace;
}

TEST(OpenMpPath, ProcessorsAreNotBlamedIfTheyWouldGainLittle) {
  const Trace trace = without_a_processor(10 * milli, 10 * milli);
  EXPECT_THAT(path_sentence(trace, 1),
              HasSubstr(": for 100.0 % of the makespan, it is parallel a.c:1 #1; make it shorter"));
  EXPECT_EQ(
      path_sentence(trace, 2),
      "Threads had no processor for at least 40.0 % of their time, but a processor for each would shorten "
      "the run by at most about 0.0 %.");
}

TEST(OpenMpPath, ProcessEndMayWaitForThreadsWithoutAProcessor) {
  EXPECT_THAT(path_sentence(without_a_processor(100 * milli, 104 * milli), 2),
              EndsWith("would shorten the run by at most about 3.8 %."));
}

/// One thread works alone before a region of two threads.
Trace serial_before(std::int64_t serial_ns) {
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, serial_ns + 60 * milli);
  for (std::size_t thread = 0; thread < 2; ++thread)
    p.run(thread, p.joined("parallel a.c:1", serial, serial_ns, 0), serial_ns, serial_ns + 60 * milli);
  return recorded(p);
}

TEST(OpenMpPath, SerialPartIsTheProgramsOwnIfTheRuntimeStartedFast) {
  Trace trace = serial_before(25 * milli);
  EXPECT_THAT(found_in(trace).at(0).sentence, Not(HasSubstr("make that part parallel")));
  trace.metadata.start_up_ns = 1 * milli;
  EXPECT_THAT(found_in(trace).at(0).sentence,
              EndsWith("(all of that before the first region, at least 1.00 ms of it to start OpenMP); make "
                       "that part parallel, or shorter."));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0U), 0, 25 * milli, 5 * milli, 1, 0, 0}};
  EXPECT_THAT(found_in(trace).at(0).sentence, HasSubstr("may be the process's start"))
      << "the system may have read the program meanwhile";
  trace.metadata.start_up_ns = 12 * milli;
  EXPECT_THAT(found_in(trace).at(0).sentence, Not(HasSubstr("make that part parallel")));
}

TEST(OpenMpPath, TypesOfOneFunctionAreAddedUp) {
  Program p = busy_region(1 * milli);
  for (std::int64_t i = 0; i < 10; ++i) {
    const std::string type = i < 6 ? "a.c:3 fib" : "a.c:4 fib";
    p.run(1, p.task(type, TaskId(1U), 0), i * 90 * micro, (i + 1) * 90 * micro);
    p.run(0, p.task(type, TaskId(1U), 0), i * 90 * micro, (i + 1) * 90 * micro);
  }
  const std::vector<Finding> found = found_in(recorded(p));
  EXPECT_THAT(
      found.back().sentence,
      HasSubstr("`a.c:3 fib` took 54.0 % of the busy time (all tasks that call fib together: 90.0 %)"));
}

}  // namespace
}  // namespace gusset::traces
