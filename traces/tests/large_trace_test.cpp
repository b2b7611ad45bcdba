#include <gtest/gtest.h>
#include <sched.h>

#include "gus_file.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/nesting.hpp"
#include "gusset/traces/model/validate.hpp"
#include "random_trace.hpp"

namespace gusset::traces {
namespace {

/// Binds the calling thread to one processor, so that all work runs on this thread.
class OneProcessor {
 public:
  OneProcessor() {
    EXPECT_EQ(sched_getaffinity(0, sizeof before_, &before_), 0);
    unsigned first = 0;
    while (!CPU_ISSET(first, &before_)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    EXPECT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_{};
};

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
  const OneProcessor one;
  const IdleTime alone = idle_time(large_trace(), graph);
  EXPECT_EQ(idle.workers, alone.workers);
  EXPECT_EQ(idle.nodes, alone.nodes);
  EXPECT_EQ(idle.longest, alone.longest);
  EXPECT_EQ(idle.awaited_from_ns, alone.awaited_from_ns);
}

TEST(LargeTrace, CriticalPathDoesNotDependOnThreads) {
  const TaskGraph graph(large_trace());
  const CriticalPath path = critical_path(large_trace(), graph);
  const OneProcessor one;
  const CriticalPath alone = critical_path(large_trace(), graph);
  ASSERT_TRUE(path.bound && path.chain && alone.bound && alone.chain);
  EXPECT_EQ(path.bound->slack_ns, alone.bound->slack_ns);
  EXPECT_EQ(path.bound->bound.length_ns, alone.bound->bound.length_ns);
  EXPECT_EQ(path.chain->links, alone.chain->links);
}

}  // namespace
}  // namespace gusset::traces
