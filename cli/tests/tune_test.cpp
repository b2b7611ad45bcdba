// Tests sweeps of a program that crashes, hangs or refuses its arguments in some configurations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "gusset_call.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

using Words = std::vector<std::string>;

// Runs gusset tune -o s.json OPTIONS -- PROBE PROGRAM in the folder.
ProgramResult tune(const TestFolder& folder, const Words& options, const Words& program) {
  Words words{"tune", "-o", "s.json"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"--", probe_path});
  words.insert(words.end(), program.begin(), program.end());
  return gusset_in(folder, words);
}

json sweep_in(const TestFolder& folder) {
  return json::parse(read_text(folder.file("s.json")));
}

std::vector<std::string> reasons_in(const TestFolder& folder) {
  std::vector<std::string> reasons;
  const json sweep = sweep_in(folder);
  for (const json& row : sweep.at("configurations")) {
    const json& reason = row.at("screen").at("reason");
    reasons.push_back(reason.is_null() ? "" : reason.get<std::string>());
  }
  return reasons;
}

const Words timed{"--platform", ":2:1:1e-3:1e6", "--threads", "1", "--seeds", "1"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Tune, RanksEveryCombination) {
  const TestFolder folder;
  const auto result =
      tune(folder, with(timed, {"--param", "work=1e6,3e6", "--grid", "1x1,1x2", "--csv", "s.csv"}),
           {"steps", "{work}"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  // One node runs a step and its total, 1 ms each. On two nodes, the second total waits 2.192 ms for 1192
  // bytes.
  EXPECT_THAT(
      result.output,
      StartsWith("Block sizes can't be compared, because tasks of all sizes are assumed to run at one "
                 "rate; at that rate, 1x1 with work=1e6 is fastest: 2.00 ms (one seed); next is 1x2, "));
  EXPECT_THAT(result.output, HasSubstr("; 1x1 sends nothing"));
  EXPECT_THAT(result.output, HasSubstr("\nrank  grid  nodes  work "));
  EXPECT_THAT(result.output,
              EndsWith("\nSweep: s.json (gusset render s.json -o F.png draws it)\nTable: s.csv\n"));
  EXPECT_THAT(folder.names(), ElementsAre("s.csv", "s.json"));
  const json sweep = sweep_in(folder);
  ASSERT_EQ(sweep.at("configurations").size(), 4u);
  const json& second = sweep.at("configurations").at(1);
  EXPECT_EQ(second.at("grid"), "1x2");
  EXPECT_EQ(second.at("screen").at("measures").at("network"), "fast");
  EXPECT_EQ(second.at("screen").at("measures").at("messages"), 1);
}

TEST(Tune, PrintsMediansWithRangesOverSeeds) {
  const TestFolder folder;
  const auto result = tune(folder,
                           {"--platform", ":2:1:1e-3:1e6", "--threads", "1", "--grid", "1x2", "--param",
                            "work=1e6,1.00001e6,2e6", "--confirm", "0"},
                           {"steps", "{work}"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr(" ms over 10 seeds); next is work="));
  EXPECT_THAT(result.output, HasSubstr("How much runs vary is not known"));
  EXPECT_THAT(result.output, HasSubstr("\n2 "));
  EXPECT_THAT(result.output, HasSubstr("\n3 "));
  EXPECT_THAT(result.output, Not(HasSubstr("one seed")));
  const json sweep = sweep_in(folder);
  EXPECT_EQ(sweep.at("sweep").at("seeds"), 10);
  const json& measures = sweep.at("configurations").at(0).at("screen").at("measures");
  EXPECT_EQ(measures.at("makespan_range_s").at("seeds"), 10);
  EXPECT_LT(measures.at("makespan_range_s").at("min"), measures.at("makespan_range_s").at("max"));
  EXPECT_EQ(measures.at("balance_of"), "work");
  EXPECT_EQ(measures.at("memory_of"), "peak_memory_bytes");
}

TEST(Tune, ConfirmsTheBestWithTheReferenceNetwork) {
  const TestFolder folder;
  const auto simgrid = gusset_in(folder, {"simulate", "--network", "simgrid", "--", probe_path});
  if (simgrid.exit_status == 2) GTEST_SKIP() << "built without SimGrid";
  const Words options = with(timed, {"--param", "work=1e6,2e6,3e6,4e6", "--grid", "1x2"});
  ASSERT_EQ(tune(folder, with(options, {"--confirm", "2"}), {"steps", "{work}"}).exit_status, 0);
  const json rows = sweep_in(folder).at("configurations");
  EXPECT_THAT(rows.at(0).at("confirm").at("measures").at("network").get<std::string>(),
              StartsWith("SimGrid"));
  EXPECT_FALSE(rows.at(1).at("confirm").is_null());
  EXPECT_TRUE(rows.at(2).at("confirm").is_null());
  // With a larger --confirm, the same command keeps the sweep and only confirms more.
  ASSERT_EQ(tune(folder, with(options, {"--confirm", "3"}), {"steps", "{work}"}).exit_status, 0);
  EXPECT_FALSE(sweep_in(folder).at("configurations").at(2).at("confirm").is_null());
  EXPECT_TRUE(sweep_in(folder).at("configurations").at(3).at("confirm").is_null());
}

TEST(Tune, FailingProgramsBecomeRowsWithReasons) {
  const TestFolder folder;
  const auto result =
      tune(folder,
           with(timed, {"--timeout", "4", "--param",
                        "what=steps,die,linger,refuse,no-runtime,two-runtimes,leave-at-once,nonsense"}),
           {"{what}", "9"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(reasons_in(folder),
              ElementsAre("", "signal 9 (Killed)", "timed out after 4.00 s",
                          "exit status 2: probe: --tiles: expected at most 4, found \"9\"", "exit status 9",
                          probe_path + ": expected exactly one runtime, found 2",
                          probe_path + ": expected statistics from its runtime, found none: it ended without "
                                       "destroying the runtime",
                          "exit status 64"));
  EXPECT_THAT(result.output, HasSubstr("what=steps is fastest: "));
  EXPECT_THAT(result.output, HasSubstr("\nFailed: what=linger: timed out after 4.00 s\n"));
}

TEST(Tune, RejectedSettingsBecomeRowsThatNameTheOption) {
  const TestFolder folder;
  const auto result =
      tune(folder, {"--platform", "2:2:1:1e-3:1e6", "--grid", "1x2,2x2", "--threads", "1,3"}, {"steps"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(reasons_in(folder),
              ElementsAre("", "--threads: expected at most 2, the cores per node of 2:2:1:1e-3:1e6, found 3",
                          "--grid: expected a grid of 2 nodes, as in 2:2:1:1e-3:1e6, found 2x2 of 4 nodes",
                          "--grid: expected a grid of 2 nodes, as in 2:2:1:1e-3:1e6, found 2x2 of 4 nodes"));
}

TEST(Tune, UnknownPolicyBecomesARow) {
  const TestFolder folder;
  ASSERT_EQ(tune(folder, with(timed, {"--policy", "fifo,fastest"}), {"steps"}).exit_status, 0);
  EXPECT_THAT(reasons_in(folder), ElementsAre("", HasSubstr("fastest")));
}

TEST(Tune, GridWithOtherNodesBecomesARow) {
  const TestFolder folder;
  ASSERT_EQ(tune(folder, with(timed, {"--nodes", "1,2", "--grid", "1x1,2x1,1x3"}), {"steps"}).exit_status, 0);
  EXPECT_THAT(reasons_in(folder),
              ElementsAre("", "", "--grid: expected a number of nodes from --nodes, found \"1x3\" with 3"));
}

TEST(Tune, FailsWithoutAUsableConfiguration) {
  const TestFolder folder;
  const auto result = tune(folder, with(timed, {"--param", "n=1,2"}), {"refuse", "{n}"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_THAT(result.output, StartsWith("None of 2 configurations could be simulated.\n"));
  EXPECT_THAT(result.output, HasSubstr("Failed: n=1; n=2: exit status 2: probe: --tiles: expected"));
}

TEST(Tune, MissingProgramIsOneLine) {
  const TestFolder folder;
  const auto result =
      gusset_in(folder, with({"tune", "-o", "s.json"}, with(timed, {"--grid", "1x1,1x2", "--", "./no"})));
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: ./no: expected a program, found no such file\n");
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Tune, UnwritableOutputFailsBeforeTheRunStarts) {
  const TestFolder folder;
  const auto result = gusset_in(
      folder, with({"tune", "-o", "no/s.json"}, with(timed, {"--", probe_path, "tick", "log", "1"})));
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors,
            "gusset: no/s.json: expected a writable file, found \"No such file or directory\"\n");
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Tune, KeepsAFileThatIsNotASweep) {
  const TestFolder folder;
  folder.write("s.json", "{\"traceEvents\": []}");
  const auto result = tune(folder, timed, {"steps"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: s.json: format: expected \"gusset sweep\", found nothing\n");
  EXPECT_EQ(read_text(folder.file("s.json")), "{\"traceEvents\": []}");
}

TEST(Tune, TriesAllGridsOfEachNumberOfNodes) {
  const TestFolder folder;
  const auto result = tune(folder, with(timed, {"--nodes", "1,4", "--grid", "all"}), {"steps"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(sweep_in(folder).at("sweep").at("grids"), json({"1x1", "1x4", "2x2", "4x1"}));
  ASSERT_EQ(tune(folder, with(timed, {"--nodes", "6,9", "--restart"}), {"steps"}).exit_status, 0);
  EXPECT_EQ(sweep_in(folder).at("sweep").at("grids"), json({"2x3", "3x3"}));
}

TEST(Tune, ProposesBlocks) {
  const TestFolder folder;
  const auto result =
      tune(folder, {"--platform", "4:4:1:1e-3:1e6", "--param", "blocks=auto", "--objective", "bytes"},
           {"steps", "{blocks}", "0", "--size", "960"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(sweep_in(folder).at("sweep").at("parameters").at(0).at("values"), json({"8", "16", "32", "64"}));
}

TEST(Tune, MinimisesBytesAndBalanceWithoutCosts) {
  const TestFolder folder;
  const Words options{"--grid", "1x2,1x4", "--threads", "1"};
  const auto result = tune(folder, with(options, {"--objective", "bytes"}), {"steps"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output,
              StartsWith("1x2 sends the fewest bytes: 1.00 kB; next is 1x4, with 200 % more; "));
  EXPECT_THAT(result.output, Not(HasSubstr("time")));
  // Another objective for the same sweep needs no new simulation.
  const auto again = tune(folder, with(options, {"--objective", "balance"}), {"steps"});
  EXPECT_THAT(again.output, StartsWith("1x2 is best balanced: its busiest node has 1.500 times the mean"));
}

TEST(Tune, ResumesAStoppedSweep) {
  const TestFolder folder;
  const Words options = with(timed, {"--param", "n=1,2,3"});
  const Words program{"tick", "log", "{n}"};
  ASSERT_EQ(tune(folder, with(options, {"--jobs", "1"}), program).exit_status, 0);
  EXPECT_EQ(read_text(folder.file("log")), "1\n2\n3\n");
  const std::string first = read_text(folder.file("s.json"));
  // This is the file of a sweep that was stopped before the second configuration.
  json sweep = sweep_in(folder);
  sweep["configurations"][1]["screen"] = nullptr;
  folder.write("s.json", sweep.dump());
  EXPECT_EQ(tune(folder, options, program).exit_status, 0);
  EXPECT_EQ(read_text(folder.file("log")), "1\n2\n3\n2\n");
  EXPECT_EQ(tune(folder, with(options, {"--restart", "--jobs", "1"}), program).exit_status, 0);
  EXPECT_EQ(read_text(folder.file("log")), "1\n2\n3\n2\n1\n2\n3\n");
}

TEST(Tune, RejectsAFileWithAnotherSweep) {
  const TestFolder folder;
  folder.write("costs.txt", "");
  ASSERT_EQ(tune(folder, with(timed, {"--param", "n=1,2"}), {"steps", "{n}"}).exit_status, 0);
  const std::string before = read_text(folder.file("s.json"));
  const auto result = tune(folder, with(timed, {"--param", "n=1,3"}), {"steps", "{n}"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors,
            "gusset: s.json: expected this command's sweep (--restart starts over), found one with another "
            "--param\n");
  EXPECT_EQ(read_text(folder.file("s.json")), before);
}

TEST(Tune, ChangedPlatformFileIsAnotherSweep) {
  const TestFolder folder;
  folder.write("p.json",
               R"({"cores": 2, "gflops_per_core": 1, "latency_s": 1e-6, "bandwidth_bytes_per_s": 1e9})");
  ASSERT_EQ(tune(folder, {"--platform", "p.json"}, {"steps"}).exit_status, 0);
  folder.write("p.json",
               R"({"cores": 2, "gflops_per_core": 2, "latency_s": 1e-6, "bandwidth_bytes_per_s": 1e9})");
  const auto result = tune(folder, {"--platform", "p.json"}, {"steps"});
  EXPECT_THAT(result.errors, EndsWith("found one with another --platform\n"));
}

TEST(Tune, InterruptKeepsFinishedConfigurations) {
  const TestFolder folder;
  const TestFolder temporary;
  const std::string started = folder.file("started");
  const Words options = with(timed, {"--jobs", "1", "--param", "what=steps,linger"});
  Words words = with({gusset_path, "tune", "-o", "s.json"}, options);
  words = with(words, {"--", probe_path, "{what}", "5"});
  words.back() = "5";
  RunningProgram running({words, {{"TMPDIR", temporary.path().string()}}, folder.path(), ""});
  while (!std::filesystem::exists(folder.file("5"))) std::this_thread::yield();
  kill(running.pid(), SIGINT);
  const auto result = running.wait();
  EXPECT_EQ(result.exit_status, 130);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(result.errors,
            "gusset: tune: stopped by signal 2 (Interrupt); s.json keeps 1 of 2 configurations, and the same "
            "command resumes it\n");
  EXPECT_THAT(folder.names(), ElementsAre("5", "s.json"));
  EXPECT_THAT(temporary.names(), IsEmpty());
  const json rows = sweep_in(folder).at("configurations");
  EXPECT_FALSE(rows.at(0).at("screen").at("measures").is_null());
  EXPECT_TRUE(rows.at(1).at("screen").is_null());
}

TEST(Tune, MemoryLimitLeavesOutConfigurations) {
  const TestFolder folder;
  // Node 0 receives 1000 bytes from each other node.
  const auto result = tune(
      folder, with(timed, {"--grid", "1x1,1x2,1x4", "--objective", "balance", "--memory-limit", "2.5kB"}),
      {"steps"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("\nLeft out because a node would need more than 2.50 kB: 1x4\n"));
  const auto none = tune(folder, with(timed, {"--grid", "1x1,1x2,1x4", "--memory-limit", "10"}), {"steps"});
  EXPECT_EQ(none.exit_status, 1);
  EXPECT_THAT(none.output,
              StartsWith("No configuration fits into 10 B per node: 1x1 needs the least, 1.01 kB.\n"));
}

TEST(Tune, BudgetsLeaveOutConfigurations) {
  const TestFolder folder;
  // One node takes 2 ms; two nodes more, because the second total waits for a message.
  const Words options = with(timed, {"--grid", "1x1,1x2"});
  const auto slow = tune(folder, with(options, {"--max-time", "2.5ms"}), {"steps"});
  EXPECT_EQ(slow.exit_status, 0) << slow.errors;
  EXPECT_THAT(slow.output, HasSubstr("\nLeft out because they may take longer than 2.50 ms: 1x2\n"));
  EXPECT_THAT(slow.output, HasSubstr("\ntoo slow   1x2 "));
  EXPECT_THAT(slow.output, HasSubstr("To run the best: gusset run --threads 1 "));
  const auto none = tune(folder, with(options, {"--max-core-hours", "1e-9"}), {"steps"});
  EXPECT_EQ(none.exit_status, 1);
  EXPECT_THAT(none.output, StartsWith("No configuration keeps to 1e-09 core-hours: 1x1 comes nearest, "));
  EXPECT_THAT(none.output, Not(HasSubstr("To run the best")));
}

TEST(Tune, SearchLeavesOutConfigurationsAndIsResumed) {
  const TestFolder folder;
  const Words options{"--platform", ":2:1:1e-3:1e6", "--threads",
                      "1,2",        "--seeds",       "3",
                      "--search",   "--param",       "work=1e6,2e6,3e6,4e6,5e6,6e6,7e6",
                      "--param",    "n=1,2,3,4,5"};
  const Words program{"tick", "log", "{work}", "{n}"};
  const auto result = tune(folder, options, program);
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("\nThe search left out "));
  const auto runs = [&] {
    const std::string log = read_text(folder.file("log"));
    return std::count(log.begin(), log.end(), '\n');
  };
  const auto ran = runs();
  EXPECT_LT(ran, 70);
  EXPECT_EQ(tune(folder, options, program).output, result.output);
  EXPECT_EQ(runs(), ran) << "nothing is simulated again";
  EXPECT_EQ(sweep_in(folder).at("search"), true);
}

TEST(Tune, SearchOfCountsNeedsOneSimulationOfEach) {
  const TestFolder folder;
  const auto result =
      tune(folder, {"--grid", "1x2,2x1", "--threads", "1", "--objective", "bytes", "--search"}, {"steps"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  const json sweep = sweep_in(folder);
  for (const json& row : sweep.at("configurations")) {
    EXPECT_FALSE(row.contains("one_seed"));
    EXPECT_FALSE(row.at("screen").is_null());
  }
}

TEST(Tune, NamesConfigurationsThatThePlatformsMemoryCannotHold) {
  const TestFolder folder;
  std::ofstream(folder.path() / "p.json")
      << R"({"cores": 2, "gflops_per_core": 1, "latency_s": 1e-3, "bandwidth_bytes_per_s": 1e6,
             "memory_bytes": 2500})";
  const auto result = tune(folder,
                           {"--platform", "p.json", "--threads", "1", "--seeds", "1", "--grid", "1x1,1x2,1x4",
                            "--objective", "balance"},
                           {"steps"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("\nFailed: 1x4: "));
  EXPECT_THAT(result.output, HasSubstr("p.json: expected at most 2.50 kB on each node, found "));
  // A search refuses the configuration as well, after its first seed.
  const auto searched = tune(folder,
                             {"--platform", "p.json", "--threads", "1", "--seeds", "3", "--grid",
                              "1x1,1x2,1x4", "--search", "--restart"},
                             {"steps"});
  EXPECT_EQ(searched.exit_status, 0) << searched.errors;
  EXPECT_THAT(searched.output, HasSubstr("\nFailed: 1x4: "));
  EXPECT_THAT(searched.output, Not(HasSubstr("The search left out")));
}

TEST(Tune, NoCommandMistakesASweepForATrace) {
  const TestFolder folder;
  ASSERT_EQ(tune(folder, timed, {"steps"}).exit_status, 0);
  const std::string refusal =
      "gusset: s.json: expected a trace, found a \"gusset sweep\" document (gusset render draws it)\n";
  for (const char* command : {"info", "report", "stats", "idle", "efficiency", "critical-path", "check"}) {
    const auto result = gusset_in(folder, {command, "s.json"});
    EXPECT_EQ(result.exit_status, 1) << command;
    EXPECT_EQ(result.errors, refusal) << command;
  }
  for (const Words& words :
       {Words{"compare", "s.json", "s.json"}, Words{"convert", "s.json", "x.gus"},
        Words{"calibrate", "s.json", "-o", "c.json"}, Words{"graph", "s.json", "-o", "x.dot"},
        Words{"replay", "s.json"}, Words{"why", "s.json", "1"},
        Words{"render", "s.json", "s.json", "-o", "x.png"}}) {
    EXPECT_EQ(gusset_in(folder, words).errors, refusal) << words.front();
  }
  EXPECT_THAT(folder.names(), ElementsAre("s.json"));
}

TEST(Tune, NoCommandMistakesASweepsTableForATrace) {
  const TestFolder folder;
  ASSERT_EQ(
      tune(folder, with(timed, {"--param", "type=1,2", "--csv", "s.csv"}), {"steps", "{type}"}).exit_status,
      0);
  EXPECT_THAT(gusset_in(folder, {"info", "s.csv"}).errors, HasSubstr("s.csv: expected a trace"));
}

TEST(Tune, RenderDrawsASweep) {
  const TestFolder folder;
  ASSERT_EQ(tune(folder, with(timed, {"--param", "work=1e6,3e6,x", "--nodes", "1,2", "--grid", "all"}),
                 {"steps", "{work}"})
                .exit_status,
            0);
  for (const char* name : {"f.png", "f.pdf", "f.svg"}) {
    const auto result = gusset_in(folder, {"render", "s.json", "-o", name});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_EQ(result.output, std::string(name) + ": a sweep of 9 configurations\n");
  }
  const std::string svg = read_text(folder.file("f.svg"));
  for (const char* text : {"1x1 with work=1e6 is fastest", "Time by configuration", "process grid", "failed",
                           "Scaling: time of the best grid", "time [ms]", "nodes", "core-hours",
                           "Front of time and core-hours"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
}

TEST(Tune, DamagedSweepIsOneLine) {
  const TestFolder folder;
  folder.write("s.json", R"({"format": "gusset sweep", "version": 7})");
  const auto drawn = gusset_in(folder, {"render", "s.json", "-o", "f.png"});
  EXPECT_EQ(drawn.exit_status, 1);
  EXPECT_EQ(drawn.errors, "gusset: s.json: version: expected 1, found 7\n");
  EXPECT_EQ(tune(folder, timed, {"steps"}).errors, "gusset: s.json: version: expected 1, found 7\n");
  EXPECT_THAT(folder.names(), ElementsAre("s.json"));
}

}  // namespace
}  // namespace gusset::testing
