#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "example_call.hpp"
#include "run_program.hpp"
#include "sanitized.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

ProgramResult cholesky(std::vector<std::string> arguments,
                       std::map<std::string, std::string> environment = {}) {
  arguments.insert(arguments.begin(), CHOLESKY_BINARY);
  return run_program({std::move(arguments), std::move(environment), {}, ""});
}

struct Shape {
  std::string size;
  std::string blocks;
};

void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.size << " in " << shape.blocks;
}

using Factorization = std::tuple<Shape, std::string, std::string>;  ///< shape, updates, threads

class FactorizationTest : public ::testing::TestWithParam<Factorization> {};

TEST_P(FactorizationTest, ResidualIsBelowTheLimit) {
  const auto& [shape, updates, threads] = GetParam();
  const auto result =
      cholesky({"--size", shape.size, "--blocks", shape.blocks, "--updates", updates, "--check"},
               {{"GUSSET_THREADS", threads}});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_THAT(result.output, MatchesRegex("N = [0-9]+, [^:]+: [0-9.]+ s, [0-9.]+ GFlop/s\n"
                                          "residual ‖A−LLᵀ‖/‖A‖ = [0-9.e+-]+, below 1e-12\n"));
}

INSTANTIATE_TEST_SUITE_P(
    Cholesky, FactorizationTest,
    ::testing::Combine(::testing::Values(Shape{"1", "1"}, Shape{"2", "2"}, Shape{"7", "3"}, Shape{"64", "64"},
                                         Shape{"200", "1"}, Shape{"257", "6"}, Shape{"500", "7"},
                                         Shape{"6", "3x2"}, Shape{"257", "5x3"}, Shape{"500", "1x7"},
                                         Shape{"330", "2x3x4"}),
                       ::testing::Values("add", "write"), ::testing::Values("1", "2", "4")));

TEST(Cholesky, TaskGraphsAndRandomBlocksHaveTheSameResidual) {
  for (const auto& [size, blocks] :
       {Shape{"1", "1"}, Shape{"7", "7"}, Shape{"257", "6"}, Shape{"500", "13"}}) {
    for (const std::string model : {"handles", "graph"}) {
      for (const std::string sizes : {"equal", "random"}) {
        for (const std::string threads : {"1", "2", "4"}) {
          const auto result = cholesky({"--size", size, "--blocks", blocks, "--model", model, "--sizes",
                                        sizes, "--repeat", "2", "--check"},
                                       {{"GUSSET_THREADS", threads}, {"GUSSET_POLICY", "priority"}});
          EXPECT_EQ(result.exit_status, 0) << result.errors;
          EXPECT_THAT(result.output, HasSubstr(", below 1e-12\n"))
              << size << " in " << blocks << " " << model;
        }
      }
    }
  }
}

TEST(Cholesky, EachRepetitionFactorizesAFreshMatrix) {
  const auto result = cholesky({"--size", "300", "--blocks", "4", "--repeat", "3", "--check"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 4);
  EXPECT_THAT(result.output, HasSubstr(", below 1e-12\n"));
}

struct BadArguments {
  std::vector<std::string> arguments;
  std::string line;
};

void PrintTo(const BadArguments& bad, std::ostream* out) {
  for (const std::string& word : bad.arguments) *out << word << ' ';
}

class BadArgumentsTest : public ::testing::TestWithParam<BadArguments> {};

TEST_P(BadArgumentsTest, FailWithOneLineAndStatusTwo) {
  const auto result = cholesky(GetParam().arguments);
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_THAT(result.output, IsEmpty());
  EXPECT_EQ(result.errors, "cholesky: " + GetParam().line + "\n");
}

INSTANTIATE_TEST_SUITE_P(
    Cholesky, BadArgumentsTest,
    ::testing::Values(
        BadArguments{{"--size", "0"}, "--size: expected a whole number from 1 to 10000000, found \"0\""},
        BadArguments{{"--size", "12x"}, "--size: expected a whole number from 1 to 10000000, found \"12x\""},
        BadArguments{{"--size", "-4"}, "--size: expected a whole number from 1 to 10000000, found \"-4\""},
        BadArguments{{"--size", "3", "--blocks", "4"}, "--blocks: expected at most --size (3), found \"4\""},
        BadArguments{{"--size", "11", "--blocks", "3x4"},
                     "--blocks: expected at most --size (11), found \"3x4\""},
        BadArguments{{"--blocks", "3x"},
                     "--blocks: expected a whole number from 1 to 10000000, or several joined by x as in "
                     "36x6, found \"3x\""},
        BadArguments{{"--blocks", "3x0"},
                     "--blocks: expected a whole number from 1 to 10000000, or several joined by x as in "
                     "36x6, found \"3x0\""},
        BadArguments{{"--updates", "sub"}, "--updates: expected add or write, found \"sub\""},
        BadArguments{{"--repeat", "0"}, "--repeat: expected a whole number from 1 to 1000000, found \"0\""},
        BadArguments{{"--model", "graph", "--blocks", "3x2"},
                     "--blocks: expected one number with --model graph, found \"3x2\""},
        BadArguments{{"--sizes", "random", "--blocks", "3x2"},
                     "--blocks: expected one number with --sizes random, found \"3x2\""},
        BadArguments{{"--chek"}, "The following argument was not expected: --chek"}));

/// The tasks without a parent by type, and for each type the numbers of parts that they split into.
struct Split {
  std::map<std::string, std::size_t> tasks;
  std::map<std::string, std::set<std::size_t>> parts;
};

Split split_of(const traces::Trace& trace) {
  std::vector<std::size_t> children(trace.tasks.size(), 0);
  for (const traces::TaskId parent : trace.tasks.parent) {
    if (!parent.is_none()) ++children[parent.value()];
  }
  Split split;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (!trace.tasks.parent.empty() && !trace.tasks.parent[task].is_none()) continue;
    const std::string& type = trace.types[trace.tasks.type[task].value()];
    ++split.tasks[type];
    split.parts[type].insert(children[task]);
  }
  return split;
}

