#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

ProgramResult longest_first(std::map<std::string, std::string> environment) {
  return run_program({{LONGEST_FIRST_BINARY}, std::move(environment), {}, ""});
}

TEST(LongestFirst, RunsTheLongestTaskFirst) {
  const auto result = longest_first({{"GUSSET_THREADS", "1"}});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.output,
            "work 1: started as number 2\n"
            "work 1: started as number 3\n"
            "work 1: started as number 4\n"
            "work 1: started as number 5\n"
            "work 4: started as number 1\n");
}

TEST(LongestFirst, EnvironmentSelectsAnotherPolicy) {
  const auto result = longest_first({{"GUSSET_THREADS", "1"}, {"GUSSET_POLICY", "fifo"}});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.output,
            "work 1: started as number 1\n"
            "work 1: started as number 2\n"
            "work 1: started as number 3\n"
            "work 1: started as number 4\n"
            "work 4: started as number 5\n");
}

TEST(LongestFirst, UnknownPolicyErrorListsTheKnownOnes) {
  const auto result = longest_first({{"GUSSET_POLICY", "shortest-first"}});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors,
            "gusset: GUSSET_POLICY: expected one of locality, fifo, priority, random, nearest, static, "
            "critical, cab, squads, "
            "longest-first, found \"shortest-first\"\n");
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(LongestFirst, SimulationUsesThePolicy) {
  const auto makespan_of = [](const std::string& policy) {
    const TestFolder folder;
    const auto result = longest_first({{"GUSSET_ENGINE", "simulate"},
                                       {"GUSSET_PLATFORM", "1:2::0:1e9"},
                                       {"GUSSET_COSTS", "work:1"},
                                       {"GUSSET_STATS", folder.file("s.json")},
                                       {"GUSSET_POLICY", policy}});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    const std::string text = read_text(folder.file("s.json"));
    const std::string key = "\"makespan_s\": ";
    const auto at = text.find(key);
    return at == std::string::npos ? -1.0 : std::stod(text.substr(at + key.size()));
  };
  EXPECT_EQ(makespan_of("longest-first"), 4.0);
  EXPECT_EQ(makespan_of("fifo"), 6.0);
}
#endif

}  // namespace
}  // namespace gusset::testing
