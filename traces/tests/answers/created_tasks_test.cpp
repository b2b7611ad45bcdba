#include "answers/created_tasks.hpp"

#include <gtest/gtest.h>

#include "answers/region_types.hpp"
#include "fork_join_program.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"

namespace gusset::traces {
namespace {

/// A region of two threads, from 0 to 100. Its first thread creates two tasks; it runs one of them at once,
/// and its second thread runs the other. A third task never runs.
Trace region_with_tasks() {
  testing::ForkJoinProgram p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 120);
  const TaskId parts[2] = {p.joined("part", serial, 0, 0), p.joined("part", serial, 0, 0)};
  p.run(0, parts[0], 0, 100);
  p.run(1, parts[1], 10, 100);
  p.run(0, p.task("inside", parts[0], 20), 20, 50);
  p.run(1, p.task("elsewhere", parts[0], 30), 40, 80);
  p.task("never", parts[0], 90);
  Trace trace = p.trace();
  trace.metadata.runtime = openmp_runtime;
  return trace;
}

CreatedTasks created_in(const Trace& trace) {
  return created_tasks(trace, region_parts(trace), task_times(trace));
}

TEST(CreatedTasks, PartsOfRegionsAndTheSerialProgramDoNotCount) {
  const CreatedTasks created = created_in(region_with_tasks());
  EXPECT_EQ(created.count, 2U);
  EXPECT_EQ(created.longest, TaskId(4));
  EXPECT_EQ(created.at_once, 1U);
}

TEST(CreatedTasks, OnlyForkJoinProgramsSayWhichTasksRanAtOnce) {
  Trace trace = region_with_tasks();
  trace.recorded.fork_join = false;
  trace.fork_join = {};
  trace.metadata.runtime.clear();
  const CreatedTasks created = created_in(trace);
  EXPECT_EQ(created.count, 5U) << "nothing tells the parts and the program from other tasks";
  EXPECT_EQ(created.at_once, 0U);
}

TEST(RegionTypes, RegionsLastFromTheirCreationToTheEndOfTheirLastPart) {
  Trace trace = region_with_tasks();
  trace.tasks.type[2] = trace.tasks.type[1];
  const auto types = region_types(trace, task_times(trace));
  ASSERT_EQ(types.size(), 1U);
  const RegionType& type = types.at(TypeId(1));
  EXPECT_EQ(type.count, 1U);
  EXPECT_EQ(type.median_elapsed_ns, 100);
  EXPECT_EQ(type.usually_lost_ns, 2 * 100 - (100 - 30) - (90 - 40))
      << "without the time of the created tasks";
  EXPECT_TRUE(type.has_tasks);
  trace.recorded.submit = false;
  EXPECT_TRUE(region_types(trace, task_times(trace)).empty());
}

}  // namespace
}  // namespace gusset::traces