TEST(Cholesky, TaskTypeDeterminesTheNumberOfParts) {
  const Example program{CHOLESKY_BINARY};
  for (const std::size_t b : {1u, 2u, 5u}) {
    for (const char* threads : {"1", "2", "4"}) {
      const auto trace = program.record({"--size", "80", "--blocks", "4x" + std::to_string(b)}, threads);
      const Split split = split_of(*trace);
      EXPECT_EQ(split.tasks,
                (std::map<std::string, std::size_t>{{"gemm", 4}, {"potrf", 4}, {"syrk", 6}, {"trsm", 6}}));
      EXPECT_EQ(split.parts,
                (std::map<std::string, std::set<std::size_t>>{{"gemm", {b * b * b}},
                                                              {"potrf", {b * (b + 1) * (b + 2) / 6}},
                                                              {"syrk", {b * b * (b + 1) / 2}},
                                                              {"trsm", {b * b + b * b * (b - 1) / 2}}}));
    }
  }
}

TEST(Cholesky, NothingSplitsWithoutASecondLevel) {
  const auto trace = Example{CHOLESKY_BINARY}.record({"--size", "80", "--blocks", "4"}, "2");
  EXPECT_EQ(trace->tasks.size(), 20u);
  EXPECT_EQ(split_of(*trace).parts["gemm"], std::set<std::size_t>{0});
}

TEST(Cholesky, Level1WorkDoesNotDependOnLevels) {
  const Example program{CHOLESKY_BINARY};
  const auto flat = program.record({"--size", "81", "--blocks", "4"}, "1");
  const auto deep = program.record({"--size", "81", "--blocks", "4x3"}, "1");
  const auto declared = [](const traces::Trace& trace) {
    std::map<std::string, std::multiset<double>> work;
    for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
      if (trace.tasks.parent.empty() || trace.tasks.parent[task].is_none())
        work[trace.types[trace.tasks.type[task].value()]].insert(trace.tasks.work[task]);
    }
    return work;
  };
  EXPECT_EQ(declared(*flat), declared(*deep));
}

/// By type, the priorities that the engine got.
using Priorities = std::map<std::string, std::multiset<std::int64_t>>;

std::int64_t priority_of(const traces::Trace& trace, traces::TaskId task) {
  for (const traces::Attribute& each : trace.attributes) {
    if (each.name != traces::priority_attribute) continue;
    const auto row = each.row_of(task);
    if (row) return std::get<std::vector<std::int64_t>>(each.values).at(*row);
  }
  return 0;
}

Priorities priorities_of(const traces::Trace& trace) {
  Priorities priorities;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    priorities[trace.types[trace.tasks.type[task].value()]].insert(priority_of(trace, traces::TaskId(task)));
  }
  return priorities;
}

TEST(Cholesky, BothModelsGiveTheirTasksTheSamePriorities) {
  const Example program{CHOLESKY_BINARY};
  const auto priorities = [&program](const std::string& model, const std::string& blocks) {
    return priorities_of(*program.record({"--size", "80", "--blocks", blocks, "--model", model}, "2"));
  };
  EXPECT_EQ(
      priorities("handles", "3"),
      (Priorities{{"potrf", {10, 19, 28}}, {"trsm", {18, 27, 27}}, {"syrk", {12, 15, 21}}, {"gemm", {24}}}));
  for (const char* blocks : {"1", "3", "7"})
    EXPECT_EQ(priorities("handles", blocks), priorities("graph", blocks)) << blocks;
}

