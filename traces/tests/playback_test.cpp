#include "gusset/traces/playback.hpp"

#include <gmock/gmock.h>

#include <random>
#include <set>

#include "gusset/traces/task_waits.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::trace_from_text;

Playback playback_of(const std::shared_ptr<const Trace>& trace) {
  return Playback(trace, std::make_shared<const TaskTimes>(task_times(*trace)), TaskGraph(*trace));
}

// Tasks: a 0, then b1 1 and b2 2 at once, then d 3. Times count thousands.
constexpr const char* diamond = R"(
  aabbb.dd
  ..bb....
  a1: write x@0
  b1: read x@1, write p@0
  b2: read x@1, write q@0
  d1: read p@1, read q@1
)";

TEST(Playback, EventsAreWhereTasksBeginAndEnd) {
  const Playback playback = playback_of(trace_from_text(diamond));
  EXPECT_THAT(playback.events(0, 100'000, 100), ElementsAre(0, 2000, 4000, 5000, 6000, 8000));
  EXPECT_THAT(playback.events(2000, 5000, 100), ElementsAre(2000, 4000, 5000));
  EXPECT_THAT(playback.events(0, 100'000, 2), ElementsAre(0, 2000));
  EXPECT_EQ(playback.end_ns(), 8000);
}

TEST(Playback, StepsGoForwardAndBackAlongTheEvents) {
  const Playback playback = playback_of(trace_from_text(diamond));
  EXPECT_EQ(playback.next_event(-1), 0);
  EXPECT_EQ(playback.next_event(0), 2000);
  EXPECT_EQ(playback.next_event(1999), 2000);
  EXPECT_EQ(playback.next_event(8000), std::nullopt);
  EXPECT_EQ(playback.previous_event(8001), 8000);
  EXPECT_EQ(playback.previous_event(8000), 6000);
  EXPECT_EQ(playback.previous_event(0), std::nullopt);
}

TEST(Playback, ATaskRunsFromItsBeginUpToItsEnd) {
  const Playback playback = playback_of(trace_from_text(diamond));
  EXPECT_EQ(playback.running(WorkerId(0), -1), TaskId());
  EXPECT_EQ(playback.running(WorkerId(0), 0), TaskId(0));
  EXPECT_EQ(playback.running(WorkerId(0), 1999), TaskId(0));
  EXPECT_EQ(playback.running(WorkerId(0), 2000), TaskId(1));
  EXPECT_EQ(playback.running(WorkerId(1), 3999), TaskId(2));
  EXPECT_EQ(playback.running(WorkerId(1), 4000), TaskId());
  EXPECT_EQ(playback.running(WorkerId(0), 5500), TaskId());
}

TEST(Playback, CountsTellWaitingReadyRunningAndDoneApart) {
  const Playback playback = playback_of(trace_from_text(diamond));
  EXPECT_EQ(playback.counts(1000), (PlaybackCounts{3, 0, 1, 0}));
  EXPECT_EQ(playback.counts(2000), (PlaybackCounts{1, 0, 2, 1}));
  EXPECT_EQ(playback.counts(5500), (PlaybackCounts{0, 1, 0, 3})) << "d waits for nothing but a worker";
  EXPECT_EQ(playback.counts(8000), (PlaybackCounts{0, 0, 0, 4}));
}

TEST(Playback, ReadyTasksStandWithTheWorkerThatRunsThem) {
  const Playback playback = playback_of(trace_from_text(R"(
    aabbcc..
    dd......
    a1: write x@0 [ready 0]
    b1: write y@0 [ready 1]
    c1: write z@0 [ready 0]
    d1: write w@0 [ready 0]
  )"));
  ASSERT_TRUE(playback.knows_ready());
  EXPECT_EQ(playback.ready_count(WorkerId(0), 500), 1U);
  EXPECT_THAT(playback.ready_tasks(WorkerId(0), 500, 10), ElementsAre(TaskId(3))) << "b is not ready yet";
  EXPECT_THAT(playback.ready_tasks(WorkerId(0), 1000, 10), ElementsAre(TaskId(2), TaskId(3)))
      << "in the order in which they begin";
  EXPECT_THAT(playback.ready_tasks(WorkerId(0), 1000, 1), ElementsAre(TaskId(2)));
  EXPECT_EQ(playback.ready_count(WorkerId(1), 1000), 0U);
  EXPECT_THAT(playback.ready_tasks(WorkerId(0), 4000, 10), IsEmpty());
}

TEST(Playback, WithoutAGraphNothingIsKnownToBeReady) {
  const Playback playback = playback_of(trace_from_text("aabb"));
  EXPECT_FALSE(playback.knows_ready());
  EXPECT_EQ(playback.counts(1000), (PlaybackCounts{1, 0, 1, 0}));
  EXPECT_THAT(playback.ready_tasks(WorkerId(0), 1000, 10), IsEmpty());
}

TEST(Playback, AnEmptyTraceHasNoEvents) {
  const Playback playback = playback_of(std::make_shared<const Trace>());
  EXPECT_EQ(playback.next_event(-1), std::nullopt);
  EXPECT_EQ(playback.previous_event(1), std::nullopt);
  EXPECT_EQ(playback.counts(0), PlaybackCounts());
}

// Independent tasks on two workers, several hundred each, so that blocks count; some are ready long before.
std::shared_ptr<const Trace> busy_trace(std::uint32_t seed) {
  std::mt19937 random(seed);
  auto trace = std::make_shared<Trace>();
  trace->types = {"a"};
  trace->nodes.resize(1);
  trace->recorded.ready = true;
  for (std::size_t worker = 0; worker < 2; ++worker) {
    trace->workers.push_back({NodeId(0), "w"});
    trace->lanes.push_back({WorkerId(worker), {}});
    std::int64_t time_ns = 0;
    for (int i = 0; i < 400; ++i) {
      const std::int64_t begin_ns = time_ns + static_cast<std::int64_t>(random() % 20);
      const std::int64_t end_ns = begin_ns + static_cast<std::int64_t>(random() % 30);
      trace->lanes.back().spans.push_back(begin_ns, end_ns, TaskId(trace->tasks.size()), SpanKind::run);
      trace->tasks.type.push_back(TypeId(0));
      const auto earlier = static_cast<std::int64_t>(random() % (random() % 4 == 0 ? 9000 : 40));
      trace->tasks.ready_ns.push_back(std::max<std::int64_t>(0, begin_ns - earlier));
      time_ns = end_ns;
    }
  }
  return trace;
}

TEST(Playback, AgreesWithALookAtEveryTask) {
  for (const std::uint32_t seed : {1U, 2U, 3U}) {
    SCOPED_TRACE(seed);
    const auto trace = busy_trace(seed);
    const TaskTimes times = task_times(*trace);
    const Playback playback = playback_of(trace);
    std::set<std::int64_t> events(times.begin_ns.begin(), times.begin_ns.end());
    events.insert(times.end_ns.begin(), times.end_ns.end());
    EXPECT_EQ(playback.events(INT64_MIN, INT64_MAX, 10'000),
              std::vector<std::int64_t>(events.begin(), events.end()));
    for (std::int64_t time_ns = -1; time_ns <= playback.end_ns() + 1; time_ns += 7) {
      PlaybackCounts counts;
      for (std::size_t worker = 0; worker < 2; ++worker) {
        TaskId running;
        std::vector<TaskId> ready;
        for (std::size_t i = worker * 400; i < worker * 400 + 400; ++i) {
          const bool is_begun = times.begin_ns[i] <= time_ns;
          const bool is_done = times.end_ns[i] <= time_ns;
          const bool is_ready = !is_begun && trace->tasks.ready_ns[i] <= time_ns;
          if (is_begun && !is_done) running = TaskId(i);
          if (is_ready) ready.push_back(TaskId(i));
          ++(is_done ? counts.done : is_begun ? counts.running : is_ready ? counts.ready : counts.waiting);
        }
        ASSERT_EQ(playback.running(WorkerId(worker), time_ns), running) << time_ns;
        ASSERT_EQ(playback.ready_count(WorkerId(worker), time_ns), ready.size()) << time_ns;
        ASSERT_EQ(playback.ready_tasks(WorkerId(worker), time_ns, 1000), ready) << time_ns;
      }
      ASSERT_EQ(playback.counts(time_ns), counts) << time_ns;
    }
  }
}

TEST(Playback, StatesAddUpOnAnyTrace) {
  for (const std::uint64_t seed : {11U, 12U, 13U, 14U}) {
    SCOPED_TRACE(seed);
    const auto trace = testing::random_trace({.seed = seed, .nodes = seed % 2 + 1});
    const Playback playback = playback_of(trace);
    for (const std::int64_t time_ns : playback.events(INT64_MIN, INT64_MAX, 200)) {
      const PlaybackCounts counts = playback.counts(time_ns);
      EXPECT_EQ(counts.waiting + counts.ready + counts.running + counts.done, trace->tasks.size());
      EXPECT_LE(counts.ready, trace->tasks.size());
    }
  }
}

}  // namespace
}  // namespace gusset::traces
