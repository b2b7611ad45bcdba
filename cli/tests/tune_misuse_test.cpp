// Each error is one line that names what the user wrote. It is printed before the program starts: no such
// program exists.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "gusset_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::IsEmpty;

struct RefusedTune {
  std::string name;
  std::vector<std::string> options;
  std::string message;
};

void PrintTo(const RefusedTune& tested, std::ostream* out) {
  *out << tested.name;
}

class TuneMisuse : public ::testing::TestWithParam<RefusedTune> {};

TEST_P(TuneMisuse, FailsInOneLineBeforeTheProgramStarts) {
  const TestFolder folder;
  std::vector<std::string> words{"tune", "-o", "s.json"};
  words.insert(words.end(), GetParam().options.begin(), GetParam().options.end());
  const auto result = gusset_in(folder, words);
  EXPECT_EQ(result.errors, "gusset: " + GetParam().message + "\n");
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_THAT(folder.names(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Tune, TuneMisuse,
    ::testing::Values(
        RefusedTune{"BalanceWithoutCosts",
                    {"--balance", "--objective", "bytes", "--", "./no"},
                    "tune: --balance: expected task costs (--costs, or a platform with GFlop/s), found none"},
        RefusedTune{
            "NoProgram", {"--costs", "work:1"}, "tune: expected -- PROGRAM ARGS… at the end, found none"},
        RefusedTune{
            "NoCosts",
            {"--", "./no"},
            "tune: --objective: expected task costs (--costs, or a platform with GFlop/s), or else bytes or "
            "balance, found the default, time, without costs"},
        RefusedTune{
            "NodeHoursWithoutCosts",
            {"--objective", "node-hours", "--", "./no"},
            "tune: --objective: expected task costs (--costs, or a platform with GFlop/s), or else bytes or "
            "balance, found \"node-hours\" without costs"},
        RefusedTune{
            "UnknownObjective",
            {"--objective", "speed", "--", "./no"},
            "tune: --objective: expected time, node-hours, core-hours, bytes or balance, found \"speed\""},
        RefusedTune{"PlaceholderWithoutParameter",
                    {"--costs", "work:1", "--", "./no", "{blocks}"},
                    "tune: {blocks}: expected --param blocks=…, found none"},
        RefusedTune{"ParameterWithoutPlaceholder",
                    {"--param", "blocks=1,2", "--costs", "work:1", "--", "./no"},
                    "tune: --param blocks: expected {blocks} in the program's arguments, found none"},
        RefusedTune{"ParameterWithoutValues",
                    {"--param", "blocks", "--costs", "work:1", "--", "./no", "{blocks}"},
                    "tune: --param: expected NAME=V1,V2,… or NAME=auto, found \"blocks\""},
        RefusedTune{"ParameterTwice",
                    {"--param", "a=1", "--param", "a=2", "--costs", "work:1", "--", "./no", "{a}"},
                    "tune: --param: expected each parameter once, found \"a\""},
        RefusedTune{"ValueTwice",
                    {"--param", "a=1,2,1", "--costs", "work:1", "--", "./no", "{a}"},
                    "tune: --param: expected each value once, found \"1\""},
        RefusedTune{"EmptyValue",
                    {"--param", "a=1,,2", "--costs", "work:1", "--", "./no", "{a}"},
                    "tune: --param: expected values separated by commas, found \"1,,2\""},
        RefusedTune{"ProposalWithoutSize",
                    {"--param", "a=auto", "--costs", "work:1", "--", "./no", "{a}"},
                    "tune: --param a=auto: expected --size N in the program's arguments, found none"},
        RefusedTune{
            "GridIsText",
            {"--grid", "3x3,three", "--costs", "work:1", "--", "./no"},
            "tune: --grid: expected a process grid PxQ or PxQxR of 1 to 65536 nodes, found \"three\""},
        RefusedTune{"GridTwice",
                    {"--grid", "3x3,3x3", "--costs", "work:1", "--", "./no"},
                    "tune: --grid: expected each value once, found \"3x3\""},
        RefusedTune{"AllGridsWithoutNodes",
                    {"--grid", "all", "--costs", "work:1", "--", "./no"},
                    "tune: --grid all: expected --nodes, or a platform with a number of nodes, found "
                    "neither"},
        RefusedTune{"NodesWithoutGrid",
                    {"--nodes", "4,9", "--grid", "2x2", "--costs", "work:1", "--", "./no"},
                    "tune: --nodes: expected a grid in --grid for each number of nodes, found none for 9"},
        RefusedTune{"ZeroNodes",
                    {"--nodes", "0", "--costs", "work:1", "--", "./no"},
                    "tune: --nodes: expected a whole number from 1 to 65536, found \"0\""},
        RefusedTune{
            "ZeroTimeout",
            {"--timeout", "0", "--costs", "work:1", "--", "./no"},
            "tune: --timeout: expected a number of seconds above 0, or one with a unit (90, 2.5, 500ms), "
            "found \"0\""},
        RefusedTune{"MemoryIsText",
                    {"--memory-limit", "much", "--costs", "work:1", "--", "./no"},
                    "tune: --memory-limit: expected a number of bytes, or one with a unit (64e9, 64GB, "
                    "60GiB), found \"much\""},
        RefusedTune{"TimeLimitIsText",
                    {"--max-time", "soon", "--costs", "work:1", "--", "./no"},
                    "tune: --max-time: expected a number of seconds above 0, or one with a unit (90, 2.5, "
                    "500ms), found \"soon\""},
        RefusedTune{"TimeLimitWithoutCosts",
                    {"--max-time", "10", "--objective", "bytes", "--", "./no"},
                    "tune: --max-time: expected task costs (--costs, or a platform with GFlop/s), found no "
                    "costs"},
        RefusedTune{"ZeroCoreHours",
                    {"--max-core-hours", "0", "--costs", "work:1", "--", "./no"},
                    "tune: --max-core-hours: expected a number above 0, found \"0\""},
        RefusedTune{
            "CoreHoursWithoutCosts",
            {"--max-core-hours", "1", "--objective", "bytes", "--", "./no"},
            "tune: --max-core-hours: expected task costs (--costs, or a platform with GFlop/s), found "
            "no costs"},
        RefusedTune{"ZeroJobs",
                    {"--jobs", "0", "--costs", "work:1", "--", "./no"},
                    "tune: --jobs: expected a whole number from 1 to 1024, found \"0\""},
        RefusedTune{
            "SameFileTwice",
            {"--csv", "s.json", "--costs", "work:1", "--", "./no"},
            "s.json: expected a file that this command does not already use, found the same file twice"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace gusset::testing