TEST(Cholesky, PartsHaveThePriorityOfTheTaskThatSplits) {
  const auto trace = Example{CHOLESKY_BINARY}.record({"--size", "80", "--blocks", "3x2"}, "2");
  std::size_t parts = 0;
  for (std::size_t task = 0; task < trace->tasks.size(); ++task) {
    const traces::TaskId parent = trace->tasks.parent[task];
    if (parent.is_none()) continue;
    ++parts;
    EXPECT_EQ(priority_of(*trace, traces::TaskId(task)), priority_of(*trace, parent)) << task;
  }
  EXPECT_EQ(parts, 3 * 4 + 3 * 6 + 3 * 6 + 8u);
}

TEST(Cholesky, HelpNamesEveryOption) {
  const auto result = cholesky({"--help"});
  EXPECT_EQ(result.exit_status, 0);
  for (const char* option :
       {"--size", "--blocks", "--updates", "--model", "--sizes", "--repeat", "--check"}) {
    EXPECT_THAT(result.output, HasSubstr(option));
  }
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(Cholesky, SimulationSkipsTheCheck) {
  const auto result = cholesky({"--size", "99792", "--blocks", "36", "--check"},
                               {{"GUSSET_ENGINE", "simulate"}, {"GUSSET_GRID", "3x3"}});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.output, "residual: not checked, as a simulation has no data\n");
}

TEST(Cholesky, SecondLevelChangesNoMessages) {
  const Example program{CHOLESKY_BINARY};
  const auto flat = program.simulate({"--size", "144", "--blocks", "12"}, ":2:1:1e-6:1e9", "3x3");
  const auto deep = program.simulate({"--size", "144", "--blocks", "12x2"}, ":2:1:1e-6:1e9", "3x3");
  for (const char* count : {"level1_tasks", "messages", "payload_bytes", "listeners"})
    EXPECT_EQ(flat["totals"][count], deep["totals"][count]) << count;
  EXPECT_GT(flat["totals"]["messages"], 0);
}

// A tile of L goes once to each node that has tasks with it, whichever way the program is written.
TEST(Cholesky, ATaskGraphSendsWhatHandlesSend) {
  const Example program{CHOLESKY_BINARY};
  for (const std::string sizes : {"equal", "random"}) {
    for (const std::string grid : {"1x1", "1x2", "3x1", "2x2", "2x3", "3x3"}) {
      const auto with = [&](const std::string& model) {
        return program.simulate({"--size", "150", "--blocks", "11", "--sizes", sizes, "--model", model},
                                ":2:1:1e-6:1e9", grid);
      };
      const auto handles = with("handles"), graph = with("graph");
      const auto messages = handles["totals"]["messages"].get<std::uint64_t>();
      EXPECT_EQ(graph["totals"]["messages"], messages) << grid;
      EXPECT_EQ(graph["totals"]["payload_bytes"],
                handles["totals"]["payload_bytes"].get<std::uint64_t>() + 16 * messages)  // their indices
          << grid;
      EXPECT_EQ(graph["totals"]["level1_tasks"], handles["totals"]["level1_tasks"]) << grid;
    }
  }
}

/// Figure 7 of the paper: N = 99 792 on nine nodes, level-2 blocks of 462 (in every row of the figure).
struct Count {
  std::string blocks, grid;
  int messages;
  int level2_tasks;  // on the busiest node
};

void PrintTo(const Count& count, std::ostream* out) {
  *out << count.blocks << " on " << count.grid;
}

class FigureSevenTest : public ::testing::TestWithParam<Count> {};

TEST_P(FigureSevenTest, IsCountedExactly) {
  if (is_sanitized && GetParam().blocks != "18x12")
    GTEST_SKIP() << "1.7 million tasks are counted once, not five times";
  const TestFolder folder;
  const auto result =
      cholesky({"--size", "99792", "--blocks", GetParam().blocks}, {{"GUSSET_ENGINE", "simulate"},
                                                                    {"GUSSET_PLATFORM", ":20::2e-6:1e10"},
                                                                    {"GUSSET_GRID", GetParam().grid},
                                                                    {"GUSSET_STATS", folder.file("s.json")}});
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  const auto statistics = nlohmann::json::parse(read_text(folder.file("s.json")));
  int busiest = 0;
  for (const auto& node : statistics["nodes"]) busiest = std::max(busiest, node["level2_tasks"].get<int>());
  EXPECT_EQ(statistics["totals"]["messages"], GetParam().messages);
  EXPECT_EQ(statistics["totals"]["level2_tasks"], 1703016);
  EXPECT_EQ(busiest, GetParam().level2_tasks);
}

INSTANTIATE_TEST_SUITE_P(Cholesky, FigureSevenTest,
                         ::testing::Values(Count{"36x6", "9x1", 4116, 256040},
                                           Count{"36x6", "1x9", 4116, 194984},
                                           Count{"36x6", "3x3", 2450, 212004},
                                           Count{"27x8", "3x3", 1352, 220320},
                                           Count{"18x12", "3x3", 578, 237384}));
#endif

}  // namespace
}  // namespace gusset::testing
