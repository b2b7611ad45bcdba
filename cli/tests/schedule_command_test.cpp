#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "fork_join_program.hpp"
#include "gusset_call.hpp"
#include "run_program.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

// 7 ms of work, 5 ms along the critical path.
ProgramResult schedule(const TestFolder& folder, const std::vector<std::string>& options) {
  std::ofstream(folder.file("g.dot")) << "digraph g { a [weight=1]; b [weight=3]; c [weight=2]; d "
                                         "[weight=1]; a -> b; a -> c; b -> d; c -> d; }";
  std::vector<std::string> words{"schedule", "g.dot", "--evaluations", "100"};
  words.insert(words.end(), options.begin(), options.end());
  return gusset_in(folder, words);
}

// Three types on two workers. The a tasks take different times. c waits for the last a, which begins too
// late.
constexpr std::string_view late_start =
    "a|aabb.\n"
    "b.acccc\n"
    "a1: write x@0\n"
    "a2: write y@0\n"
    "a3: write z@0\n"
    "b1: write v@0\n"
    "b2: read x@1, write w@0\n"
    "c1: read z@1, write u@0\n";

TEST(ScheduleCommand, SaysWhatNoScheduleCanBeat) {
  const TestFolder folder;
  const auto result = schedule(folder, {"--threads", "2"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(
      result.output,
      "No schedule on 2 workers can be shorter than 5.00 ms (critical path); 5.00 ms was found, the "
      "shortest possible.\n"
      "Recommended: default policy (locality), 5.00 ms.\n"
      "\n"
      "schedule                               exact\n"
      "default policy (locality)            5.00 ms\n"
      "longest path first (upward rank)     5.00 ms\n"
      "guided by the found schedule         5.00 ms\n"
      "exactly the found schedule (strict)  5.00 ms\n"
      "dealt in turn (round robin)          5.00 ms\n"
      "Similar tasks all took the same time, so runs do not differ. 1 schedule was examined. Assumed: a "
      "unit of work takes 1 ms. Assumed: the runtime takes no time between tasks.\n");
}

TEST(ScheduleCommand, ComparesChoicesInDrawnRuns) {
  const TestFolder folder;
  const std::string trace = write_trace(folder, "t.gus", late_start);
  const auto json = json_of(folder, {"schedule", "t.gus", "--evaluations", "100"});
  EXPECT_EQ(json.at("format"), "gusset schedule");
  EXPECT_DOUBLE_EQ(json.at("took_s").get<double>(), 7e-3);
  EXPECT_DOUBLE_EQ(json.at("found_s").get<double>(), 6e-3);
  EXPECT_DOUBLE_EQ(json.at("bound_s").get<double>(), 5.5e-3);
  EXPECT_EQ(json.at("bound"), "work");
  EXPECT_EQ(json.at("threads"), 2);
  EXPECT_EQ(json.at("draws"), 200);
  EXPECT_EQ(json.at("durations"), "exact");
  ASSERT_EQ(json.at("choices").size(), 5u);
  for (const auto& choice : json.at("choices")) {
    EXPECT_LE(choice.at("p5_s"), choice.at("median_s"));
    EXPECT_LE(choice.at("median_s"), choice.at("p95_s"));
  }
  EXPECT_THAT(
      gusset_in(folder, {"schedule", "t.gus", "--evaluations", "100"}).output,
      ::testing::StartsWith("Took 7.00 ms on 2 workers; no schedule can be shorter than 5.50 ms "
                            "(work); 6.00 ms was found, which would save 14.3 %; no schedule can save "
                            "more than 21.4 %.\n"));
}

TEST(ScheduleCommand, TypicalDurationsMakeAPlan) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_start);
  const auto json = json_of(folder, {"schedule", "t.gus", "--evaluations", "100", "--durations", "typical"});
  EXPECT_EQ(json.at("durations"), "typical");
  EXPECT_THAT(gusset_in(folder, {"schedule", "t.gus", "--evaluations", "9", "--durations", "typical"}).output,
              HasSubstr("with typical durations"));
}

TEST(ScheduleCommand, SameSeedAndEvaluationsGiveTheSameBytes) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_start);
  for (const std::string name : {"1", "2"}) {
    const auto result = gusset_in(folder, {"schedule", "t.gus", "--evaluations", "50", "--seed", "3", "-o",
                                           "s" + name + ".json", "--trace", "b" + name + ".gus"});
    EXPECT_THAT(result.output, EndsWith("Schedule: s" + name + ".json\nTrace: b" + name + ".gus\n"));
  }
  EXPECT_EQ(read_text(folder.file("s1.json")), read_text(folder.file("s2.json")));
  EXPECT_EQ(read_text(folder.file("b1.gus")), read_text(folder.file("b2.gus")));
  EXPECT_EQ(gusset_in(folder, {"check", "b1.gus"}).exit_status, 0);
  EXPECT_EQ(json_of(folder, {"info", "b1.gus"}).at("origin"), "predicted");
}

