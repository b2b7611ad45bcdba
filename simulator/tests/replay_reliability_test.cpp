// Predictions of fork-join programs say when the trace does not explain the recorded run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::simulator {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using traces::SpanKind;
using traces::TaskId;

/// A thread that runs its part of a parallel region for 1 ms, of which it waits `waited_ns` for nothing.
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

TEST(ReplayReliability, LoopOfTinyChunksIsNotReliable) {
  traces::Trace trace = region_with_wait(0);
  trace.recorded.worksharing = true;
  traces::Worksharing& work = trace.worksharing;
  work.constructs.push_back(
      {"a.c:3", traces::WorkConstruct::Kind::loop, traces::WorkConstruct::Schedule::dynamic});
  work.executions.push_back({.region = 0});
  work.shares.push_back({0, TaskId(0), 200'000, 900'000, traces::unknown_iterations, 10'000});
  EXPECT_THAT(doubts_of(trace, {}),
              ElementsAre(::testing::StartsWith("chunks of the loop at a.c:3 take 70")));
  work.shares[0].chunks = 100;
  EXPECT_THAT(doubts_of(trace, {}), IsEmpty());
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
  EXPECT_THAT(doubts_of(trace, two), ElementsAre(undivided)) << "10 % are outside of it";
}

TEST(ReplayReliability, RunWithTimeThatNoTaskExplainsIsNot) {
  const std::string doubt =
      "the recorded run took 1.00 ms, but takes 600 µs when it is replayed unchanged on its 1 thread";
  EXPECT_THAT(doubts_of(region_with_wait(400'000), {}), ElementsAre(doubt));
  ReplayInputs scaled;
  scaled.scale["parallel a.c:1"] = 2.0;
  EXPECT_THAT(doubts_of(region_with_wait(400'000), scaled), ElementsAre(doubt)) << "of the recorded run";
}

}  // namespace
}  // namespace gusset::simulator
