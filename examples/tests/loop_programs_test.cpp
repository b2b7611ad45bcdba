// The programs made of loops: ocean, poisson2d, rk4, sparselu and loops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::string>;

struct LoopProgram {
  std::string name;
  Example example;
  std::vector<Words> arguments;  ///< each makes a small problem of a different shape
  std::string success;           ///< what the program prints if its result is right
  std::size_t tasks = 0;         ///< of the first arguments
};

void PrintTo(const LoopProgram& program, std::ostream* out) {
  *out << program.name;
}

const std::vector<LoopProgram>& programs() {
  static const std::vector<LoopProgram> all{
      {"rk4",
       {RK4_BINARY},
       {{"--size", "1000", "--chunk", "100", "--steps", "7"},
        {"--size", "101", "--chunk", "13", "--steps", "4"},
        {"--size", "5", "--chunk", "1", "--steps", "3"},
        {"--size", "1", "--chunk", "9", "--steps", "2"},
        {"--steps", "0", "--size", "10"}},
       ", below 1e-12\n",
       7 * 8 * 10},
      {"poisson2d",
       {POISSON2D_BINARY, true},
       {{"--size", "40", "--chunk", "5", "--sweeps", "9"},
        {"--size", "41", "--chunk", "6", "--sweeps", "9", "--together"},
        {"--size", "3", "--chunk", "1", "--sweeps", "4"},
        {"--size", "1", "--chunk", "1", "--sweeps", "1"},
        {"--size", "4", "--sweeps", "0"}},
       ": right\n",
       9 * 2 * 8},
      {"sparselu",
       {SPARSELU_BINARY},
       {{"--blocks", "5", "--block-size", "8", "--times", "2"},
        {"--blocks", "9", "--block-size", "7", "--times", "3"},
        {"--blocks", "1", "--block-size", "5"},
        {"--blocks", "14", "--block-size", "1"}},
       ", below 1e-12\n",
       2 * (19 + 5 + 3 * (2 + 2 + 4) + (1 + 1 + 1))},
      {"ocean",
       {OCEAN_BINARY},
       {{"--levels", "4", "--chunk", "4", "--cycles", "3"},
        {"--levels", "6", "--chunk", "7", "--cycles", "8"},
        {"--levels", "3", "--chunk", "1", "--cycles", "5"},
        {"--levels", "1", "--cycles", "1"},
        {"--levels", "3", "--cycles", "0"}},
       ", below ",
       3 * ((4 + 2 + 1) * 6 + 2 + (2 + 1 + 1) + (4 + 2 + 1))},
      {"q12",
       {LOOPS_BINARY, true},
       {{"--program", "q12", "--size", "3000", "--chunk", "250", "--times", "3"},
        {"--program", "q12", "--size", "20011", "--chunk", "777", "--times", "2"},
        {"--program", "q12", "--size", "1", "--chunk", "9"}},
       ": right\n",
       3 * (1 + 12 + 12)},
      {"su3",
       {LOOPS_BINARY, true},
       {{"--program", "su3", "--size", "60", "--chunk", "10", "--times", "3"},
        {"--program", "su3", "--size", "101", "--chunk", "17", "--times", "2"},
        {"--program", "su3", "--size", "1"}},
       ": right\n",
       3 * 2 * 6}};
  return all;
}

Words with(Words arguments, const std::string& more) {
  if (!more.empty()) arguments.push_back(more);
  return arguments;
}

class LoopPrograms : public ::testing::TestWithParam<LoopProgram> {};

TEST_P(LoopPrograms, ComputeTheRightResultInEachFormOnAnyNumberOfThreads) {
  for (const Words& arguments : GetParam().arguments) {
    for (const char* form : {"", "--plan", "--static"}) {
      for (const char* threads : {"1", "2", "5"}) {
        const auto result = GetParam().example.run(with(arguments, form), {{"GUSSET_THREADS", threads}});
        EXPECT_EQ(result.exit_status, 0) << form << ", " << threads << " threads: " << result.output;
        EXPECT_THAT(result.output, HasSubstr(GetParam().success));
      }
    }
  }
}

