#include <gtest/gtest.h>

#include "gus_file.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/nesting.hpp"
#include "gusset/traces/model/validate.hpp"
#include "one_processor.hpp"
#include "random_trace.hpp"

namespace gusset::traces {
namespace {

/// Has enough tasks and spans for parallel_for to use several threads.
const Trace& large_trace() {
  static const auto trace = testing::random_trace({.seed = 3, .tasks = 140'000, .handles = 3000, .nodes = 2});
  return *trace;
}

TEST(LargeTrace, TablesAreReadInParallel) {
  const auto read = read_gus(testing::bytes_of(large_trace()), "t.gus");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_TRUE(**read == large_trace());
}

TEST(LargeTrace, IsValidAndDoesNotNest) {
  EXPECT_TRUE(validate(large_trace(), "t.gus").ok());
  EXPECT_EQ(Nesting(large_trace()).depths(), 1u);
}

TEST(LargeTrace, IdleTimeDoesNotDependOnThreads) {
  const TaskGraph graph(large_trace());
  const IdleTime idle = idle_time(large_trace(), graph);
  EXPECT_EQ(idle.busy_ns + idle.total.total_ns(),
            idle.makespan_ns * static_cast<std::int64_t>(large_trace().workers.size()));
  const gusset::testing::OneProcessor one;
  const IdleTime alone = idle_time(large_trace(), graph);
  EXPECT_EQ(idle.workers, alone.workers);
  EXPECT_EQ(idle.nodes, alone.nodes);
  EXPECT_EQ(idle.longest, alone.longest);
  EXPECT_EQ(idle.awaited_from_ns, alone.awaited_from_ns);
}

TEST(LargeTrace, CriticalPathDoesNotDependOnThreads) {
  const TaskGraph graph(large_trace());
  const CriticalPath path = critical_path(large_trace(), graph);
  const gusset::testing::OneProcessor one;
  const CriticalPath alone = critical_path(large_trace(), graph);
  ASSERT_TRUE(path.bound && path.chain && alone.bound && alone.chain);
  EXPECT_EQ(path.bound->slack_ns, alone.bound->slack_ns);
  EXPECT_EQ(path.bound->bound.length_ns, alone.bound->bound.length_ns);
  EXPECT_EQ(path.chain->links, alone.chain->links);
}

}  // namespace
}  // namespace gusset::traces
