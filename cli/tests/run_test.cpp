#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "gusset_call.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Run, RecordsATraceAndSummarisesIt) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run", "-o", "t.gus", "--threads", "2", "--", probe_path, "steps"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_THAT(result.output,
              MatchesRegex("t\\.gus: 2 tasks on 2 workers, makespan [^,]+, [^,]+ busy, critical-path "
                           "bound [^,\n]+\n  [^\n]+[.]\n  [^\n]+[.]\n"));
  EXPECT_THAT(folder.names(), ElementsAre("t.gus"));

  const auto info = json::parse(gusset_in(folder, {"info", "t.gus", "--json"}).output);
  EXPECT_EQ(info.at("origin"), "measured");
  EXPECT_EQ(info.at("tasks"), 2);
  EXPECT_EQ(info.at("workers"), 2);
}

TEST(Run, NamesTheTraceAfterTheProgram) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run", "--", probe_path});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("cli_probe.gus: 2 tasks"));
  EXPECT_THAT(folder.names(), ElementsAre("cli_probe.gus"));
}

TEST(Run, PassesOnArgumentsAndOnlyTwoOfTheCallersSettings) {
  const TestFolder folder;
  const auto result = gusset_in(
      folder,
      {"run", "-o", "a b.gus", "--threads", "3", "--", probe_path, "echo", "--threads", "--", "a b", ""},
      {{"GUSSET_SEED", "77"},
       {"GUSSET_ENGINE", "nonsense"},
       {"GUSSET_NONSENSE", "1"},
       {"GUSSET_TRACE_MEMORY", "7"},
       {"GUSSET_PIN", "none"}});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("GUSSET_TRACE_MEMORY=7\n"));
  EXPECT_THAT(result.output, HasSubstr("GUSSET_PIN=none\n"));
  EXPECT_THAT(result.output,
              HasSubstr("argument echo\nargument --threads\nargument --\nargument a b\nargument \n"));
  EXPECT_THAT(result.output, HasSubstr("GUSSET_ENGINE=record\n"));
  EXPECT_THAT(result.output, HasSubstr("GUSSET_THREADS=3\n"));
  EXPECT_THAT(result.output, Not(HasSubstr("SEED")));
  EXPECT_THAT(result.output, Not(HasSubstr("NONSENSE")));
  EXPECT_THAT(folder.names(), ElementsAre("a b.gus"));
}

TEST(Run, PassesOnDepthAndPolicyIfGiven) {
  const TestFolder folder;
  const auto chosen = gusset_in(
      folder, {"run", "-o", "t.gus", "--depth", "accesses", "--policy", "fifo", "--", probe_path, "echo"});
  EXPECT_EQ(chosen.exit_status, 0) << chosen.errors;
  EXPECT_THAT(chosen.output, HasSubstr("GUSSET_DEPTH=accesses\n"));
  EXPECT_THAT(chosen.output, HasSubstr("GUSSET_POLICY=fifo\n"));
  const auto plain = gusset_in(folder, {"run", "-o", "t.gus", "--", probe_path, "echo"});
  EXPECT_EQ(plain.exit_status, 0) << plain.errors;
  EXPECT_THAT(plain.output, HasSubstr("GUSSET_ENGINE=record\n"));
  EXPECT_THAT(plain.output, Not(HasSubstr("GUSSET_DEPTH")));
  EXPECT_THAT(plain.output, Not(HasSubstr("GUSSET_POLICY")));
}

TEST(Run, WritesATraceAtEveryDepth) {
  for (const char* depth : {"spans", "ready", "accesses"}) {
    const TestFolder folder;
    const auto result = gusset_in(folder, {"run", "-o", "t.gus", "--depth", depth, "--", probe_path});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("t.gus: 2 tasks"));
    const auto recorded = json::parse(gusset_in(folder, {"info", "t.gus", "--json"}).output).at("recorded");
    EXPECT_EQ(recorded.at("accesses"), depth == std::string("accesses")) << depth;
    EXPECT_EQ(recorded.at("ready"), depth != std::string("spans")) << depth;
  }
}

TEST(Run, ProgramRejectsUnknownPolicy) {
  const std::string line =
      "gusset: GUSSET_POLICY: expected one of locality, fifo, priority, random, nearest, static, critical, "
      "cab, squads, found "
      "\"lifo\"\n";
  for (const char* command : {"run", "simulate"}) {
    const TestFolder folder;
    const auto result = gusset_in(folder, {command, "--policy", "lifo", "--", probe_path});
    EXPECT_EQ(result.errors, line) << command;
    EXPECT_EQ(result.exit_status, 2) << command;
    EXPECT_THAT(folder.names(), IsEmpty()) << command;
  }
}