TEST_P(LoopPrograms, RecordTheirLoopsAsTasks) {
  const Words& arguments = GetParam().arguments.front();
  for (const char* form : {"", "--plan", "--static"}) {
    const auto trace = GetParam().example.record(with(arguments, form), "2");
    EXPECT_EQ(trace->tasks.size(), GetParam().tasks) << form;
    EXPECT_GT(trace->accesses.items.size(), trace->tasks.size()) << form;
  }
}

#ifdef GUSSET_HAS_SIMULATOR
TEST_P(LoopPrograms, AreSimulatedInEachForm) {
  for (const char* form : {"", "--plan", "--static"}) {
    const auto statistics =
        GetParam().example.simulate(with(GetParam().arguments.front(), form), ":3:1:1e-6:1e9", "1x1");
    EXPECT_EQ(statistics["totals"]["level1_tasks"], GetParam().tasks) << form;
    EXPECT_EQ(statistics["totals"]["messages"], 0) << form;
  }
}

TEST_P(LoopPrograms, SendWhatOtherNodesRead) {
  const Words arguments = GetParam().arguments.front();
  const auto statistics = GetParam().example.simulate(arguments, ":2:1:1e-6:1e9", "2x1");
  EXPECT_GE(statistics["totals"]["level1_tasks"], GetParam().tasks);
  EXPECT_GT(statistics["totals"]["messages"], 0);
}

TEST(Rk4, OnlyChunksAtTheSeamTravel) {
  const Example& rk4 = programs()[0].example;
  const auto statistics =
      rk4.simulate({"--size", "80", "--chunk", "10", "--steps", "3"}, ":2:1:1e-6:1e9", "2x1");
  // Each of the four stages of a step sends one chunk in either direction.
  EXPECT_EQ(statistics["totals"]["messages"], 3 * 4 * 2);
  EXPECT_EQ(statistics["totals"]["payload_bytes"], 3 * 4 * 2 * 10 * 8);
}

TEST(Poisson2d, HalvesOfTheWorkersRunOneLoopEach) {
  const Example& poisson2d = programs()[1].example;
  const auto makespan_s = [&](const Words& more, const char* platform) {
    Words arguments{"--size", "64", "--chunk", "4", "--sweeps", "20"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return poisson2d.simulate(arguments, platform, "1x1")["makespan_s"].get<double>();
  };
  // One sweep is 6 units of work per point, one update 3. Two workers with one loop each need at least as
  // long as the sweeps alone, and overlap most of the updates with these; together they share all of the
  // work.
  const double unit_s = 64.0 * 64.0 * 20.0 / 1e9;
  const double halves_s = makespan_s({}, "1:2::0:1e9"), together_s = makespan_s({"--together"}, "1:2::0:1e9");
  EXPECT_GE(halves_s, 6.0 * unit_s);
  EXPECT_LT(halves_s, 6.5 * unit_s);
  EXPECT_GE(together_s, 4.5 * unit_s);
  EXPECT_LT(together_s, 5.0 * unit_s);
}
#endif

TEST(Poisson2d, LoopsStayOnTheirWorkers) {
  const auto trace = programs()[1].example.record({"--size", "40", "--chunk", "2", "--sweeps", "10"}, "4");
  for (const traces::Lane& lane : trace->lanes) {
    for (const traces::TaskId task : lane.spans.task) {
      if (task.is_none()) continue;
      EXPECT_EQ(lane.worker.value() < 2, traces::type_name(*trace, task) == "sweep");
    }
  }
}

TEST(LoopPrograms, InvalidArgumentsFailWithOneLine) {
  const auto chunk = programs()[0].example.run({"--chunk", "0"});
  EXPECT_EQ(chunk.exit_status, 2);
  EXPECT_EQ(chunk.errors, "rk4: --chunk: expected a whole number from 1 to 10000000, found \"0\"\n");
  const auto program = programs()[4].example.run({"--program", "q1"});
  EXPECT_EQ(program.exit_status, 2);
  EXPECT_EQ(program.errors, "loops: --program: expected q12 or su3, found \"q1\"\n");
}

INSTANTIATE_TEST_SUITE_P(All, LoopPrograms, ::testing::ValuesIn(programs()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace gusset::testing
