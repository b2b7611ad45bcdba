#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using traces::SpanKind;
using traces::TaskId;
using traces::Trace;

/// Programs that the build made with g++ and clang, from sources that know nothing of Gusset.
const std::string programs = OPENMP_PROGRAMS;

using TracePointer = std::shared_ptr<const Trace>;

TracePointer read_trace(const std::string& path) {
  const auto trace = traces::read_gus(path);
  if (trace.ok()) return *trace;
  ADD_FAILURE() << trace.error().message();
  return std::make_shared<Trace>();
}

/// Leaks in the OpenMP runtime itself are not Gusset's.
const std::map<std::string, std::string> environment = {{"ASAN_OPTIONS", "detect_leaks=0"}};

ProgramResult run_recorded(const TestFolder& folder, const std::string& threads,
                           const std::vector<std::string>& program) {
  std::vector<std::string> words = {"run", "-o", "t.gus", "--threads", threads, "--"};
  words.insert(words.end(), program.begin(), program.end());
  return gusset_in(folder, words, environment);
}

TracePointer record(const TestFolder& folder, const std::string& threads,
                    const std::vector<std::string>& program) {
  const auto result = run_recorded(folder, threads, program);
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.errors, IsEmpty());
  return read_trace(folder.file("t.gus"));
}

/// Checks that spans cover all of each thread's time, and that the trace is a possible execution.
void expect_sound(const Trace& trace) {
  const auto check = traces::check(trace);
  for (const auto& finding : check.findings) ADD_FAILURE() << finding.error.message();
  EXPECT_THAT(trace.metadata.notes,
              Not(Contains(::testing::AnyOf(HasSubstr("not told"), HasSubstr("dropped")))));
  const auto statistics = traces::compute_statistics(trace);
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    const auto& spans = trace.lanes[lane].spans;
    ASSERT_GT(spans.size(), 0U);
    const auto& worker = statistics.workers[lane];
    const std::int64_t last = *std::max_element(spans.end_ns.begin(), spans.end_ns.end());
    EXPECT_EQ(worker.busy_ns + worker.wait_ns.value_or(0), last - spans.begin_ns.front()) << "lane " << lane;
  }
}

/// A task's identity, independent of the thread that ran it: its index among its parent's children, and so on
/// up to the region.
std::vector<std::string> identities(const Trace& trace) {
  std::vector<std::string> names;
  std::map<TaskId, int> children;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    const std::string& type = trace.types[trace.tasks.type[task].value()];
    const TaskId parent = trace.tasks.parent[task];
    const bool is_part_of_region = type == "serial" || type.starts_with("parallel ");
    names.push_back(is_part_of_region
                        ? type
                        : names[parent.value()] + "/" + std::to_string(children[parent]++) + " " + type);
  }
  return names;
}

std::set<std::tuple<std::string, std::string, bool>> edges_of(const Trace& trace) {
  const auto names = identities(trace);
  std::set<std::tuple<std::string, std::string, bool>> edges;
  for (const auto& edge : traces::TaskGraph(trace).edges())
    edges.emplace(names[edge.before.value()], names[edge.after.value()], edge.commuting);
  return edges;
}

std::size_t count_of_type(const Trace& trace, const std::string& end) {
  std::size_t count = 0;
  for (const traces::TypeId type : trace.tasks.type) {
    if (trace.types[type.value()].ends_with(end)) ++count;
  }
  return count;
}

