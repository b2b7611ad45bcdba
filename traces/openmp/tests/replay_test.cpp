#include "replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "gusset/traces/analysis/check/check.hpp"
#include "one_thread.hpp"

namespace gusset::ompt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST_F(OneThread, AccessesWaitForTheVersionOfThePreviousGroup) {
  for (const std::uint8_t type : {in, in, inout, mutexinoutset, mutexinoutset, mutexinoutset, out})
    run(part_, {{type, 0x10}});
  const auto trace = finish();
  EXPECT_EQ(versions_of(*trace), "read0 read0 write2 add3 add3 add3 write6 ");
  EXPECT_TRUE(traces::check(*trace).ok());
}

TEST_F(OneThread, InoutsetTasksModifyConcurrently) {
  for (const std::uint8_t type : {inoutset, inoutset, in}) run(part_, {{type, 0x10}});
  EXPECT_EQ(versions_of(*finish()), "inoutset0 inoutset0 read2 ");
}

TEST_F(OneThread, HandleNamedTwiceByATaskIsAccessedOnce) {
  run(part_, {{in, 0x10}, {mutexinoutset, 0x10}});
  run(part_, {{in, 0x10}, {in, 0x10}});
  run(part_, {{in, 0x10}, {in, 0x20}});
  EXPECT_EQ(versions_of(*finish()), "write0 read1 read1 read0 ");
}

TEST_F(OneThread, SameAddressUnderAnotherParentIsADifferentHandle) {
  const Number outer = events_.create(now_, part_);
  events_.change(now_ + 1, part_, outer);
  now_ += 2;
  run(outer, {{out, 0x10}});
  events_.end(now_++, outer, part_);
  run(part_, {{out, 0x10}});
  const auto trace = finish();
  EXPECT_EQ(trace->handles.size(), 2U);
  EXPECT_EQ(versions_of(*trace), "write0 write0 ");
}

TEST_F(OneThread, DependenceOfUnknownTypeWaitsForEverything) {
  run(part_, {{in, 0x10}});
  run(part_, {{99, 0x10}});
  EXPECT_EQ(versions_of(*finish()), "read0 write1 ");
}

TEST_F(OneThread, DependenceOfNoTaskHasNoEffect) {
  events_.depend(Number(), in, 0x10);
  run(part_, {{in, 0x10}});
  events_.depend(Number(), out, 0x10);
  EXPECT_EQ(versions_of(*finish()), "read0 ");
}

TEST_F(OneThread, TypesAreCallSitesOrFixedNames) {
  run(part_, {});
  events_.create(now_, part_, is_taskwait | undeferred, 0x300);
  const auto trace = finish();
  EXPECT_THAT(trace->types, ElementsAre("serial", "parallel p256", "p512", "taskwait p768"));
  EXPECT_THAT(trace->tasks.parent,
              ElementsAre(traces::TaskId(), traces::TaskId(0), traces::TaskId(1), traces::TaskId(1)));
}

TEST_F(OneThread, RunsNestInTaskwait) {
  const Number outer = events_.create(20, part_);
  events_.change(30, part_, outer);
  const Number inner = events_.create(40, outer);
  events_.wait(50, outer);
  events_.change(60, outer, inner);
  events_.end(70, inner, outer);
  events_.wait_end(75, outer);
  events_.end(80, outer, part_);
  EXPECT_THAT(spans_of(*finish(), 0),
              ElementsAre("run 0 0-1010", "run 1 10-1000", "run 2 30-80", "wait 2 50-75", "run 3 60-70"));
}

