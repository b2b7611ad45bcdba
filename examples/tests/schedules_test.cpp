// Schedules found for the examples, and runs, simulations and replays that follow them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gusset/core/options.hpp"
#include "run_program.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* all_followed =
    ": 220 tasks followed the schedule, 0 were not in it; 0 of its tasks were not used\n";

constexpr const char* platform = "1:4:1:1e-6:1e9";  // one node of 4 cores

class Schedules : public ::testing::Test {
 protected:
  using Words = std::vector<std::string>;

  ProgramResult gusset(Words words) const {
    words.insert(words.begin(), GUSSET_BINARY);
    return run_program({std::move(words), {}, folder_.path(), ""});
  }
  /// `gusset`, which must succeed.
  ProgramResult done(const Words& words) const {
    ProgramResult result = gusset(words);
    EXPECT_EQ(result.exit_status, 0) << words.front() << ": " << result.errors << result.output;
    return result;
  }
  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  static Words cholesky() {
    return {"--", CHOLESKY_BINARY, "--size", "400", "--blocks", "10", "--updates", "write", "--check"};
  }
  /// Simulates cholesky with exact times.
  ProgramResult simulate(const Words& options) const {
    const Words words{"simulate", "--costs", "work:1e9",  "--platform", platform,
                      "--seeds",  "1",       "--threads", "4"};
    return gusset(with(with(words, options), cholesky()));
  }
  /// Writes the schedule of a simulation of cholesky on 4 threads to S.json.
  void find_schedule() const {
    EXPECT_EQ(simulate({"-o", "p.gus"}).exit_status, 0);
    done({"schedule", "p.gus", "--threads", "4", "--evaluations", "200", "-o", "S.json"});
  }
  json document(const std::string& name) const { return json::parse(read_text(folder_.file(name))); }

  TestFolder folder_;
};

TEST_F(Schedules, GuideARecordedProgramsNextRun) {
  done(with({"run", "-o", "t.gus", "--threads", "2"}, cholesky()));
  done({"schedule", "t.gus", "--evaluations", "100", "-o", "S.json"});
  const auto again = done(with({"run", "-o", "again.gus", "--schedule", "S.json"}, cholesky()));
  EXPECT_EQ(again.errors, std::string("gusset: S.json") + all_followed);
  EXPECT_THAT(again.output, HasSubstr("220 tasks on 2 workers"));
}

TEST_F(Schedules, AreFollowedExactlyByASimulationWithExactTimes) {
  find_schedule();
  const double found_s = document("S.json").at("found_ns").get<double>() * 1e-9;
  const auto result = simulate({"--schedule", "S.json", "--stats", "s.json", "-o", "f.gus"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.errors, std::string("gusset: S.json") + all_followed);
  EXPECT_NEAR(document("s.json").at("makespan_s").get<double>(), found_s, 0.001 * found_s);
  EXPECT_EQ(document("s.json").at("schedule"),
            json({{"known_tasks", 220}, {"unknown_tasks", 0}, {"unused_tasks", 0}}));
  const auto without = simulate({"--stats", "without.json"});
  EXPECT_EQ(without.exit_status, 0);
  EXPECT_FALSE(document("without.json").contains("schedule"));
  EXPECT_GT(document("without.json").at("makespan_s").get<double>(), found_s);
}

TEST_F(Schedules, AreFollowedByReplaysInEachForm) {
  find_schedule();
  const double found_s = document("S.json").at("found_ns").get<double>() * 1e-9;
  for (const char* form : {"guided", "flags", "strict"}) {
    const auto replay = done({"replay", "p.gus", "--schedule", "S.json", "--form", form, "--json"});
    const json statistics = json::parse(replay.output);
    EXPECT_NEAR(statistics.at("makespan_s").get<double>(), found_s, 0.001 * found_s) << form;
    EXPECT_EQ(statistics.at("schedule").at("known_tasks"), 220);
  }
  EXPECT_THAT(done({"replay", "p.gus", "--schedule", "S.json"}).output,
              HasSubstr(std::string("S.json") + ": 220 tasks followed the schedule"));
}

// ---- plans

TEST_F(Schedules, BecomeThePlansStaticSchedules) {
  if (available_cores() < 2) GTEST_SKIP() << "needs two processors";
  done({"run", "-o", "t.gus", "--threads", "2", "--", PLAN_BINARY});
  done({"schedule", "t.gus", "--evaluations", "20", "-o", "S.json"});
  for (const char* form : {"strict", "flags", "guided"}) {
    const auto again =
        done({"run", "-o", "again.gus", "--schedule", "S.json", "--form", form, "--", PLAN_BINARY});
    EXPECT_EQ(again.errors,
              "gusset: S.json: 16 tasks followed the schedule, 0 were not in it; 784 of its tasks were not "
              "used\n")
        << form;
  }
}

TEST_F(Schedules, GuidePlansWithFewerProcessorsThanWorkers) {
  const unsigned processors = available_cores();
  if (processors >= 8) GTEST_SKIP() << "needs fewer than 8 processors";
  done({"run", "-o", "t.gus", "--threads", "8", "--", PLAN_BINARY});
  done({"schedule", "t.gus", "--evaluations", "20", "-o", "S.json"});
  const auto again = done({"run", "-o", "again.gus", "--schedule", "S.json", "--", PLAN_BINARY});
  EXPECT_THAT(
      again.errors,
      HasSubstr("gusset: S.json: a plan of 16 tasks runs guided, not strictly: expected 8 processors for "
                "8 workers, found " +
                std::to_string(processors) + "\n"));
}

// ---- files that do not fit

/// A run, a simulation and a replay with S.json.
struct Attempts {
  ProgramResult run;
  ProgramResult simulation;
  ProgramResult replay;
};

class BadSchedules : public Schedules {
 protected:
  BadSchedules() { find_schedule(); }

  Attempts attempt(const std::string& threads) const {
    const Words schedule{"--schedule", "S.json"};
    Words run = with({"run", "-o", "r.gus", "--threads", threads}, schedule);
    Words simulation =
        with({"simulate", "--costs", "work:1e9", "--platform", platform, "--threads", threads}, schedule);
    return {gusset(with(run, cholesky())), gusset(with(simulation, cholesky())),
            gusset(with({"replay", "p.gus", "--threads", threads}, schedule))};
  }
  void expect(const ProgramResult& result, int status, const std::string& line) const {
    EXPECT_EQ(result.exit_status, status) << result.errors;
    EXPECT_EQ(result.errors, "gusset: " + line + "\n");
  }
  void change(const std::string& part, const std::string& replacement) const {
    std::string text = read_text(folder_.file("S.json"));
    for (std::size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + replacement.size()))
      text.replace(at, part.size(), replacement);
    folder_.write("S.json", text);
  }
};

