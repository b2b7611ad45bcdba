// OpenMP's tasks, dependences and regions in traces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "openmp_recording.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using traces::SpanKind;

/// The deepest nesting of run spans.
std::size_t deepest_nesting(const traces::Trace& trace) {
  std::size_t deepest = 0;
  for (const traces::Lane& lane : trace.lanes) {
    std::vector<std::int64_t> open;
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.kind[i] != SpanKind::run) continue;
      while (!open.empty() && open.back() <= lane.spans.begin_ns[i]) open.pop_back();
      open.push_back(lane.spans.end_ns[i]);
      deepest = std::max(deepest, open.size());
    }
  }
  return deepest;
}

INSTANTIATE_TEST_SUITE_P(, OpenMp, ::testing::Values("gnu", "clang"),
                         [](const auto& compiler) { return compiler.param; });

TEST_P(OpenMp, LuEdgesDoNotDependOnThreads) {
  const TestFolder folder;
  std::set<std::tuple<std::string, std::string, bool>> first;
  for (const char* threads : {"1", "2", "8"}) {
    const auto trace = record(folder, threads, {program("lu"), "5", "24"});
    expect_sound(*trace);
    EXPECT_EQ(count_of_type(*trace, "lu.c:69 update"), 4U * 4 + 3 * 3 + 2 * 2 + 1);
    const auto edges = edges_of(*trace);
    EXPECT_GT(edges.size(), 60U);
    if (first.empty()) first = edges;
    EXPECT_EQ(edges, first) << threads;
  }
}

TEST_P(OpenMp, MergesortEdgesDoNotDependOnThreads) {
  const TestFolder folder;
  std::set<std::tuple<std::string, std::string, bool>> first;
  for (const char* threads : {"1", "2", "8"}) {
    const auto trace = record(folder, threads, {program("mergesort"), "100000"});
    expect_sound(*trace);
    const auto edges = edges_of(*trace);
    EXPECT_EQ(edges.size(), 2U * 15);
    if (first.empty()) first = edges;
    EXPECT_EQ(edges, first) << threads;
  }
}

TEST_P(OpenMp, EachTaskloopIsAType) {
  const TestFolder folder;
  for (const char* threads : {"1", "2", "4"}) {
    const auto trace = record(folder, threads, {program("taskloops")});
    expect_sound(*trace);
    EXPECT_EQ(count_of_type(*trace, ":6"), 4U);
    EXPECT_EQ(count_of_type(*trace, ":11"), 10U);
    const auto large = record(folder, threads, {program("taskloops"), "large"});
    EXPECT_GE(count_of_type(*large, ":16"), 1000U);  // includes the tasks that split the loop
    for (const std::string& type : large->types) {
      EXPECT_THAT(type, Not(HasSubstr("kmpc")));
      EXPECT_FALSE(type.ends_with(":0")) << type;
    }
  }
}

TEST_P(OpenMp, CallWithoutALineTakesTheNearestLine) {
  const TestFolder folder;
  const auto trace = record(folder, "2", {program("line_zero")});
  ASSERT_EQ(trace->types.size(), 2U);
  EXPECT_EQ(trace->types[1], "parallel line_zero.c:" + std::string(GetParam() == "gnu" ? "8" : "9"));
}

TEST_P(OpenMp, RegionIsNamedAfterItsDirective) {
  const TestFolder folder;
  const auto trace = record(folder, "2", {program("repeated_region")});
  ASSERT_EQ(trace->types.size(), 2U);
  EXPECT_EQ(trace->types[1], "parallel repeated_region.c:7");
}

TEST_P(OpenMp, RecursiveTasksNest) {
  const TestFolder folder;
  for (const char* threads : {"1", "2", "8"}) {
    const auto trace = record(folder, threads, tasks("fibonacci"));
    expect_sound(*trace);
    EXPECT_EQ(trace->types.size(), 4U);
    EXPECT_EQ(count_of_type(*trace, ":19 fibonacci") + count_of_type(*trace, ":21 fibonacci"), 2U * 609);
    EXPECT_GE(deepest_nesting(*trace), 10U);
  }
}

TEST_P(OpenMp, UndeferredTaskHasItsDependences) {
  const TestFolder folder;
  for (const char* threads : {"1", "2"}) {
    const auto trace = record(folder, threads, tasks("undeferred"));
    expect_sound(*trace);
    const auto names = identities(*trace);
    ASSERT_EQ(std::count_if(names.begin(), names.end(), [](const auto& n) { return n.find('/') != n.npos; }),
              4);
    const auto edges = edges_of(*trace);
    ASSERT_EQ(edges.size(), 2U);
    EXPECT_THAT(std::get<0>(*edges.begin()), HasSubstr("/0 tasks.c:"));
    EXPECT_THAT(std::get<1>(*edges.begin()), HasSubstr("/1 tasks.c:"));
    EXPECT_THAT(std::get<1>(*edges.rbegin()), HasSubstr("/2 tasks.c:"));
  }
}