TEST_F(OneThread, UndeferredTaskTakesTheDependencesOfThePrecedingWait) {
  run(part_, {{out, 0x10}});
  const Number wait = events_.create(30, part_, is_taskwait | undeferred | has_dependences, 0x300);
  events_.depend(wait, in, 0x10);
  events_.change(40, wait, {}, status_taskwait_complete);
  const Number task = events_.create(41, part_, undeferred, 0x400);
  events_.change(42, part_, task);
  events_.end(43, task, part_);
  const auto trace = finish();
  EXPECT_THAT(trace->types, ElementsAre("serial", "parallel p256", "p512", "p768"));
  EXPECT_EQ(versions_of(*trace), "write0 read1 ");
  EXPECT_EQ(trace->tasks.submit_ns[3], 30);
  EXPECT_THAT(spans_of(*trace, 0),
              ElementsAre("run 0 0-1010", "run 1 10-1000", "run 2 21-22", "wait 3 30-40", "run 3 42-43"));
}

TEST_F(OneThread, TaskwaitWithDependencesIsATaskOfZeroLength) {
  run(part_, {{out, 0x10}});
  const Number wait = events_.create(30, part_, is_taskwait | undeferred | has_dependences, 0x300);
  events_.depend(wait, in, 0x10);
  events_.change(40, wait, {}, status_taskwait_complete);
  now_ = 50;
  run(part_, {{out, 0x10}});
  const auto trace = finish();
  EXPECT_EQ(versions_of(*trace), "write0 read1 write2 ");
  EXPECT_THAT(spans_of(*trace, 0)[3], "wait 3 30-40");
  EXPECT_THAT(spans_of(*trace, 0)[4], "run 3 40-40");
}

TEST_F(OneThread, UntiedTasksHaveSeveralRuns) {
  const Number task = events_.create(20, part_);
  events_.change(30, part_, task);
  events_.change(40, task, part_);
  events_.change(50, part_, task);
  events_.end(60, task, part_);
  const auto trace = finish();
  EXPECT_THAT(spans_of(*trace, 0),
              ElementsAre("run 0 0-1010", "run 1 10-1000", "run 2 30-40", "run 2 50-60"));
  EXPECT_THAT(trace->metadata.notes, IsEmpty());
  EXPECT_TRUE(traces::check(*trace).ok());
}

TEST_F(OneThread, MissingTaskEndIsNoted) {
  const Number task = events_.create(20, part_);
  events_.change(30, part_, task);
  events_.wait(40, part_);
  events_.wait_end(50, part_);
  const auto trace = finish();
  EXPECT_THAT(spans_of(*trace, 0)[2], "run 2 30-40");
  EXPECT_THAT(trace->metadata.notes,
              ElementsAre("1 task end not reported: set to when the enclosing task continued"));
}

TEST_F(OneThread, EventOfAnUnknownTaskIsNoted) {
  events_.wait(20, Number(7, 7));
  events_.wait_end(30, Number(7, 7));
  const auto trace = finish();
  EXPECT_THAT(trace->metadata.notes, ElementsAre("1 event of tasks whose creation was not reported"));
}

TEST_F(OneThread, ProcessThatEndedAbruptlyIsNoted) {
  events_.recorded.is_cut = true;
  const auto trace = finish();
  EXPECT_TRUE(trace->metadata.incomplete);
  EXPECT_THAT(
      trace->metadata.notes,
      ElementsAre("the process ended before its OpenMP runtime shut down, by a signal, by exec, or by "
                  "an exit that skips the runtime: the trace ends with the last event"));
}

TEST_F(OneThread, StoppedRecordingNotesWhenItStopped) {
  events_.recorded.is_incomplete = true;
  EXPECT_THAT(finish()->metadata.notes,
              ElementsAre("recording stopped after 1.01 µs, because there was no space for more events: the "
                          "rest of the run is unknown"));
}

TEST_F(OneThread, StoppedRecordingNotesTheTotalTimeIfKnown) {
  events_.recorded.is_incomplete = true;
  events_.recorded.ran_until_ns = 2'500'000;
  EXPECT_THAT(finish()->metadata.notes,
              ElementsAre("recording stopped after 1.01 µs of 2.50 ms, because there was no space for more "
                          "events: the rest of the run is unknown"));
}

