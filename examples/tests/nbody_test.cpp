#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;

ProgramResult nbody(std::vector<std::string> arguments, std::map<std::string, std::string> environment = {}) {
  arguments.insert(arguments.begin(), NBODY_BINARY);
  return run_program({std::move(arguments), std::move(environment), {}, ""});
}

TEST(NBody, ForcesAreCorrectInEachModeWithAnyNumberOfThreads) {
  for (const char* mode : {"write", "add", "renamed"}) {
    for (const char* threads : {"1", "2", "5"}) {
      const auto result = nbody({"--mode", mode, "--bodies", "701"}, {{"GUSSET_THREADS", threads}});
      EXPECT_EQ(result.exit_status, 0) << mode << ", " << threads << " threads";
      EXPECT_EQ(result.output, "the forces match a sequential sum\n") << mode << ", " << threads;
      EXPECT_EQ(result.errors, "");
    }
  }
}

TEST(NBody, InvalidArgumentsFailWithOneLine) {
  const auto mode = nbody({"--mode", "read"});
  EXPECT_EQ(mode.exit_status, 2);
  EXPECT_EQ(mode.errors, "nbody: --mode: expected write, add or renamed, found \"read\"\n");
  const auto blocks = nbody({"--bodies", "3", "--blocks", "4"});
  EXPECT_EQ(blocks.exit_status, 2);
  EXPECT_EQ(blocks.errors, "nbody: --blocks: expected at most --bodies (3), found \"4\"\n");
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(NBody, WritesSerializeButAddsDoNot) {
  const auto makespan_of = [](const std::string& mode) {
    const TestFolder folder;
    const auto result = nbody({"--mode", mode, "--bodies", "800"}, {{"GUSSET_ENGINE", "simulate"},
                                                                    {"GUSSET_PLATFORM", "1:2::0:1e9"},
                                                                    {"GUSSET_COSTS", "work:10000"},
                                                                    {"GUSSET_STATS", folder.file("s.json")}});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    const std::string text = read_text(folder.file("s.json"));
    const std::string key = "\"makespan_s\": ";
    const auto at = text.find(key);
    return at == std::string::npos ? -1.0 : std::stod(text.substr(at + key.size()));
  };
  // 28 pairs of different blocks take 1 s each; 8 blocks with themselves take 0.5 s each.
  EXPECT_GT(makespan_of("write"), 29.0);
  EXPECT_LT(makespan_of("add"), 20.0);
}
#endif

}  // namespace
}  // namespace gusset::testing