TEST_F(BadSchedules, OfAnotherProgram) {
  change("\"cholesky\"", "\"lu\"");
  change("\"A(", "\"B(");
  const Attempts attempts = attempt("4");
  expect(attempts.run, 1, "S.json: expected a schedule of this program, found one of \"lu\"");
  expect(attempts.simulation, 1, "S.json: expected a schedule of this program, found one of \"lu\"");
  expect(attempts.replay, 1, "S.json: expected a schedule of \"cholesky\", found one of \"lu\"");
}

TEST_F(BadSchedules, AgainstTheDependencies) {
  json file = document("S.json");
  for (auto& list : file.at("workers")) std::reverse(list.begin(), list.end());
  folder_.write("S.json", file.dump());
  const Attempts attempts = attempt("4");
  for (const ProgramResult* each : {&attempts.run, &attempts.simulation}) {
    EXPECT_EQ(each->exit_status, 1);
    EXPECT_THAT(each->errors, ::testing::MatchesRegex(
                                  "gusset: S.json: expected an order that the dependencies allow, found "
                                  "'[a-z]+' on worker . before a task of worker . that it depends on "
                                  "through A\\([0-9],[0-9]\\)\n"));
  }
  expect(attempts.replay, 1,
         "S.json: expected workers' lists that the dependencies allow, found lists that wait for each other");
}

TEST_F(BadSchedules, WithMoreWorkersThanThreads) {
  const std::string line = "S.json: expected a schedule for at most 2 workers, found tasks of worker 2";
  const Attempts attempts = attempt("2");
  expect(attempts.run, 2, line);
  expect(attempts.simulation, 2, line);
  expect(attempts.replay, 1, line);
}

TEST_F(BadSchedules, BrokenOnes) {
  folder_.write("S.json", read_text(folder_.file("S.json")).substr(0, 100));
  const Attempts attempts = attempt("4");
  EXPECT_EQ(attempts.run.exit_status, 2);
  EXPECT_EQ(attempts.simulation.exit_status, 2);
  EXPECT_EQ(attempts.replay.exit_status, 1);
  for (const ProgramResult* each : {&attempts.run, &attempts.simulation, &attempts.replay}) {
    EXPECT_THAT(each->errors, ::testing::MatchesRegex("gusset: S.json: line [^\n]+\n"));
  }
}

TEST_F(BadSchedules, FormsNeedASchedule) {
  const auto result = gusset(with({"run", "--form", "flags"}, cholesky()));
  expect(result, 2, "run: --form: expected --schedule with it, found none");
  expect(gusset({"replay", "p.gus", "--form", "tight", "--schedule", "S.json"}), 2,
         "replay: --form: expected guided, strict or flags, found \"tight\"");
}

}  // namespace
}  // namespace gusset::testing
