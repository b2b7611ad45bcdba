#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#ifdef GUSSET_HAS_SIMULATOR
#include "gusset/simulator/predict/replay.hpp"
#endif
#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/traces/model/validate.hpp"
#include "run_program.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;

const std::filesystem::path lessons = std::filesystem::path(GUSSET_SOURCE_DIR) / "examples/lessons";

/// The number of a graph's tasks and their total weight, as examples/lessons/README.md (the page) states
/// them.
struct Lesson {
  std::size_t tasks;
  double weight;
};

const std::map<std::string, Lesson> graphs = {
    {"granularity", {38, 63}}, {"adds", {18, 30}},       {"anomaly", {9, 34}}, {"stealing", {13, 31}},
    {"grids", {35, 173}},      {"completion", {14, 23}}, {"found", {6, 18}},   {"flags", {6, 20}}};

TEST(Lessons, AllGraphsAreReadCompletely) {
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(lessons)) {
    if (entry.path().extension() != ".dot") continue;
    ++found;
    const std::string name = entry.path().stem().string();
    ASSERT_TRUE(graphs.contains(name)) << name;
    const auto read = traces::read_trace(entry.path(), {.strict = true});
    ASSERT_TRUE(read.ok()) << read.error().message();
    const traces::Trace& trace = *read.value().trace;
    EXPECT_EQ(trace.tasks.size(), graphs.at(name).tasks) << name;
    ASSERT_TRUE(trace.recorded.work) << name;
    EXPECT_EQ(std::accumulate(trace.tasks.work.begin(), trace.tasks.work.end(), 0.0), graphs.at(name).weight)
        << name;
    EXPECT_TRUE(trace.recorded.dependencies) << name;
  }
  EXPECT_EQ(found, graphs.size());
}

TEST(Lessons, PageHasTwoCommandsPerLesson) {
  const std::string page = read_text(lessons / "README.md");
  for (const auto& [name, graph] : graphs) {
    EXPECT_THAT(page, HasSubstr("](" + name + ".dot)"));
    const std::string command = "\n    gusset replay " + name + ".dot --threads ";
    std::size_t commands = 0;
    for (auto at = page.find(command); at != std::string::npos; at = page.find(command, at + 1)) ++commands;
    EXPECT_EQ(commands, 2u) << name;
  }
}

#ifdef GUSSET_HAS_SIMULATOR
/// The page's result for each of its commands, in units of weight.
struct Expected {
  std::string lesson;
  unsigned threads;
  std::string policy;
  double units;
};

TEST(Lessons, PageMatchesReplay) {
  for (const auto& [lesson, threads, policy, units] :
       {Expected{"granularity", 2, "fifo", 36}, Expected{"granularity", 4, "fifo", 23},
        Expected{"adds", 4, "fifo", 15}, Expected{"adds", 2, "fifo", 20}, Expected{"anomaly", 3, "fifo", 12},
        Expected{"anomaly", 4, "fifo", 15}, Expected{"stealing", 2, "static", 25},
        Expected{"stealing", 2, "locality", 16}, Expected{"grids", 8, "fifo", 69},
        Expected{"grids", 2, "fifo", 93}, Expected{"completion", 3, "fifo", 17},
        Expected{"completion", 1, "fifo", 23}, Expected{"found", 2, "fifo", 12}}) {
    const auto read = traces::read_trace(lessons / (lesson + ".dot"));
    ASSERT_TRUE(read.ok()) << read.error().message();
    simulator::ReplayInputs inputs;
    inputs.threads = threads;
    inputs.policy = policy;
    const auto replayed = simulator::replay(*read->trace, inputs);
    ASSERT_TRUE(replayed.ok()) << replayed.error().message();
    EXPECT_NEAR(*replayed->statistics.makespan_s / simulator::assumed_seconds_per_work, units, 1e-9)
        << lesson << " on " << threads << " by " << policy;
    const auto valid = traces::validate(replayed->trace, lesson);
    EXPECT_TRUE(valid.ok()) << valid.error().message();
  }
}

TEST(Lessons, StealingLessonStatesWhatIsStolenAndTheLimit) {
  const auto read = traces::read_trace(lessons / "stealing.dot");
  ASSERT_TRUE(read.ok()) << read.error().message();
  const auto schedule = [&read](const std::string& policy) {
    simulator::ReplayInputs inputs;
    inputs.threads = 2;
    inputs.policy = policy;
    auto replayed = simulator::replay(*read->trace, inputs);
    EXPECT_TRUE(replayed.ok()) << replayed.error().message();
    return std::move(replayed).value().trace;
  };
  const auto is_stolen = [](const traces::Attribute& attribute) {
    return attribute.name == traces::stolen_from && !attribute.tasks.empty();
  };
  const traces::Trace dealt = schedule("static");
  EXPECT_TRUE(std::ranges::none_of(dealt.attributes, is_stolen));
  const traces::Trace trace = schedule("locality");
  const auto stolen = std::ranges::find_if(trace.attributes, is_stolen);
  ASSERT_NE(stolen, trace.attributes.end());
  EXPECT_EQ(stolen->tasks.size(), 6u) << "worker 1 steals six tasks, all from worker 0";
  double before_barrier = 0;
  for (const double work : read->trace->tasks.work) before_barrier += work;
  before_barrier -= 1;
  EXPECT_EQ(before_barrier / 2 + 1, 16.0) << "no schedule on two workers is shorter";
}

/// The units that the replay of a lesson with its schedule file takes.
double units_with_schedule(const std::string& lesson, const std::vector<std::string>& form) {
  std::vector<std::string> words{GUSSET_BINARY, "replay",     lesson + ".dot",  "--threads",
                                 "2",           "--schedule", lesson + ".json", "--json"};
  words.insert(words.end(), form.begin(), form.end());
  const auto result = run_program({words, {}, lessons.string(), ""});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  const auto json = nlohmann::json::parse(result.output, nullptr, false);
  return json.is_object() ? json.at("makespan_s").get<double>() / simulator::assumed_seconds_per_work : 0.0;
}

TEST(Lessons, PageMatchesReplayWithSchedules) {
  EXPECT_NEAR(units_with_schedule("found", {}), 9.0, 1e-9);
  EXPECT_NEAR(units_with_schedule("flags", {"--form", "strict"}), 14.0, 1e-9);
  EXPECT_NEAR(units_with_schedule("flags", {"--form", "flags"}), 12.0, 1e-9);
  EXPECT_NEAR(units_with_schedule("flags", {"--form", "guided"}), 10.0, 1e-9);
}
#endif

}  // namespace
}  // namespace gusset::testing
