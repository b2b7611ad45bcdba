// What threads did beside running tasks: joined tasks, waits, locks and processor time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "one_thread.hpp"

namespace gusset::ompt {
namespace {

using ::testing::ElementsAre;

TEST(OmptReplay, UndeferredTasksOfALoneThreadAreNotJoinedUnlessTheProgramSaysSo) {
  for (const std::uint64_t team : {1U, 2U}) {
    RecordedEvents events;
    const Number initial = events.on(0).initial(0);
    const Number region = events.region(10, initial);
    const Number part = events.part(10, region, team);
    events.create(20, part, undeferred);
    events.create(30, part, undeferred | by_program);
    events.create(40, part);
    std::vector<std::uint32_t> joined;
    const auto trace = build(events.finish(100));
    for (const traces::JoinedTask& task : trace->fork_join.joined) joined.push_back(task.task.value());
    if (team == 1) {
      EXPECT_THAT(joined, ElementsAre(1U, 3U));
    } else {
      EXPECT_THAT(joined, ElementsAre(1U, 2U, 3U));
    }
  }
}

TEST_F(OneThread, ProcessorSampleMayComeBetweenAWaitAndItsTask) {
  const Number wait = events_.create(30, part_, is_taskwait | undeferred | has_dependences, 0x300);
  events_.add(30, EventKind::processor, 5);
  events_.depend(wait, in, 0x10);
  events_.change(40, wait, {}, status_taskwait_complete);
  events_.add(40, EventKind::processor, 9);
  const Number task = events_.create(41, part_, undeferred, 0x400);
  events_.change(42, part_, task);
  events_.end(43, task, part_);
  const auto trace = finish();
  EXPECT_THAT(trace->types, ElementsAre("serial", "parallel p256", "p768"));
  EXPECT_EQ(versions_of(*trace), "read0 ");
  EXPECT_THAT(trace->fork_join.joined, ::testing::SizeIs(1));  // the lone thread defers no task
}

TEST_F(OneThread, WaitForATaskgroupKnowsWhenTheGroupBegan) {
  events_.add(20, EventKind::group_begin, part_.word());
  events_.add(22, EventKind::group_begin, part_.word());
  for (const std::int64_t time_ns : {30, 40}) {
    events_.wait(time_ns, part_, WaitKind::taskgroup);
    events_.wait_end(time_ns + 5, part_);
  }
  const auto trace = finish();
  const auto& waits = trace->fork_join.waits;
  ASSERT_EQ(waits.size(), 2U);
  EXPECT_EQ(waits[0].since_ns, 22);
  EXPECT_EQ(waits[1].since_ns, 20);
}

TEST_F(OneThread, HoldsOfLocksAreSortedByTaskAndBegin) {
  const Number task = events_.create(20, part_);
  events_.add(21, EventKind::lock_place, 0xa, 0x500, static_cast<std::uint8_t>(LockKind::critical));
  events_.change(22, part_, task);
  events_.add(30, EventKind::lock_held, 0xb, 26);
  events_.add(32, EventKind::lock_held, 0xa, 24);
  events_.end(40, task, part_);
  events_.add(50, EventKind::lock_held, 0xb, 45);
  const auto trace = finish();
  EXPECT_THAT(trace->fork_join.locks, ElementsAre("", "critical p1280"));
  std::vector<std::int64_t> begins;
  for (const traces::LockHold& hold : trace->fork_join.holds) begins.push_back(hold.begin_ns);
  EXPECT_THAT(begins, ElementsAre(45, 24, 26));
}

TEST_F(OneThread, DifferencesOfProcessorSamplesAreTheUses) {
  events_.add(100, EventKind::processor, 4, 0x5, 1);
  events_.add(100, EventKind::processor, 1000, std::uint64_t{2} << 32 | 1);
  events_.add(300, EventKind::processor, 1150, std::uint64_t{3} << 32 | 5);
  const auto trace = finish();
  EXPECT_THAT(trace->processor_time.uses,
              ElementsAre(traces::ProcessorUse{traces::WorkerId(0), 100, 300, 150, 1, 4}));
  EXPECT_THAT(trace->processor_time.bindings,
              ElementsAre(traces::Binding{traces::WorkerId(0), 4, "0x5", 0.0}));
}

TEST_F(OneThread, PageFaultsOfAUseAreKnownWithoutItsDelay) {
  events_.add(100, EventKind::processor, unknown_delay, 20, 2);
  events_.add(100, EventKind::processor, 1000, 0);
  events_.add(300, EventKind::processor, unknown_delay, 25, 2);
  events_.add(300, EventKind::processor, 1150, 0);
  const auto trace = finish();
  EXPECT_THAT(trace->processor_time.uses, ElementsAre(traces::ProcessorUse{traces::WorkerId(0), 100, 300, 150,
                                                                           0, 0, traces::unknown_time, 5}));
}

TEST_F(OneThread, DelayOfAUseIsKnownIfBothSamplesHaveIt) {
  const auto sample = [&](std::int64_t time_ns) { events_.add(time_ns, EventKind::processor, 1000, 0); };
  const auto delay = [&](std::int64_t time_ns, std::uint64_t ns) {
    events_.add(time_ns, EventKind::processor, ns, 0, 2);
  };
  delay(100, 40);
  sample(100);
  delay(200, 70);
  sample(200);
  sample(300);
  delay(400, 90);  // its sample is lost
  sample(500);
  delay(600, 95);
  sample(600);
  delay(700, 94);  // impossible: delays never decrease
  sample(700);
  delay(800, 94);
  sample(800);
  std::vector<std::int64_t> delays;
  const auto trace = finish();
  for (const traces::ProcessorUse& use : trace->processor_time.uses) delays.push_back(use.delay_ns);
  const std::int64_t unknown = traces::unknown_time;
  EXPECT_THAT(delays, ElementsAre(30, unknown, unknown, unknown, unknown, 0));
}

}  // namespace
}  // namespace gusset::ompt