TEST_P(OpenMp, DependencesBecomeAccessesWithVersions) {
  const TestFolder folder;
  const auto trace = record(folder, "2", tasks("modes"));
  expect_sound(*trace);
  std::string accesses;
  for (const traces::Access& access : trace->accesses.items)
    accesses += trace->access_modes[access.mode.value()].name + std::to_string(access.version) + " ";
  EXPECT_EQ(accesses, "read0 read0 write2 add3 add3 add3 write6 read7 ");
  EXPECT_EQ(trace->handles.size(), 1U);
  for (const char* line : {"60", "62", "64", "67", "70"})
    EXPECT_GT(count_of_type(*trace, "tasks.c:" + std::string(line) + " work"), 0U) << line;
  EXPECT_EQ(trace->recorded.ready, true);
}

TEST_P(OpenMp, RecordsUntiedTasks) {
  const TestFolder folder;
  expect_sound(*record(folder, "2", tasks("untied")));
}

TEST_P(OpenMp, RecordsNestedRegionsAndTaskgroups) {
  const TestFolder folder;
  const auto trace = record(folder, "2", tasks("nested"));
  expect_sound(*trace);
  EXPECT_GE(trace->workers.size(), 3U);  // the runtime may use one thread in both nested regions
}

TEST_P(OpenMp, ProgramWithoutTasksShowsParallelRegions) {
  const TestFolder folder;
  const auto trace = record(folder, "2", tasks("loops"));
  expect_sound(*trace);
  EXPECT_THAT(trace->types, IsSupersetOf({"serial"}));
  EXPECT_EQ(trace->tasks.size(), 1U + 2 * 3);
  EXPECT_TRUE(trace->accesses.items.empty());
}

TEST_P(OpenMp, WaitingForALockIsIdle) {
  const TestFolder folder;
  const auto trace = record(folder, "2", tasks("locks"));
  expect_sound(*trace);
  const auto statistics = traces::compute_statistics(*trace);
  // One of the two threads waits for most of the time.
  EXPECT_LT(statistics.busy_share, 0.8);
}

TEST_P(OpenMp, WorkersPartEndsWithItsRegion) {
  const TestFolder folder;
  const auto trace = record(folder, "2", tasks("loops"));
  std::vector<std::int64_t> ends;  // ends of the first region's parts
  for (const traces::Lane& lane : trace->lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.kind[i] == SpanKind::run && lane.spans.task[i].value() != 0 &&
          trace->tasks.submit_ns[lane.spans.task[i].value()] == trace->tasks.submit_ns[1])
        ends.push_back(lane.spans.end_ns[i]);
    }
  }
  ASSERT_EQ(ends.size(), 2U);
  // The next region begins after both parts have ended.
  EXPECT_LE(std::max(ends[0], ends[1]), trace->tasks.submit_ns[3]);
}

TEST_P(OpenMp, StrippedProgramNamesTasksByOffset) {
  const TestFolder folder;
  const auto trace = record(folder, "2", {program("stripped"), "undeferred"});
  expect_sound(*trace);
  for (const std::string& type : trace->types)
    EXPECT_TRUE(type == "serial" || type.find("stripped_" + GetParam() + "+0x") != type.npos) << type;
  EXPECT_EQ(edges_of(*trace).size(), 2U);
}

TEST_P(OpenMp, ProgramWithSymbolsNamesTasksByFunction) {
  const TestFolder folder;
  const auto trace = record(folder, "2", {program("symbols"), "undeferred"});
  for (const std::string& type : trace->types) {
    // Each compiler has its own names for the functions that it outlines.
    const bool is_function = type.find("undeferred") != type.npos || type.find("main") != type.npos ||
                             type.find(".omp_") != type.npos;
    EXPECT_TRUE(type == "serial" || is_function) << type;
  }
}

TEST_P(OpenMp, DepthLimitsTheRecording) {
  for (const char* depth : {"spans", "ready"}) {
    const TestFolder folder;
    const auto result = gusset_in(
        folder, {"run", "-o", "t.gus", "--depth", depth, "--", program("tasks"), "undeferred"}, environment);
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    const auto trace = read_trace(folder.file("t.gus"));
    expect_sound(*trace);
    EXPECT_FALSE(trace->recorded.accesses);
    EXPECT_EQ(trace->recorded.submit, depth == std::string("ready"));
  }
}

TEST_P(OpenMp, NamesTheRuntime) {
  const TestFolder folder;
  const auto result = run_recorded(folder, "2", tasks("undeferred"));
  const bool replaced = GetParam() == "gnu";
  EXPECT_THAT(result.output, HasSubstr("t.gus: 7 tasks on 2 workers"));
  EXPECT_THAT(result.output, HasSubstr("\nRecorded on LLVM libomp (LLVM OMP version: 5.0.20140926)" +
                                       std::string(replaced ? " instead of GCC's libgomp" : "") + ".\n"));
  const auto trace = read_trace(folder.file("t.gus"));
  EXPECT_THAT(trace->metadata.notes, ::testing::SizeIs(replaced ? 1 : 0));
  EXPECT_EQ(trace->metadata.origin, traces::Origin::measured);
  EXPECT_EQ(trace->metadata.program, "tasks_" + GetParam());
  EXPECT_FALSE(trace->metadata.date.empty());
  ASSERT_TRUE(trace->metadata.start_up_ns);
  EXPECT_GT(*trace->metadata.start_up_ns, 0);
  EXPECT_LT(*trace->metadata.start_up_ns, traces::compute_statistics(*trace).makespan_ns)
      << "the region begins after that";
}

}  // namespace
}  // namespace gusset::testing
