#include "gusset/traces/analysis/time/task_statistics.hpp"

#include <gmock/gmock.h>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::IsEmpty;
using testing::random_trace;
using testing::RandomTrace;
using testing::trace_from_text;

TaskStatistics statistics_of(const Trace& trace, const TaskStatisticsOptions& options) {
  auto result = task_statistics(trace, options);
  EXPECT_TRUE(result.ok());
  return result.ok() ? *result : TaskStatistics{};
}

TaskStatisticsOptions by(GroupBy group) {
  TaskStatisticsOptions options;
  options.by = group;
  return options;
}

TEST(TaskStatistics, TypesAreSortedByTime) {
  const auto result = statistics_of(*trace_from_text("aabbb\n.bccc\n", 1), by(GroupBy::type));
  ASSERT_EQ(result.groups.size(), 3u);
  EXPECT_EQ(result.groups[0].name, "b");
  EXPECT_EQ(result.groups[0].durations.count, 2u);
  EXPECT_EQ(result.groups[0].durations.total_ns, 4);
  EXPECT_DOUBLE_EQ(result.groups[0].share, 4.0 / 9.0);
  EXPECT_EQ(result.groups[1].name, "c");
  EXPECT_EQ(result.all.count, 4u);
}

TEST(TaskStatistics, WorkersAndNodesKeepTheirOrder) {
  const auto trace = trace_from_text("n0/w0: aa\nn0/w1: ..\nn1/w2: .aa\n", 1);
  const auto workers = statistics_of(*trace, by(GroupBy::worker));
  ASSERT_EQ(workers.groups.size(), 3u);
  EXPECT_EQ(workers.groups[1].name, "n0 w1");
  EXPECT_EQ(workers.groups[1].durations.count, 0u);
  const auto nodes = statistics_of(*trace, by(GroupBy::node));
  ASSERT_EQ(nodes.groups.size(), 2u);
  EXPECT_EQ(nodes.groups[1].durations.total_ns, 2);
}

TEST(TaskStatistics, LevelsNeedParents) {
  Trace trace = *trace_from_text("aab\n", 1);
  const auto refused = task_statistics(trace, by(GroupBy::level));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message(),
            "levels: expected a trace that records parents, found one that does not");
  trace.recorded.parents = true;
  trace.tasks.parent = {TaskId(), TaskId(0)};
  const auto result = statistics_of(trace, by(GroupBy::level));
  ASSERT_EQ(result.groups.size(), 2u);
  EXPECT_EQ(result.groups[0].name, "level 1");
  EXPECT_EQ(result.groups[1].name, "level 2");
  EXPECT_EQ(result.groups[1].durations.total_ns, 1);
}

TEST(TaskStatistics, RangeClipsTasksAndOmitsOthers) {
  TaskStatisticsOptions options;
  options.from_ns = 1;
  options.to_ns = 4;
  const auto result = statistics_of(*trace_from_text("aabbbcc\n", 1), options);
  EXPECT_EQ(result.all.count, 2u);
  EXPECT_EQ(result.all.total_ns, 3);
  options.to_ns = 1;
  EXPECT_EQ(statistics_of(*trace_from_text("aabbbcc\n", 1), options).all.count, 0u);
}

TEST(TaskStatistics, SharesAreOfTheFilteredTasks) {
  const auto trace = trace_from_text("aabbb\n", 1);
  TaskStatisticsOptions options;
  auto filter = TaskFilter::parse(*trace, "type=b");
  ASSERT_TRUE(filter.ok());
  options.filter = *filter;
  const auto result = statistics_of(*trace, options);
  EXPECT_EQ(result.all.count, 1u);
  ASSERT_EQ(result.groups.size(), 1u);
  EXPECT_DOUBLE_EQ(result.groups[0].share, 1.0);
}

TEST(TaskStatistics, EmptyTraceHasNone) {
  for (const GroupBy group : {GroupBy::type, GroupBy::worker, GroupBy::node}) {
    const auto result = statistics_of(Trace{}, by(group));
    EXPECT_THAT(result.groups, IsEmpty());
    EXPECT_THAT(result.histogram, IsEmpty());
    EXPECT_EQ(result.all.count, 0u);
  }
}

TEST(TaskStatistics, AgreesWithTotalsOnRandomTraces) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    RandomTrace made;
    made.seed = seed;
    made.nodes = 1 + seed % 3;
    const auto trace = random_trace(made);
    const std::int64_t from = static_cast<std::int64_t>(seed % 5) * 40;
    const std::int64_t to = from + 200;
    const Statistics expected = compute_statistics(*trace, from, to);
    for (const GroupBy group : {GroupBy::type, GroupBy::worker, GroupBy::node}) {
      TaskStatisticsOptions options;
      options.by = group;
      options.from_ns = from;
      options.to_ns = to;
      const auto result = statistics_of(*trace, options);
      EXPECT_EQ(result.all.count, expected.tasks);
      EXPECT_EQ(result.all.total_ns, expected.busy_ns);
      std::uint64_t in_bins = 0;
      for (const HistogramBin& bin : result.histogram) in_bins += bin.count;
      EXPECT_EQ(in_bins, expected.tasks);
      for (const TaskGroupStatistics& row : result.groups) {
        if (group == GroupBy::worker) {
          EXPECT_EQ(row.durations.count, expected.workers[row.number].tasks);
          EXPECT_EQ(row.durations.total_ns, expected.workers[row.number].busy_ns);
        }
        if (group != GroupBy::type) continue;
        for (const TypeStatistics& type : expected.types) {
          if (type.type != TypeId(row.number)) continue;
          EXPECT_EQ(row.durations.count, type.tasks);
          EXPECT_EQ(row.durations.total_ns, type.busy_ns);
          EXPECT_EQ(row.durations.median_ns, type.median_ns);
          EXPECT_EQ(row.durations.max_ns, type.max_ns);
        }
      }
    }
  }
}

// Every bar of every histogram selects as many tasks as it counts, and no task is in two bars.
TEST(TaskStatistics, BarsSelectTheTasksTheyCount) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const auto trace = testing::random_trace({.seed = seed, .tasks = 200, .nodes = 1 + seed % 2});
    TaskStatisticsOptions options;
    options.by = seed % 2 == 0 ? GroupBy::type : GroupBy::worker;
    options.from_ns = static_cast<std::int64_t>(seed * 10);
    options.to_ns = 600;
    options.group_histograms = true;
    const auto statistics = task_statistics(*trace, options);
    ASSERT_TRUE(statistics.ok());
    std::uint64_t all = 0;
    for (const HistogramBin& bin : statistics->histogram) {
      const auto tasks = tasks_lasting(*trace, options, {}, bin.from_ns, bin.to_ns);
      EXPECT_EQ(tasks->size(), bin.count);
      all += tasks->size();
    }
    EXPECT_EQ(all, statistics->all.count);
    for (const TaskGroupStatistics& group : statistics->groups) {
      std::uint64_t of_group = 0;
      for (const HistogramBin& bin : group.histogram) {
        const auto tasks = tasks_lasting(*trace, options, group.number, bin.from_ns, bin.to_ns);
        EXPECT_EQ(tasks->size(), bin.count);
        of_group += tasks->size();
      }
      EXPECT_EQ(of_group, group.durations.count);
    }
  }
}

}  // namespace
}  // namespace gusset::traces