TEST(ScheduleCommand, AStopSignalKeepsTheBestSoFar) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_start);
  const std::string progress = folder.file("progress");
  RunningProgram running(
      {{"/bin/sh", "-c",
        "exec " + gusset_path + " schedule t.gus --search 1000 --json --progress --trace b.gus 2>progress"},
       {},
       folder.path(),
       ""});
  const auto lines = [&] { return std::filesystem::exists(progress) ? read_text(progress) : ""; };
  while (!lines().ends_with("\n")) std::this_thread::yield();
  kill(running.pid(), SIGTERM);
  const auto result = running.wait();
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  const auto json = nlohmann::json::parse(result.output);
  EXPECT_EQ(json.at("interrupted"), true);
  EXPECT_EQ(json.at("comparison_stopped"), false);
  EXPECT_EQ(json.at("choices").size(), 5u);
  EXPECT_EQ(gusset_in(folder, {"check", "b.gus"}).exit_status, 0);
  std::istringstream text(lines());
  std::string line;
  std::getline(text, line);
  const auto first = nlohmann::json::parse(line);
  EXPECT_EQ(first.at("stage"), "search");
  EXPECT_GE(first.at("share"), 0.0);
  EXPECT_GE(first.at("found_s"), json.at("found_s"));
  EXPECT_EQ(first.at("bound_s"), json.at("bound_s"));
}

TEST(ScheduleCommand, ProgressAlsoSaysWhatIsCompared) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_start);
  const auto result = gusset_in(folder, {"schedule", "t.gus", "--evaluations", "10", "--progress"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(
      result.errors,
      HasSubstr(
          "{\"stage\":\"compare\",\"schedule\":\"default policy (locality)\",\"run\":0,\"runs\":200}\n"));
  EXPECT_THAT(result.output, HasSubstr("Recommended: "));
}

TEST(ScheduleCommand, RefusesTracesWithoutASchedule) {
  const TestFolder folder;
  write_trace(folder, "t.gus", "ab");
  auto result = gusset_in(folder, {"schedule", "t.gus"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors,
            "gusset: t.gus: expected recorded accesses or dependencies, which say what a schedule must "
            "respect, found neither\n");
  traces::Trace openmp = *traces::testing::trace_from_text("ab\nb1: after a1");
  openmp.metadata.runtime = traces::openmp_runtime;
  write_trace(folder, "o.gus", openmp);
  result = gusset_in(folder, {"schedule", "o.gus"});
  EXPECT_THAT(result.errors, HasSubstr("found an OpenMP program"));
}

// The main task creates a at 1 µs, waits for it from 4 to 8 µs, and ends at 10 µs. Task a begins late.
TEST(ScheduleCommand, SchedulesTheStrandsOfOpenMpPrograms) {
  const TestFolder folder;
  traces::testing::ForkJoinProgram program(2);
  const traces::TaskId main = program.task("main");
  const traces::TaskId a = program.task("a", main, 1000);
  program.run(0, main, 0, 10000);
  program.wait(0, main, 4000, 8000, traces::TaskWait::Kind::taskwait);
  program.run(1, a, 5000, 8000);
  write_trace(folder, "o.gus", program.trace());
  const auto result = gusset_in(folder, {"schedule", "o.gus", "--evaluations", "10"});
  EXPECT_EQ(
      result.output,
      "Took 10.0 µs on 2 workers; no schedule can be shorter than 6.00 µs (critical path); 6.00 µs was "
      "found, the shortest possible, which would save 40.0 %.\n"
      "This assumes that a task may continue on any thread after it has created a task, waited or taken a "
      "lock, that loops stay divided as they were, and that barriers and starting tasks take no time. Runs "
      "of OpenMP programs are not compared.\n");
  EXPECT_EQ(json_of(folder, {"schedule", "o.gus", "--evaluations", "10"}).at("strands"), true);
  EXPECT_EQ(
      gusset_in(folder, {"schedule", "o.gus", "-o", "s.json"}).errors,
      "gusset: o.gus: expected a program that uses Gusset's runtime (for -o and --trace), found an OpenMP "
      "program\n");
}

TEST(ScheduleCommand, RefusesBadOptions) {
  const TestFolder folder;
  const auto errors = [&](const std::vector<std::string>& options) {
    const auto result = schedule(folder, options);
    EXPECT_EQ(result.exit_status, 2);
    return result.errors;
  };
  EXPECT_EQ(errors({"--search", "1"}),
            "gusset: schedule: --search: expected no --evaluations with it, found both\n");
  EXPECT_THAT(errors({"--durations", "mean"}), HasSubstr("expected exact or typical"));
  EXPECT_THAT(errors({"--threads", "0"}), HasSubstr("--threads"));
  EXPECT_THAT(errors({"--trace", "b.json"}),
              HasSubstr("schedule: --trace: expected a name that ends in .gus"));
  EXPECT_THAT(errors({"-o", "g.dot"}), HasSubstr("the same file"));
}

}  // namespace
}  // namespace gusset::testing