TEST(OmptReplay, TaskloopTasksAreNamedAfterTheProgramsCallOnEveryThread) {
  RecordedEvents events;
  events.on(0);
  const Number initial = events.initial(0);
  const Number region = events.region(5, initial);
  const Number part = events.part(5, region);
  events.create(10, part, of_runtime, 0x900);  // before any loop: nothing better is known
  events.create(20, part, of_taskloop, 0x300);
  events.on(1, true);
  events.create(25, part, of_runtime, 0x900);
  events.on(0);
  events.create(30, part, of_taskloop, 0x400);
  events.on(1);
  events.create(35, part, of_runtime, 0x900);
  const auto trace = build(events.finish(50));
  std::vector<std::string> names;
  for (const traces::TypeId type : trace->tasks.type) names.push_back(trace->types[type.value()]);
  EXPECT_THAT(names, ElementsAre("serial", "parallel p256", "p2304", "p768", "p768", "p1024", "p1024"));
}

TEST_F(OneThread, DepthSelectsWhatIsRecorded) {
  run(part_, {{out, 0x10}});
  events_.recorded.depth = Depth::ready;
  const auto ready = finish();
  EXPECT_FALSE(ready->recorded.accesses);
  EXPECT_TRUE(ready->recorded.ready);
  events_.recorded.depth = Depth::spans;
  const auto spans = build(events_.finish(1010));
  EXPECT_FALSE(spans->recorded.submit);
  EXPECT_EQ(spans->lanes[0].spans, ready->lanes[0].spans);
}