TEST(Run, WritesATraceForEveryRuntime) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run", "-o", "t.gus", "--", probe_path, "two-runtimes"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("t.gus: 2 tasks"));
  EXPECT_THAT(result.output, HasSubstr("t.2.gus: 2 tasks"));
  EXPECT_THAT(folder.names(), ElementsAre("t.2.gus", "t.gus"));
}

TEST(Run, PassesOnTheProgramsExitStatus) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run", "-o", "t.gus", "--", probe_path, "steps", "1", "7"});
  EXPECT_EQ(result.exit_status, 7);
  EXPECT_EQ(result.errors, "gusset: " + probe_path + ": ended with exit status 7\n");
  EXPECT_THAT(result.output, HasSubstr("t.gus: 2 tasks"));
}

TEST(Run, FailedTaskKeepsTheTrace) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run", "-o", "t.gus", "--", probe_path, "failing-task"});
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_THAT(result.errors, HasSubstr("probe: task 'bad' failed: the task gave up\n"));
  EXPECT_THAT(folder.names(), ElementsAre("t.gus"));
}

TEST(Run, ReportsAFailureBeforeTheRuntime) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run", "--", probe_path, "no-runtime", "2"});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors,
            "gusset: " + probe_path + ": ended with exit status 2 before it used Gusset's runtime\n");
  EXPECT_THAT(folder.names(), IsEmpty());
}

// Each refusal is one line, and an existing output file stays.
struct Refusal {
  std::string name;
  std::vector<std::string> program;
  std::string line;  ///< PROBE is a placeholder for the probe's path
  int exit_status;
};

void PrintTo(const Refusal& tested, std::ostream* out) {
  *out << tested.name;
}

class RefusalTest : public ::testing::TestWithParam<Refusal> {};

TEST_P(RefusalTest, PrintsOneLineAndKeepsTheOldTrace) {
  const TestFolder folder;
  folder.write("t.gus", "old");
  folder.write("text", "no program");
  auto words = GetParam().program;
  std::string line = GetParam().line;
  for (std::string& word : words) {
    if (word == "PROBE") word = probe_path;
  }
  if (const auto at = line.find("PROBE"); at != std::string::npos) line.replace(at, 5, probe_path);
  words.insert(words.begin(), {"run", "-o", "t.gus", "--"});
  const auto result = gusset_in(folder, words);
  EXPECT_EQ(result.errors, "gusset: " + line + "\n");
  EXPECT_EQ(result.exit_status, GetParam().exit_status);
  EXPECT_EQ(read_text(folder.file("t.gus")), "old");
  EXPECT_THAT(folder.names(), ElementsAre("t.gus", "text"));
}

INSTANTIATE_TEST_SUITE_P(
    Run, RefusalTest,
    ::testing::Values(
        Refusal{"Missing", {"./nowhere"}, "./nowhere: expected a program, found no such file", 1},
        Refusal{"MissingInPath",
                {"no-such-program-anywhere"},
                "no-such-program-anywhere: expected a program, found no such file",
                1},
        Refusal{"Folder", {"/"}, "/: expected a program, found a directory", 1},
        Refusal{"NotExecutable",
                {"./text"},
                "./text: expected a program, found a file that can't be executed",
                1},
        Refusal{"WithoutRuntime",
                {"/bin/true"},
                "/bin/true: expected a program that uses Gusset's runtime or OpenMP, found one that does not",
                1},
        Refusal{
            "ExitsAtOnce",
            {"PROBE", "leave-at-once"},
            "PROBE: expected a trace from its runtime, found none: it ended without destroying the runtime",
            1},
        Refusal{"Killed",
                {"PROBE", "die", "9"},
                "PROBE: expected a program that ends on its own, found signal 9 (Killed); it had "
                "written no trace yet",
                137},
        Refusal{"Crashed",
                {"PROBE", "die", "6"},
                "PROBE: expected a program that ends on its own, found signal 6 (Aborted); it had "
                "written no trace yet",
                134}),
    [](const auto& tested) { return tested.param.name; });

TEST(Run, UnwritableOutputFailsBeforeTheProgramStarts) {
  const TestFolder folder;
  const auto result =
      gusset_in(folder, {"run", "-o", "no/t.gus", "--", probe_path, "linger", folder.file("started")});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors,
            "gusset: no/t.gus: expected a writable file, found \"No such file or directory\"\n");
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Run, WrongOutputFormatFailsBeforeTheProgramStarts) {
  const TestFolder folder;
  const auto result =
      gusset_in(folder, {"run", "-o", "x.csv", "--", probe_path, "linger", folder.file("started")});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors,
            "gusset: run: -o: expected a name that ends in .gus (gusset convert writes other formats), found "
            "\"x.csv\"\n");
  EXPECT_THAT(folder.names(), IsEmpty());
  EXPECT_EQ(gusset_in(folder, {"run", "-o", "t.1", "--", probe_path}).exit_status, 0);
  EXPECT_THAT(folder.names(), ElementsAre("t.1"));
}