/// The deepest nesting of run spans.
std::size_t deepest_nesting(const Trace& trace) {
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

class OpenMp : public ::testing::TestWithParam<std::string> {
 protected:
  static std::string program(const std::string& name) { return programs + "/" + name + "_" + GetParam(); }
  static std::vector<std::string> tasks(const std::string& what) { return {program("tasks"), what}; }
};

INSTANTIATE_TEST_SUITE_P(, OpenMp, ::testing::Values("gnu", "clang"),
                         [](const auto& compiler) { return compiler.param; });

TEST_P(OpenMp, LuEdgesDoNotDependOnThreads) {
  const TestFolder folder;
  std::set<std::tuple<std::string, std::string, bool>> first;
  for (const char* threads : {"1", "2", "8"}) {
    const auto trace = record(folder, threads, {program("lu"), "5", "24"});
    expect_sound(*trace);
    EXPECT_EQ(count_of_type(*trace, "lu.c:69"), 4U * 4 + 3 * 3 + 2 * 2 + 1);
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
  const auto line = [](int directive) {  // g++ attributes the call to the loop's line
    return ":" + std::to_string(directive + (GetParam() == "gnu" ? 1 : 0));
  };
  for (const char* threads : {"1", "2", "4"}) {
    const auto trace = record(folder, threads, {program("taskloops")});
    expect_sound(*trace);
    EXPECT_EQ(count_of_type(*trace, line(6)), 4U);
    EXPECT_EQ(count_of_type(*trace, line(11)), 10U);
    const auto large = record(folder, threads, {program("taskloops"), "large"});
    EXPECT_GE(count_of_type(*large, line(16)), 1000U);  // includes the tasks that split the loop
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
  EXPECT_EQ(trace->types[1], "parallel line_zero.c:" + std::string(GetParam() == "gnu" ? "5" : "9"));
}

TEST_P(OpenMp, RecursiveTasksNest) {
  const TestFolder folder;
  for (const char* threads : {"1", "2", "8"}) {
    const auto trace = record(folder, threads, tasks("fibonacci"));
    expect_sound(*trace);
    EXPECT_EQ(trace->types.size(), 4U);
    EXPECT_EQ(count_of_type(*trace, ":19") + count_of_type(*trace, ":21"), 2U * 609);
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
  const std::string lines = GetParam() == "gnu" ? "61 63 65 68 71" : "60 62 64 67 70";
  std::istringstream words(lines);
  for (std::string line; words >> line;) EXPECT_GT(count_of_type(*trace, "tasks.c:" + line), 0U) << line;
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
  EXPECT_GE(trace->workers.size(), 3U);  // the runtime may reuse a thread for the other region
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
  // Tasks run one at a time, so the two threads together are busy for hardly more than one.
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

TEST_P(OpenMp, ExitWithoutTheRuntimeIsNotedInTheTrace) {
  for (const char* way : {"_exit", "quick_exit", "_exit in a handler"}) {
    const TestFolder folder;
    const auto trace = record(folder, "2", tasks(way));
    expect_sound(*trace);
    EXPECT_EQ(edges_of(*trace).size(), 2U);
    EXPECT_THAT(trace->metadata.notes, Contains(HasSubstr("ended before its OpenMP runtime shut down")));
    EXPECT_THAT(folder.names(), ElementsAre("t.gus"));
  }
}

TEST_P(OpenMp, KilledProgramIsReportedAndLeavesATrace) {
  const TestFolder folder;
  const auto result = run_recorded(folder, "2", tasks("be killed"));
  EXPECT_EQ(result.exit_status, 137);
  EXPECT_EQ(result.errors, "gusset: " + program("tasks") +
                               ": expected a program that ends on its own, found signal 9 (Killed)\n");
  EXPECT_THAT(result.output, HasSubstr("t.gus: 7 tasks on 2 workers"));
  const auto trace = read_trace(folder.file("t.gus"));
  expect_sound(*trace);
  EXPECT_EQ(edges_of(*trace).size(), 2U);
  EXPECT_THAT(folder.names(), ElementsAre("t.gus"));
}

TEST_P(OpenMp, CrashingTaskIsInTheTrace) {
  const TestFolder folder;
  const auto result = run_recorded(folder, "2", tasks("crash in a task"));
  EXPECT_EQ(result.exit_status, 134);
  const auto trace = read_trace(folder.file("t.gus"));
  expect_sound(*trace);
  const auto names = identities(*trace);
  EXPECT_EQ(std::count_if(names.begin(), names.end(), [](const auto& n) { return n.find('/') != n.npos; }),
            2);
}

TEST_P(OpenMp, ExecLeavesBothTraces) {
  const TestFolder folder;
  const auto trace = record(folder, "2", {program("tasks"), "become", program("tasks"), "fibonacci"});
  EXPECT_EQ(edges_of(*trace).size(), 2U);
  EXPECT_EQ(count_of_type(*read_trace(folder.file("t.2.gus")), ":19"), 609U);
}

TEST_P(OpenMp, ForkedProcessHasItsOwnTrace) {
  const TestFolder folder;
  const auto trace = record(folder, "2", tasks("fork"));
  expect_sound(*trace);
  EXPECT_EQ(edges_of(*trace).size(), 2U);
  const auto child = read_trace(folder.file("t.2.gus"));
  expect_sound(*child);
  EXPECT_EQ(count_of_type(*child, ":19") + count_of_type(*child, ":21"), 2U * 609);
  EXPECT_THAT(folder.names(), ElementsAre("t.2.gus", "t.gus"));
}

TEST_P(OpenMp, ChildProgramsHaveTheirOwnTraces) {
  const TestFolder folder;
  const auto trace = record(folder, "2", {program("tasks"), "run", program("tasks") + " fibonacci"});
  EXPECT_EQ(edges_of(*trace).size(), 2U);
  const auto child = read_trace(folder.file("t.2.gus"));
  expect_sound(*child);
  EXPECT_EQ(child->metadata.command, (std::vector<std::string>{program("tasks"), "fibonacci"}));
}

TEST_P(OpenMp, RecordsProgramsOfAScript) {
  const TestFolder folder;
  const auto trace = record(folder, "2", {"/bin/sh", "-c", program("tasks") + " undeferred"});
  EXPECT_EQ(edges_of(*trace).size(), 2U);
  EXPECT_THAT(folder.names(), ElementsAre("t.gus"));
}

TEST_P(OpenMp, ProgramFailureIsPassedOnAndTraceKept) {
  const TestFolder folder;
  const auto result = run_recorded(folder, "2", tasks("fail"));
  EXPECT_EQ(result.exit_status, 7);
  EXPECT_EQ(result.errors, "gusset: " + program("tasks") + ": ended with exit status 7\n");
  EXPECT_THAT(folder.names(), ElementsAre("t.gus"));
}

TEST_P(OpenMp, RejectsAProgramThatNeverUsesOpenMp) {
  const TestFolder folder;
  const auto result = run_recorded(folder, "2", tasks("nothing"));
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: " + program("tasks") +
                               ": expected OpenMP tasks or parallel regions, found none: it started none, or "
                               "cleared the environment variables that record it\n");
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
    // Each compiler has different names for the functions that it outlines.
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
  EXPECT_EQ(trace->metadata.origin, traces::Origin::imported);
  EXPECT_EQ(trace->metadata.program, "tasks_" + GetParam());
  EXPECT_FALSE(trace->metadata.date.empty());
}

TEST_P(OpenMp, RejectsAPolicy) {
  const TestFolder folder;
  const auto result =
      gusset_in(folder, {"run", "--policy", "fifo", "--", program("tasks"), "undeferred"}, environment);
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors, "gusset: run: --policy: expected a program that uses Gusset's runtime, found " +
                               program("tasks") + ", which uses OpenMP\n");
}

TEST(OpenMpErrors, NamesCallsThatLlvmsRuntimeLacks) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run", "--", programs + "/target_gnu"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: " + programs +
                               "/target_gnu: expected only OpenMP calls that LLVM's libomp has, which "
                               "replaces GCC's libgomp, found GOMP_target_ext\n");
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(OpenMpErrors, RejectsDetachBecauseLlvmsTaskCallIgnoresIt) {
  const TestFolder folder;
  const std::string program = programs + "/detach_gnu";
  const std::string missing =
      ": expected only OpenMP calls that LLVM's libomp has, which replaces GCC's libgomp, found GOMP_task "
      "with detach";
  const auto result = gusset_in(folder, {"run", "--", program});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: " + program + missing + " (omp_fulfill_event)\n");
  EXPECT_THAT(result.output, IsEmpty());
  EXPECT_THAT(folder.names(), IsEmpty());

  const auto by_a_shell = gusset_in(folder, {"run", "--", "sh", "-c", program + "; exit $?"}, environment);
  EXPECT_EQ(by_a_shell.exit_status, 1);
  EXPECT_THAT(by_a_shell.errors, HasSubstr("gusset: " + program + missing + "\n"));
}

TEST(OpenMpDetach, ClangsDetachIsRecordedAndAwaited) {
  const TestFolder folder;
  const auto result = run_recorded(folder, "2", {programs + "/detach_clang"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.output, ::testing::StartsWith("1\n"));
  EXPECT_THAT(result.errors, IsEmpty());
  expect_sound(*read_trace(folder.file("t.gus")));
}

TEST(OpenMpErrors, RejectsAStaticProgram) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run", "--", programs + "/static_gnu", "undeferred"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: " + programs +
                               "/static_gnu: expected a program that uses Gusset's runtime, or loads "
                               "OpenMP's as a shared library, found a static program without Gusset's "
                               "runtime\n");
  EXPECT_THAT(folder.names(), IsEmpty());
}

}  // namespace
}  // namespace gusset::testing
