// OpenMP programs that end early, start other programs, or can't be recorded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "openmp_recording.hpp"

namespace gusset::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_P(OpenMp, ExitWithoutTheRuntimeIsNotedInTheTrace) {
  for (const char* way : {"_exit", "quick_exit", "_exit in a handler"}) {
    const TestFolder folder;
    const auto trace = record(folder, "2", tasks(way));
    expect_sound(*trace);
    EXPECT_EQ(edges_of(*trace).size(), 2U);
    EXPECT_THAT(trace->metadata.notes, Contains(HasSubstr("ended before its OpenMP runtime shut down")));
    EXPECT_THAT(folder.names(), ElementsAre("t.gus"));
    EXPECT_THAT(
        gusset_in(folder, {"report", "t.gus"}).output,
        ::testing::StartsWith("1. The trace is incomplete (the process ended before its OpenMP runtime "
                              "shut down, by a signal, by exec, or by an exit that skips the runtime: "));
  }
}

TEST_P(OpenMp, KilledChildOfTheProgramLeavesAnIncompleteTrace) {
  const TestFolder folder;
  const auto result = run_recorded(folder, "2", {"sh", "-c", program("tasks") + " 'be killed'; true"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  const auto trace = read_trace(folder.file("t.gus"));
  EXPECT_TRUE(trace->metadata.incomplete);
  EXPECT_THAT(
      gusset_in(folder, {"report", "t.gus"}).output,
      ::testing::StartsWith("1. The trace is incomplete (the process ended before its OpenMP runtime "));
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
  const auto report = gusset_in(folder, {"report", "t.gus"});
  EXPECT_THAT(
      report.output,
      ::testing::StartsWith("1. The trace is incomplete (the program was ended by signal 9 (Killed); the "
                            "last tasks: "));
}

TEST_P(OpenMp, StoppedRecordingIsKeptAndCanBeConverted) {
  const TestFolder folder;
  const std::string started = folder.file("started");
  RunningProgram running({{gusset_path, "run", "-o", "t.gus", "--threads", "2", "--", program("tasks"), "run",
                           "touch started; exec sleep 5"},
                          environment,
                          folder.path(),
                          ""});
  while (!std::filesystem::exists(started)) std::this_thread::yield();
  kill(running.pid(), SIGTERM);
  const auto result = running.wait();
  EXPECT_EQ(result.exit_status, 143);
  EXPECT_THAT(result.errors,
              HasSubstr(".events: holds everything that was recorded; to make a trace: gusset convert "));
  std::string events;
  for (const std::string& name : folder.names()) {
    if (name.ends_with(".events")) events = name;
  }
  EXPECT_EQ(gusset_in(folder, {"convert", events, "t.gus"}).exit_status, 0);
  expect_sound(*read_trace(folder.file("t.gus")));
}

TEST_P(OpenMp, UndeferredUntiedTasksDoNotAbortTheRuntime) {
  if (GetParam() != "gnu") GTEST_SKIP() << "only g++'s calls can be changed";
  const TestFolder folder;
  expect_sound(*record(folder, "2", tasks("undeferred untied")));
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
  EXPECT_EQ(count_of_type(*read_trace(folder.file("t.2.gus")), ":19 fibonacci"), 609U);
}

TEST_P(OpenMp, EachRankHasItsOwnTrace) {
  const TestFolder folder;
  // The ranks are started as mpirun starts them, but without MPI: first, gusset starts the ranks …
  const std::string ranks = "for r in 0 1; do OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=$r " +
                            program("tasks") + " fibonacci & done; wait";
  const auto outside = run_recorded(folder, "2", {"sh", "-c", ranks});
  EXPECT_EQ(outside.exit_status, 0) << outside.errors;
  EXPECT_THAT(folder.names(), ElementsAre("t.0.gus", "t.1.gus"));
  // … then, the launcher starts gusset for each rank.
  auto rank = environment;
  rank["OMPI_COMM_WORLD_SIZE"] = "2";
  rank["OMPI_COMM_WORLD_RANK"] = "1";
  EXPECT_EQ(gusset_in(folder, {"run", "-o", "s.gus", "--", program("tasks"), "fibonacci"}, rank).exit_status,
            0);
  EXPECT_EQ(
      gusset_in(folder, {"run", "-o", "%r-%%.gus", "--", program("tasks"), "fibonacci"}, rank).exit_status,
      0);
  EXPECT_THAT(folder.names(), ElementsAre("1-%.gus", "s.1.gus", "t.0.gus", "t.1.gus"));
  const auto refused =
      gusset_in(folder, {"run", "-o", "%r.gus", "--", program("tasks"), "fibonacci"}, environment);
  EXPECT_EQ(refused.exit_status, 2);
  EXPECT_EQ(refused.errors,
            "gusset: run: -o: expected %r only in processes that mpirun, mpiexec or srun started, found "
            "\"%r.gus\"\n");
}

TEST_P(OpenMp, ForkedProcessHasItsOwnTrace) {
  const TestFolder folder;
  const auto trace = record(folder, "2", tasks("fork"));
  expect_sound(*trace);
  EXPECT_EQ(edges_of(*trace).size(), 2U);
  const auto child = read_trace(folder.file("t.2.gus"));
  expect_sound(*child);
  EXPECT_EQ(count_of_type(*child, ":19 fibonacci") + count_of_type(*child, ":21 fibonacci"), 2U * 609);
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

TEST_P(OpenMp, KeptRecordingBecomesTheSameTraceLater) {
  const TestFolder folder;
  // Gusset leaves the copies alone, so they remain like a recording that could not be converted.
  const auto trace = record(folder, "2",
                            {"/bin/sh", "-c",
                             program("tasks") + " fibonacci; for f in \"$GUSSET_TRACE\".*; do cp $f "
                                                "kept${f##*-1}; done"});
  const auto converted = gusset_in(folder, {"convert", "kept.events", "again.gus"});
  EXPECT_EQ(converted.exit_status, 0) << converted.errors;
  EXPECT_EQ(converted.output, "again.gus: " + count_text(trace->tasks.size(), "task") + " on 2 workers\n");
  EXPECT_EQ(*read_trace(folder.file("again.gus")), *trace);
  EXPECT_THAT(folder.names(),
              ElementsAre("again.gus", "kept.events", "kept.events.command", "kept.events.maps", "t.gus"));
  const auto refused = gusset_in(folder, {"convert", "kept.events", "again.json"});
  EXPECT_EQ(refused.exit_status, 2);
  EXPECT_EQ(refused.errors,
            "gusset: again.json: expected a name that ends in .gus for a recording, found another "
            "extension\n");
}

TEST(OpenMpErrors, RecordingThatCannotBeConvertedIsKept) {
  const TestFolder folder;
  const auto result =
      run_recorded(folder, "2", {"/bin/sh", "-c", "echo damaged > \"$GUSSET_TRACE.1-1.events\""});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_THAT(result.errors,
              ::testing::EndsWith(
                  "t.gus.1-1.events: holds everything that was recorded; to make a trace: gusset convert "
                  "t.gus.1-1.events t.gus\n"));
  EXPECT_THAT(folder.names(), ElementsAre("t.gus.1-1.events"));
  const auto again = gusset_in(folder, {"convert", "t.gus.1-1.events", "t.gus"});
  EXPECT_EQ(again.exit_status, 1);
  EXPECT_EQ(again.errors,
            "gusset: t.gus.1-1.events: offset 0: expected an event file of this version of Gusset, found "
            "another file\n");
  EXPECT_THAT(folder.names(), ElementsAre("t.gus.1-1.events"));
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
                               "cleared the environment variables that Gusset needs to record it\n");
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
                               "/target_gnu: expected only OpenMP calls of LLVM's libomp, which "
                               "replaces GCC's libgomp, found GOMP_target_ext\n");
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(OpenMpErrors, RejectsDetachBecauseLlvmsTaskCallIgnoresIt) {
  const TestFolder folder;
  const std::string program = programs + "/detach_gnu";
  const std::string missing =
      ": expected only OpenMP calls of LLVM's libomp, which replaces GCC's libgomp, found GOMP_task "
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
