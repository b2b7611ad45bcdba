#include "gusset/traces/analysis/causes/idle_history.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::random_trace;
using testing::trace_from_text;

TEST(IdleHistory, KnowsTimesAndCauses) {
  const auto trace = trace_from_text(R"(
    aa....bb
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 5] [ready 5]
  )",
                                     1);
  IdleHistory history;
  const IdleTime idle = idle_time(*trace, TaskGraph(*trace), history);
  const auto stretches = history.stretches(WorkerId(0u));
  ASSERT_EQ(stretches.size(), 2U);
  EXPECT_EQ(stretches[0].cause(), IdleCause::unsubmitted);
  EXPECT_EQ(stretches[0].begin_ns(), 2);
  EXPECT_EQ(stretches[0].end_ns(), 5);
  EXPECT_EQ(stretches[1].cause(), IdleCause::ready_not_taken);
  EXPECT_EQ(history.parts(WorkerId(0u), 4, 6).of(IdleCause::unsubmitted), 1);
  EXPECT_EQ(history.parts(WorkerId(0u), 4, 6).of(IdleCause::ready_not_taken), 1);
  EXPECT_EQ(idle.longest_of(IdleCause::unsubmitted), (IdleStretch{WorkerId(0u), 2, 5}));
  EXPECT_TRUE(idle.longest_of(IdleCause::message).worker.is_none());
}

// The picture of idle time and its figures come from the same stretches.
TEST(IdleHistory, StretchesSumToTheTotalsOnRandomTraces) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const auto trace =
        random_trace({.seed = seed, .tasks = 40 * seed, .nodes = 1 + seed % 3, .adds = seed % 2 == 0});
    const TaskGraph graph(*trace);
    IdleHistory history;
    const IdleTime idle = idle_time(*trace, graph, history);
    EXPECT_EQ(idle.workers, idle_time(*trace, graph).workers);
    ASSERT_EQ(history.workers(), trace->workers.size());
    std::array<std::int64_t, idle_causes> longest{};
    for (std::size_t w = 0; w < history.workers(); ++w) {
      const WorkerId worker(w);
      EXPECT_EQ(history.parts(worker, 0, idle.makespan_ns), idle.workers[w]);
      std::int64_t last_ns = 0;
      IdleParts before_middle;
      const std::int64_t middle_ns = idle.makespan_ns / 3;
      for (const IdleHistory::Stretch& stretch : history.stretches(worker)) {
        EXPECT_LT(stretch.begin_ns(), stretch.end_ns());
        EXPECT_GE(stretch.begin_ns(), last_ns);
        last_ns = stretch.end_ns();
        before_middle.of(stretch.cause()) +=
            std::max<std::int64_t>(0, std::min(middle_ns, stretch.end_ns()) - stretch.begin_ns());
        auto& most = longest[static_cast<std::size_t>(stretch.cause())];
        most = std::max(most, stretch.end_ns() - stretch.begin_ns());
      }
      EXPECT_LE(last_ns, idle.makespan_ns);
      EXPECT_EQ(history.before(worker, middle_ns), before_middle);
    }
    for (std::size_t cause = 0; cause < idle_causes; ++cause)
      EXPECT_EQ(idle.longest[cause].end_ns - idle.longest[cause].begin_ns, longest[cause]);
  }
}

TEST(IdleHistory, EmptyTraceHasNone) {
  IdleHistory history;
  idle_time(Trace{}, TaskGraph(Trace{}), history);
  EXPECT_EQ(history.workers(), 0U);
}

}  // namespace
}  // namespace gusset::traces
