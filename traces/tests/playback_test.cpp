#include "gusset/traces/analysis/time/playback.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>

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

// Tasks: a is 0, then b1 (1) and b2 (2) run concurrently, then d (3). Times are in thousands.
constexpr const char* diamond = R"(
  aabbb.dd
  ..bb....
  a1: write x@0
  b1: read x@1, write p@0
  b2: read x@1, write q@0
  d1: read p@1, read q@1
)";

TEST(Playback, EventsAreStartsAndEndsOfTasks) {
  const Playback playback = playback_of(trace_from_text(diamond));
  EXPECT_THAT(playback.events(0, 100'000, 100), ElementsAre(0, 2000, 4000, 5000, 6000, 8000));
  EXPECT_THAT(playback.events(2000, 5000, 100), ElementsAre(2000, 4000, 5000));
  EXPECT_THAT(playback.events(0, 100'000, 2), ElementsAre(0, 2000));
  EXPECT_EQ(playback.end_ns(), 8000);
}

TEST(Playback, StepsForwardAndBackThroughEvents) {
  const Playback playback = playback_of(trace_from_text(diamond));
  EXPECT_EQ(playback.next_event(-1), 0);
  EXPECT_EQ(playback.next_event(0), 2000);
  EXPECT_EQ(playback.next_event(1999), 2000);
  EXPECT_EQ(playback.next_event(8000), std::nullopt);
  EXPECT_EQ(playback.previous_event(8001), 8000);
  EXPECT_EQ(playback.previous_event(8000), 6000);
  EXPECT_EQ(playback.previous_event(0), std::nullopt);
}

TEST(Playback, TaskRunsFromItsStartUntilItsEnd) {
  const Playback playback = playback_of(trace_from_text(diamond));
  EXPECT_EQ(playback.running(WorkerId(0), -1), TaskId());
  EXPECT_EQ(playback.running(WorkerId(0), 0), TaskId(0));
  EXPECT_EQ(playback.running(WorkerId(0), 1999), TaskId(0));
  EXPECT_EQ(playback.running(WorkerId(0), 2000), TaskId(1));
  EXPECT_EQ(playback.running(WorkerId(1), 3999), TaskId(2));
  EXPECT_EQ(playback.running(WorkerId(1), 4000), TaskId());
  EXPECT_EQ(playback.running(WorkerId(0), 5500), TaskId());
}

TEST(Playback, CountsWaitingReadyRunningAndDoneTasks) {
  const Playback playback = playback_of(trace_from_text(diamond));
  EXPECT_EQ(playback.counts(1000), (PlaybackCounts{.waiting = 3, .running = 1, .busy_workers = 1}));
  EXPECT_EQ(playback.counts(2000),
            (PlaybackCounts{.waiting = 1, .running = 2, .done = 1, .busy_workers = 2}));
  EXPECT_EQ(playback.counts(5500), (PlaybackCounts{.ready = 1, .done = 3}))
      << "d waits for nothing but a worker";
  EXPECT_EQ(playback.counts(8000), (PlaybackCounts{.done = 4}));
}

TEST(Playback, ReadyTasksBelongToTheWorkerThatRunsThem) {
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

TEST(Playback, ReadinessIsUnknownWithoutAGraph) {
  const Playback playback = playback_of(trace_from_text("aabb"));
  EXPECT_FALSE(playback.knows_ready());
  EXPECT_EQ(playback.counts(1000), (PlaybackCounts{.waiting = 1, .running = 1, .busy_workers = 1}));
  EXPECT_THAT(playback.ready_tasks(WorkerId(0), 1000, 10), IsEmpty());
}

TEST(Playback, EmptyTraceHasNoEvents) {
  const Playback playback = playback_of(std::make_shared<const Trace>());
  EXPECT_EQ(playback.next_event(-1), std::nullopt);
  EXPECT_EQ(playback.previous_event(1), std::nullopt);
  EXPECT_EQ(playback.counts(0), PlaybackCounts());
}

// Independent tasks on two workers, several hundred each, so that blocks matter. Some are ready long before
// they run.
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

TEST(Playback, AgreesWithBruteForce) {
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
        if (!running.is_none()) ++counts.busy_workers;
        ASSERT_EQ(playback.running(WorkerId(worker), time_ns), running) << time_ns;
        ASSERT_EQ(playback.ready_count(WorkerId(worker), time_ns), ready.size()) << time_ns;
        ASSERT_EQ(playback.ready_tasks(WorkerId(worker), time_ns, 1000), ready) << time_ns;
      }
      ASSERT_EQ(playback.counts(time_ns), counts) << time_ns;
    }
  }
}

// Runs that nest, cross between the two lanes of each of two workers, and later resume elsewhere.
class TangledTrace {
 public:
  TangledTrace(std::uint32_t seed, std::int64_t length_ns) : random_(seed) {
    trace_->types = {"a"};
    trace_->nodes.resize(1);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      if (lane % 2 == 0) trace_->workers.push_back({NodeId(0), "w"});
      trace_->lanes.push_back({WorkerId(lane / 2), {}});
      fill(trace_->lanes.back().spans, 0, length_ns, 0);
    }
  }

  std::shared_ptr<const Trace> trace() const { return trace_; }

 private:
  std::int64_t below(std::int64_t bound) { return static_cast<std::int64_t>(random_()) % bound; }

  TaskId some_task() {
    if (trace_->tasks.size() > 0 && below(3) == 0) return TaskId(random_() % trace_->tasks.size());
    if (below(10) == 0) return TaskId();
    trace_->tasks.type.push_back(TypeId(0));
    return TaskId(trace_->tasks.size() - 1);
  }

  SpanKind some_kind() {
    const std::int64_t kind = below(12);
    return kind == 0 ? SpanKind::wait : kind == 1 ? SpanKind::submit : SpanKind::run;
  }

  void fill(SpanColumns& spans, std::int64_t begin_ns, std::int64_t end_ns, int depth) {
    for (std::int64_t time_ns = begin_ns + below(8);; time_ns += below(8)) {
      const std::int64_t until_ns = time_ns + below(40);
      if (until_ns > end_ns) return;
      spans.push_back(time_ns, until_ns, some_task(), some_kind());
      if (depth < 3 && below(2) == 0) fill(spans, time_ns, until_ns, depth + 1);
      time_ns = until_ns;
    }
  }

  std::mt19937 random_;
  std::shared_ptr<Trace> trace_ = std::make_shared<Trace>();
};

enum class TaskState { waiting, running, suspended, done };

// Computed by examining every span.
struct Moment {
  Moment(const Trace& trace, std::int64_t time_ns)
      : states(trace.tasks.size(), TaskState::waiting), running(trace.workers.size()) {
    std::vector<bool> has_later_end(states.size());
    std::vector<std::int64_t> begin_ns(running.size(), unknown_time);
    std::vector<TaskId> run;
    for (const Lane& lane : trace.lanes) {
      std::optional<std::size_t> innermost;
      for (std::size_t i = 0; i < lane.spans.size(); ++i) {
        const bool is_open = lane.spans.begin_ns[i] <= time_ns && lane.spans.end_ns[i] > time_ns;
        if (is_open && lane.spans.kind[i] != SpanKind::submit) innermost = i;
        const TaskId task = lane.spans.task[i];
        if (lane.spans.kind[i] != SpanKind::run || task.is_none()) continue;
        if (lane.spans.end_ns[i] > time_ns) has_later_end[task.value()] = true;
        if (lane.spans.begin_ns[i] <= time_ns) states[task.value()] = TaskState::done;
      }
      if (!innermost || lane.spans.kind[*innermost] != SpanKind::run) continue;
      if (lane.spans.task[*innermost].is_none()) continue;
      run.push_back(lane.spans.task[*innermost]);
      const std::size_t worker = lane.worker.value();
      if (!running[worker].is_none() && lane.spans.begin_ns[*innermost] <= begin_ns[worker]) continue;
      running[worker] = run.back();
      begin_ns[worker] = lane.spans.begin_ns[*innermost];
    }
    for (std::size_t task = 0; task < states.size(); ++task) {
      if (states[task] != TaskState::waiting && has_later_end[task]) states[task] = TaskState::suspended;
    }
    for (const TaskId task : run) states[task.value()] = TaskState::running;
  }

  PlaybackCounts counts() const {
    const auto of = [this](TaskState state) {
      return static_cast<std::uint64_t>(std::count(states.begin(), states.end(), state));
    };
    const auto idle = std::count(running.begin(), running.end(), TaskId());
    return {.waiting = of(TaskState::waiting),
            .running = of(TaskState::running),
            .suspended = of(TaskState::suspended),
            .done = of(TaskState::done),
            .busy_workers = running.size() - static_cast<std::uint64_t>(idle)};
  }

  std::vector<TaskState> states;
  std::vector<TaskId> running;  // for each worker: the task of the run that began last
};

TEST(Playback, NestedAndResumedRunsAgreeWithBruteForce) {
  for (const std::uint32_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    SCOPED_TRACE(seed);
    const auto trace = TangledTrace(seed, 600).trace();
    const Playback playback = playback_of(trace);
    const auto events = playback.events(INT64_MIN, INT64_MAX, 100'000);
    Moment before(*trace, -2);
    for (std::int64_t time_ns = -1; time_ns <= playback.end_ns() + 1; ++time_ns) {
      const Moment moment(*trace, time_ns);
      ASSERT_EQ(playback.counts(time_ns), moment.counts()) << time_ns;
      for (std::size_t worker = 0; worker < 2; ++worker)
        ASSERT_EQ(playback.running(WorkerId(worker), time_ns), moment.running[worker]) << time_ns;
      const bool is_event = std::binary_search(events.begin(), events.end(), time_ns);
      ASSERT_TRUE(is_event || moment.states == before.states) << time_ns;
      before = moment;
    }
  }
}

TEST(Playback, FindsTheRunningTaskAmongThousandsOfRuns) {
  const auto trace = TangledTrace(7, 120'000).trace();
  ASSERT_GT(trace->lanes[0].spans.size(), 64U * 64U);
  const Playback playback = playback_of(trace);
  for (std::int64_t time_ns = 0; time_ns <= playback.end_ns(); time_ns += 997) {
    const Moment moment(*trace, time_ns);
    ASSERT_EQ(playback.counts(time_ns), moment.counts()) << time_ns;
    ASSERT_EQ(playback.running(WorkerId(1), time_ns), moment.running[1]) << time_ns;
  }
}

// One run around more than 64² short, disjoint runs.
TEST(Playback, FindsTheParentOfThousandsOfRuns) {
  auto trace = std::make_shared<Trace>();
  trace->types = {"a"};
  trace->nodes.resize(1);
  trace->workers.push_back({NodeId(0), "w"});
  trace->lanes.push_back({WorkerId(0), {}});
  const auto add = [&](std::int64_t begin_ns, std::int64_t end_ns) {
    trace->lanes[0].spans.push_back(begin_ns, end_ns, TaskId(trace->tasks.size()), SpanKind::run);
    trace->tasks.type.push_back(TypeId(0));
  };
  add(0, 100'000);
  for (int i = 0; i < 9000; ++i) add(10 * i, 10 * i + 5);
  const Playback playback = playback_of(trace);
  EXPECT_EQ(playback.running(WorkerId(0), 89'994), TaskId(9000));
  EXPECT_EQ(playback.running(WorkerId(0), 89'995), TaskId(0));
  EXPECT_EQ(playback.running(WorkerId(0), 45'007), TaskId(0));
  EXPECT_EQ(playback.running(WorkerId(0), 100'000), TaskId());
  EXPECT_EQ(playback.counts(89'994),
            (PlaybackCounts{.running = 1, .suspended = 1, .done = 8999, .busy_workers = 1}));
}

TEST(Playback, SuspensionsAndResumptionsAreEvents) {
  const auto trace = std::make_shared<Trace>(*trace_from_text("aab.cc"));
  trace->lanes[0].spans.task[2] = trace->lanes[0].spans.task[0];  // c becomes a, which resumes
  const Playback playback = playback_of(trace);
  EXPECT_THAT(playback.events(0, 100'000, 100), ElementsAre(0, 2000, 3000, 4000, 6000));
  EXPECT_EQ(playback.previous_event(4500), 4000);
  EXPECT_EQ(playback.counts(3500), (PlaybackCounts{.waiting = 1, .suspended = 1, .done = 1}));
  EXPECT_EQ(playback.running(WorkerId(0), 3500), TaskId());
  EXPECT_EQ(playback.running(WorkerId(0), 4000), TaskId(0));
}

TEST(Playback, StatesAddUpToAllTasks) {
  for (const std::uint64_t seed : {11U, 12U, 13U, 14U}) {
    SCOPED_TRACE(seed);
    const auto trace = testing::random_trace({.seed = seed, .nodes = seed % 2 + 1});
    const Playback playback = playback_of(trace);
    for (const std::int64_t time_ns : playback.events(INT64_MIN, INT64_MAX, 200)) {
      const PlaybackCounts counts = playback.counts(time_ns);
      EXPECT_EQ(counts.waiting + counts.ready + counts.running + counts.suspended + counts.done,
                trace->tasks.size());
      EXPECT_LE(counts.ready, trace->tasks.size());
    }
  }
}

}  // namespace
}  // namespace gusset::traces
