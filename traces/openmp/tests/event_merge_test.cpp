#include "event_merge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "recorded_events.hpp"

namespace gusset::ompt {
namespace {

using ::testing::ElementsAre;

/// "0:10" for each event: its thread and its time.
std::vector<std::string> order_of(RecordedEvents events) {
  std::vector<std::string> order;
  for (EventMerge merge(events); merge.next();)
    order.push_back(std::to_string(merge.thread()) + ":" + std::to_string(merge.event().time_ns));
  return order;
}

TEST(EventMerge, EventsComeInOrderOfTime) {
  RecordedEvents events;
  for (const std::int64_t time_ns : {1, 2, 6}) events.on(1).add(time_ns, EventKind::thread_end);
  for (const std::int64_t time_ns : {3, 4, 5, 7}) events.on(0).add(time_ns, EventKind::thread_end);
  for (const std::int64_t time_ns : {2, 8}) events.on(3).add(time_ns, EventKind::thread_end);
  EXPECT_THAT(order_of(events), ElementsAre("1:1", "1:2", "3:2", "0:3", "0:4", "0:5", "1:6", "0:7", "3:8"));
}

TEST(EventMerge, NoEventsHaveNoOrder) {
  RecordedEvents events;
  EXPECT_THAT(order_of(events), ElementsAre());
  events.on(2);
  EXPECT_THAT(order_of(events), ElementsAre());
}

TEST(EventMerge, EventsWithoutATimeFollowTheEventBeforeThem) {
  RecordedEvents events;
  const Number task = events.on(1).create(5, Number());
  events.depend(task, 1, 0x10);
  events.depend(task, 1, 0x20);
  for (const std::int64_t time_ns : {4, 5, 6}) events.on(0).add(time_ns, EventKind::thread_end);
  EXPECT_THAT(order_of(events), ElementsAre("0:4", "0:5", "1:5", "1:5", "1:5", "0:6"));
}

TEST(EventMerge, AtEqualTimesItemsAreCreatedBeforeTheyAreNamed) {
  RecordedEvents events;
  events.on(1).add(1, EventKind::initial_begin);
  const Number task = events.create(5, Number(1, 0));
  events.on(0).change(5, Number(), task);
  EXPECT_THAT(order_of(events), ElementsAre("1:1", "1:5", "0:5"));
}

TEST(EventMerge, ItemsThatAreNeverCreatedDoNotStopTheOthers) {
  RecordedEvents events;
  events.on(0).change(5, Number(), Number(1, 7));
  events.on(1).change(5, Number(), Number(0, 7));
  EXPECT_THAT(order_of(events), ElementsAre("0:5", "1:5"));
}

TEST(EventMerge, DecreasingTimesAreRaised) {
  RecordedEvents events;
  for (const std::int64_t time_ns : {5, 3, 7}) events.on(0).add(time_ns, EventKind::thread_end);
  events.on(1).add(4, EventKind::thread_end);
  EXPECT_THAT(order_of(events), ElementsAre("1:4", "0:5", "0:5", "0:7"));
}

TEST(EventMerge, EventsBeyondTheEndOfAnIncompleteRecordingAreDropped) {
  RecordedEvents events;
  for (const std::int64_t time_ns : {5, 9, 6}) events.on(0).add(time_ns, EventKind::thread_end);
  events.on(1).add(7, EventKind::thread_end);
  events.finish(8).recorded.is_incomplete = true;
  EXPECT_THAT(order_of(events), ElementsAre("0:5", "1:7"));
}

TEST(EventMerge, ThreadsWithManyEventsAreReadInParts) {
  RecordedEvents events;
  for (std::int64_t i = 0; i < 50'000; ++i)
    events.on(static_cast<std::size_t>(i % 3)).add(i, EventKind::thread_end);
  std::int64_t expected = 0;
  for (EventMerge merge(events); merge.next(); ++expected)
    ASSERT_EQ(static_cast<std::int64_t>(merge.event().time_ns), expected);
  EXPECT_EQ(expected, 50'000);
}

}  // namespace
}  // namespace gusset::ompt
