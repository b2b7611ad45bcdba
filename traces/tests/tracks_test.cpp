#include "gusset/traces/analysis/time/tracks.hpp"

#include <gtest/gtest.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

const Track* find(const std::vector<Track>& all, Track::Kind kind) {
  for (const Track& track : all) {
    if (track.kind == kind) return &track;
  }
  return nullptr;
}

TEST(Tracks, RunningTasksAreLimitedByTheWorkers) {
  const auto trace = testing::trace_from_text("aa..\nbbb.", 100);
  const std::vector<Track> all = tracks(*trace);
  ASSERT_EQ(all.size(), 1U) << "nothing else was recorded";
  EXPECT_EQ(all[0].limit, 2.0);
  EXPECT_EQ(all[0].series.at(150), 2.0);
  EXPECT_EQ(all[0].series.at(250), 1.0);
  EXPECT_EQ(all[0].series.at(350), 0.0);
}

TEST(Tracks, ReadyTasksCountFromReadyToStart) {
  const auto trace = testing::trace_from_text(R"(
    aaaa.bb
    ...cc..
    a1: write x@0 [submit 0] [ready 0]
    b1: write y@0 [submit 0] [ready 2]
    c1: write z@0 [submit 0] [ready 1]
  )",
                                              100);
  const std::vector<Track> all = tracks(*trace);
  const Track* ready = find(all, Track::Kind::ready);
  ASSERT_NE(ready, nullptr);
  EXPECT_EQ(ready->series.at(50), 0.0);
  EXPECT_EQ(ready->series.at(150), 1.0);
  EXPECT_EQ(ready->series.at(250), 2.0);
  EXPECT_EQ(ready->series.at(350), 1.0);
  EXPECT_EQ(ready->series.at(550), 0.0);
}

TEST(Tracks, MessagesAreInFlightFromSendToReceive) {
  const auto trace = testing::trace_from_text(R"(
    n0/w0: aa......
    n1/w0: .....bb.
    x: 800 bytes on n0
    message x@1 n0->n1 2 5
  )",
                                              100);
  const std::vector<Track> all = tracks(*trace);
  const Track* flight = find(all, Track::Kind::bytes_in_flight);
  ASSERT_NE(flight, nullptr);
  EXPECT_EQ(flight->unit, "B");
  EXPECT_EQ(flight->series.at(300), 800.0);
  EXPECT_EQ(flight->series.at(500), 0.0);
}

TEST(Tracks, EachCounterIsATrack) {
  auto trace = *testing::trace_from_text("aa", 100);
  trace.counters.push_back({"memory", "B", NodeId(0), {0, 100}, {5.0, 7.0}});
  const std::vector<Track> all = tracks(trace);
  const Track* counter = find(all, Track::Kind::counter);
  ASSERT_NE(counter, nullptr);
  EXPECT_EQ(counter->name, "memory");
  EXPECT_EQ(counter->series.at(100), 7.0);
}

}  // namespace
}  // namespace gusset::traces