TEST_F(OneThread, DeepChainOfParentsIsHandled) {
  Number parent = part_;
  for (int i = 0; i < 100'000; ++i) {
    const Number task = events_.create(20, parent);
    events_.change(20, parent, task);
    parent = task;
  }
  const auto trace = finish();
  EXPECT_EQ(trace->tasks.size(), 100'002U);
  EXPECT_EQ(trace->tasks.parent.back(), traces::TaskId(100'000));
}

TEST(OmptReplay, WorkersPartEndsWithItsRegion) {
  RecordedEvents events;
  const Number initial = events.on(0).initial(0);
  const Number region = events.region(10, initial);
  const Number first = events.part(11, region);
  const Number second = events.on(1, true).part(12, region);
  events.wait(30, second);
  events.on(0).wait(40, first);
  events.wait_end(50, first);
  events.part_end(51, first);
  events.region_end(52, region);
  // The runtime reports this when it uses the worker again, or at the end.
  events.on(1).wait_end(90, second);
  events.part_end(91, second);
  const auto trace = build(events.finish(100));
  EXPECT_THAT(spans_of(*trace, 0), ElementsAre("run 0 0-100", "run 1 11-51", "wait 1 40-50"));
  EXPECT_THAT(spans_of(*trace, 1), ElementsAre("wait - 12-100", "run 2 12-52", "wait 2 30-52"));
}

TEST(OmptReplay, TaskIsReadyWhenItsLastPredecessorEnds) {
  RecordedEvents events;
  const Number initial = events.on(0).initial(0);
  const Number region = events.region(10, initial);
  const Number part = events.part(10, region);
  const Number writer = events.create(20, part, has_dependences);
  events.depend(writer, out, 0x10);
  const Number reader = events.create(21, part, has_dependences);
  events.depend(reader, in, 0x10);
  const Number late = events.on(1, true).part(15, region);
  events.change(25, late, writer);
  events.end(60, writer, late);
  events.on(0).change(70, part, reader);
  events.end(80, reader, part);
  const auto trace = build(events.finish(100));
  EXPECT_THAT(trace->tasks.ready_ns, ElementsAre(0, 10, 10, 20, 60));
  EXPECT_THAT(trace->tasks.submit_ns, ElementsAre(0, 10, 10, 20, 21));
}

TEST(OmptReplay, SuccessorsWaitUntilADetachedTaskIsFulfilled) {
  RecordedEvents events;
  const Number initial = events.on(0).initial(0);
  const Number region = events.region(10, initial);
  const Number part = events.part(10, region);
  const Number detached = events.create(20, part, has_dependences);
  events.depend(detached, out, 0x10);
  const Number reader = events.create(21, part, has_dependences);
  events.depend(reader, in, 0x10);
  events.change(25, part, detached);
  events.change(30, detached, part, status_detach);
  events.change(50, detached, {}, status_late_fulfill);
  events.change(55, part, reader);
  events.end(60, reader, part);
  const auto trace = build(events.finish(100));
  EXPECT_EQ(trace->tasks.ready_ns.back(), 50);
  EXPECT_THAT(spans_of(*trace, 0)[2], "run 2 25-30");
}

TEST(OmptReplay, ReadyTimeIsUnknownIfAPredecessorNeverEnded) {
  RecordedEvents events;
  const Number initial = events.on(0).initial(0);
  const Number region = events.region(10, initial);
  const Number part = events.part(10, region);
  const auto task = [&](std::int64_t time_ns, std::uint8_t type, std::uint64_t address) {
    const Number created = events.create(time_ns, part, has_dependences);
    events.depend(created, type, address);
    return created;
  };
  const Number writer = task(20, out, 0x10);
  task(21, in, 0x10);   // ready at 60, but never started
  task(22, out, 0x10);  // its predecessor never ended
  const Number other = task(23, out, 0x20);
  task(24, in, 0x20);
  events.change(25, part, writer);
  events.end(60, writer, part);
  events.change(70, part, other);
  const auto trace = build(events.finish(100));
  EXPECT_THAT(trace->tasks.ready_ns,
              ElementsAre(0, 10, 20, 60, traces::unknown_time, 23, traces::unknown_time));
}

TEST(OmptReplay, EndsPassThroughTasksOfOneGroup) {
  RecordedEvents events;
  const Number initial = events.on(0).initial(0);
  const Number region = events.region(10, initial);
  const Number part = events.part(10, region);
  std::vector<Number> tasks;
  for (const std::uint8_t type : {out, in, in, out}) {
    tasks.push_back(events.create(20, part, has_dependences));
    events.depend(tasks.back(), type, 0x10);
  }
  std::int64_t time_ns = 30;
  for (const std::size_t i : {0U, 2U, 1U, 3U}) {
    events.change(time_ns, part, tasks[i]);
    events.end(time_ns + 5, tasks[i], part);
    time_ns += 10;
  }
  EXPECT_THAT(build(events.finish(100))->tasks.ready_ns, ElementsAre(0, 10, 20, 35, 35, 55));
}

TEST(OmptReplay, EventAtTheTimeOfAnotherThreadsCreationFollowsIt) {
  RecordedEvents events;
  events.on(1);  // the creator has the higher number
  const Number initial = events.initial(0);
  const Number region = events.region(10, initial);
  const Number part = events.part(10, region);
  const Number other = events.on(0, true).part(10, region);
  const Number task = events.on(1).create(20, part);
  events.on(0).change(20, other, task);
  events.end(30, task, other);
  const auto trace = build(events.finish(100));
  EXPECT_THAT(trace->metadata.notes, IsEmpty());
  EXPECT_EQ(trace->lanes[0].spans.task.back(), traces::TaskId(3));
  EXPECT_EQ(trace->tasks.parent[2], traces::TaskId(0));
}

TEST(OmptReplay, ForkedProcessIgnoresInheritedTasks) {
  RecordedEvents events(3);
  const Number initial = events.on(0).initial(0);
  const Number region = events.region(10, initial);
  const Number part = events.part(10, region);
  events.create(20, Number(0, 2));
  events.part_end(50, part);
  events.region_end(50, region);
  const auto trace = build(events.finish(60));
  EXPECT_TRUE(trace->tasks.parent.back().is_none());
}

TEST(OmptReplay, ProcessWithoutRegionsOrTasksHasNoTrace) {
  RecordedEvents events;
  events.on(0).initial(0);
  EXPECT_EQ(build(events.finish(100)), nullptr);
}

}  // namespace
}  // namespace gusset::ompt