TEST(Run, InterruptReachesTheProgramAndLeavesNoFiles) {
  const TestFolder folder;
  const TestFolder temporary;
  const std::string started = folder.file("started");
  RunningProgram running({{gusset_path, "run", "-o", "t.gus", "--", probe_path, "linger", started},
                          {{"TMPDIR", temporary.path().string()}},
                          folder.path(),
                          ""});
  // The program creates the file when it begins to wait. If that never happens, the test's timeout ends the
  // test.
  while (!std::filesystem::exists(started)) std::this_thread::yield();
  kill(running.pid(), SIGINT);
  const auto result = running.wait();
  EXPECT_EQ(result.exit_status, 130);
  EXPECT_EQ(result.errors, "gusset: " + probe_path + ": stopped by signal 2 (Interrupt)\n");
  EXPECT_THAT(folder.names(), ElementsAre("started"));
  EXPECT_THAT(temporary.names(), IsEmpty());
}

TEST(Run, KilledProgramLeavesAReadableTrace) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run", "-o", "t.gus", "--", probe_path, "die-at-work", "9"});
  EXPECT_EQ(result.exit_status, 137);
  EXPECT_THAT(result.output, StartsWith("t.gus: "));
  EXPECT_THAT(result.errors, HasSubstr("gusset: t.gus: offset "));
  EXPECT_THAT(result.errors, HasSubstr("expected a program that ends on its own, found signal 9 (Killed)"));
  EXPECT_THAT(folder.names(), ElementsAre("t.gus"));
  const auto info = gusset_in(folder, {"info", "t.gus"});
  EXPECT_EQ(info.exit_status, 0) << info.errors;
  EXPECT_THAT(info.output, HasSubstr("Note: recovered from an incomplete file"));
  EXPECT_THAT(info.output, Not(HasSubstr("No task ran")));
  const auto strict = gusset_in(folder, {"info", "t.gus", "--strict"});
  EXPECT_EQ(strict.exit_status, 1);
}

TEST(Run, FullStandardOutputIsAFailure) {
  const TestFolder folder;
  const auto result =
      run_program({{gusset_path, "run", "-o", "t.gus", "--", probe_path}, {}, folder.path(), "/dev/full"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors,
            "gusset: standard output: expected a writable file, found \"No space left on device\"\n");
}

TEST(Run, ClosedStandardOutputStillWritesTheTrace) {
  const TestFolder folder;
  const auto result = run_program(
      {{"/bin/sh", "-c", "exec \"$@\" >&-", "sh", gusset_path, "run", "-o", "t.gus", "--", probe_path},
       {},
       folder.path(),
       ""});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  const auto info = gusset_in(folder, {"info", "t.gus"});
  EXPECT_EQ(info.exit_status, 0) << info.errors;
}

TEST(Run, ReportsProcessesThatReplaceEachOthersResults) {
  const TestFolder folder;
  const std::vector<std::string> twice = {"--", "/bin/sh", "-c", "\"$0\" && \"$0\"", probe_path};
  for (std::vector<std::string> command : {std::vector<std::string>{"run", "-o", "t.gus"}, {"simulate"}}) {
    command.insert(command.end(), twice.begin(), twice.end());
    const auto result = gusset_in(folder, command);
    EXPECT_EQ(result.errors,
              "gusset: /bin/sh: expected results from each of its 2 runtimes, found 1: a process that ends "
              "replaces the results of earlier ones\n");
    EXPECT_EQ(result.exit_status, 1);
  }
}

TEST(Run, ClosedPipeIsNoFailure) {
  const TestFolder folder;
  const auto made = gusset_in(folder, {"run", "-o", "t.gus", "--", probe_path});
  ASSERT_EQ(made.exit_status, 0) << made.errors;
  // The reader closes its end of the pipe, and then opens and closes the named pipe `gone`. gusset starts
  // only after that, because `cat` waits for `gone`.
  const auto result = run_program({{"/bin/sh", "-c",
                                    "mkfifo gone && { { cat gone >/dev/null; \"$0\" info t.gus; echo "
                                    "\"status $?\" >&2; } | { exec 0<&-; : >gone; }; }",
                                    gusset_path},
                                   {},
                                   folder.path(),
                                   ""});
  EXPECT_EQ(result.errors, "status 0\n");
}

}  // namespace
}  // namespace gusset::testing
