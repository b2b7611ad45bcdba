// Tests the messages with which `gusset` refuses command lines, word for word, and its help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "gusset_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

struct Misuse {
  std::vector<std::string> arguments;
  std::string line;
};

void PrintTo(const Misuse& misuse, std::ostream* out) {
  *out << "gusset";
  for (const std::string& word : misuse.arguments) *out << ' ' << word;
}

class MisuseTest : public ::testing::TestWithParam<Misuse> {};

TEST_P(MisuseTest, PrintsOneLineAndExitsWithTwo) {
  const TestFolder folder;
  const auto result = gusset_in(folder, GetParam().arguments);
  EXPECT_EQ(result.errors, "gusset: " + GetParam().line + "\n");
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_THAT(result.output, IsEmpty());
  EXPECT_THAT(folder.names(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, MisuseTest,
    ::testing::Values(
        Misuse{{}, "command line: expected a command (see gusset --help), found none"},
        Misuse{{"frobnicate"}, "command line: expected a command (see gusset --help), found \"frobnicate\""},
        Misuse{{"--frobnicate"},
               "command line: expected a command (see gusset --help), found \"--frobnicate\""},
        Misuse{{"info"}, "info: expected a trace (T.gus), found none"},
        Misuse{{"info", "a.gus", "b.gus"},
               "info: expected arguments as in gusset info --help, found \"b.gus\""},
        Misuse{{"info", "--jsn", "a.gus"},
               "info: expected arguments as in gusset info --help, found \"--jsn\""},
        Misuse{{"critical-path"}, "critical-path: expected a trace (T.gus), found none"},
        Misuse{{"report"}, "report: expected a trace (T.gus), found none"},
        Misuse{{"idle"}, "idle: expected a trace (T.gus), found none"},
        Misuse{{"efficiency"}, "efficiency: expected a trace (T.gus), found none"},
        Misuse{{"check"}, "check: expected a trace (T.gus), found none"},
        Misuse{{"check", "a.gus", "--strct"},
               "check: expected arguments as in gusset check --help, found \"--strct\""},
        Misuse{{"stats"}, "stats: expected a trace (T.gus), found none"},
        Misuse{{"flame"}, "flame: expected a trace (T.gus), found none"},
        Misuse{{"flame", "a.gus", "--from", "2ms", "--to", "1ms"},
               "flame: --to: expected a time at or after 2ms, found \"1ms\""},
        Misuse{{"flame", "a.gus", "-o", "f.txt"},
               "f.txt: expected a name that ends in .png, .svg or .pdf, found another extension"},
        Misuse{{"report", "a.gus", "b.gus"}, "report: expected --html with a second trace, found none"},
        Misuse{{"report", "a.gus", "--html", "r.html", "--json"},
               "report: --html: expected no --json with it, found \"r.html\""},
        Misuse{{"report", "a.gus", "--html", "r.html", "--baseline", "b.gus"},
               "report: --html: expected no --baseline with it, found \"b.gus\""},
        Misuse{{"stats", "a.gus", "--from", "3"},
               "stats: --from: expected a time with a unit, such as 1.5ms, found \"3\""},
        Misuse{{"stats", "a.gus", "--from", "2ms", "--to", "1ms"},
               "stats: --to: expected a time at or after 2ms, found \"1ms\""},
        Misuse{{"why"}, "why: expected a trace (T.gus), found none"},
        Misuse{{"why", "a.gus"},
               "why: expected a task (its number, or a name such as \"gemm A(3,1)\"), found none"},
        Misuse{{"why", "a.gus", "1", "--depth", "0"},
               "why: --depth: expected a whole number from 1 to 1000000, found \"0\""},
        Misuse{{"graph"}, "graph: expected a trace (T.gus), found none"},
        Misuse{{"graph", "a.gus"}, "graph: expected -o G.dot, G.svg, G.png or G.pdf, found none"},
        Misuse{{"graph", "a.gus", "-o", "g.dot", "--by", "colour"},
               "graph: --by: expected task or data, found \"colour\""},
        Misuse{{"graph", "a.gus", "-o", "g.gif"},
               "g.gif: expected a name that ends in .dot, .svg, .png or .pdf, found another extension"},
        Misuse{{"graph", "a.gus", "-o", "g.dot", "--fold", "type"},
               "g.dot: expected a name that ends in .png, .svg or .pdf for --fold, found another extension"},
        Misuse{{"graph", "a.gus", "-o", "g", "--unfold", "gemm"},
               "g: expected a name that ends in .png, .svg or .pdf for --unfold, found another extension"},
        Misuse{{"graph", "a.gus", "-o", "g.svg", "--size", "huge"},
               "graph: --size: expected column or slide, found \"huge\""},
        Misuse{{"compare", "a.gus"}, "compare: expected two traces (A.gus B.gus), found none"},
        Misuse{{"convert"}, "convert: expected a trace to read (IN), found none"},
        Misuse{{"convert", "a.gus"}, "convert: expected a file to write (OUT), found none"},
        Misuse{
            {"convert", "a.gus", "b.txt"},
            "b.txt: expected a name that ends in .gus, .json, .csv, .paje, .dot, .png, .svg or .pdf, found "
            "another extension"},
        Misuse{{"convert", "a.gus", "b.csv", "--data"},
               "b.csv: expected a name that ends in .dot for --data, found another extension"},
        Misuse{{"convert", "a.gus", "b.csv", "--size", "slide"},
               "b.csv: expected a name that ends in .png, .svg or .pdf for --size, found another extension"},
        Misuse{{"convert", "a.gus", "b.png", "--size", "huge"},
               "convert: --size: expected column or slide, found \"huge\""},
        Misuse{{"convert", "a.gus", "a.gus"},
               "a.gus: expected a file that this command does not already use, found the same file twice"},
        Misuse{{"render"}, "render: expected a trace (T.gus) or a sweep (S.json), found none"},
        Misuse{{"render", "a.gus"}, "render: expected -o F.png, F.svg or F.pdf, found none"},
        Misuse{{"render", "a.gus", "-o", "f.bmp"},
               "f.bmp: expected a name that ends in .png, .svg or .pdf, found another extension"},
        Misuse{{"render", "a.gus", "b.gus", "-o", "f.svg", "--align", "left"},
               "render: --align: expected start, end or task:TASK (its number or name), found \"left\""},
        Misuse{{"render", "a.gus", "b.gus", "-o", "f.svg", "--axes", "both"},
               "render: --axes: expected common or own, found \"both\""},
        Misuse{{"render", "a.gus", "-o", "f.svg", "--align", "end"},
               "render: expected a second trace for --align, found none"},
        Misuse{{"calibrate"}, "calibrate: expected at least one measured trace (T.gus), found none"},
        Misuse{{"calibrate", "a.gus"}, "calibrate: expected -o COSTS.json, found none"},
        Misuse{{"run"}, "run: expected -- PROGRAM ARGS… at the end, found none"},
        Misuse{{"run", "--"}, "run: expected -- PROGRAM ARGS… at the end, found none"},
        Misuse{{"run", "./cholesky", "--size", "9"},
               "run: expected -- before the program, found \"./cholesky\""},
        Misuse{{"run", "--foo", "--", "x"},
               "run: expected arguments as in gusset run --help, found \"--foo\""},
        Misuse{{"run", "-o", "--", "x"}, "run: --output: expected one value, found none or several"},
        Misuse{{"run", "--threads", "0", "--", "x"},
               "run: --threads: expected a whole number from 1 to 1024, found \"0\""},
        Misuse{{"run", "--threads", "1025", "--", "x"},
               "run: --threads: expected a whole number from 1 to 1024, found \"1025\""},
        Misuse{{"run", "--threads", "2x", "--", "x"},
               "run: --threads: expected a whole number from 1 to 1024, found \"2x\""},
        Misuse{{"run", "--depth", "deep", "--", "x"},
               "run: --depth: expected spans, ready or accesses, found \"deep\""},
        Misuse{{"run", "--depth", "Spans", "--", "x"},
               "run: --depth: expected spans, ready or accesses, found \"Spans\""},
        Misuse{{"run", "--policy", "", "--", "x"},
               "run: expected a value after \"--policy\", found an empty one"},
        Misuse{{"run", "-o", "", "--", "x"}, "run: expected a value after \"-o\", found an empty one"},
        Misuse{{"simulate", "--costs", "", "--", "x"},
               "simulate: expected a value after \"--costs\", found an empty one"},
        Misuse{{"simulate", "--grid=", "--", "x"},
               "simulate: expected a value after \"--grid=\", found an empty one"},
        Misuse{{""}, "command line: expected a value after \"gusset\", found an empty one"},
        Misuse{{"graph", "a.gus", "-o", "./a.gus"},
               "./a.gus: expected a file that this command does not already use, found the same file as "
               "a.gus"},
        Misuse{{"calibrate", "a.gus", "-o", "a.gus"},
               "a.gus: expected a file that this command does not already use, found the same file twice"},
        Misuse{{"render", "a.png", "b.gus", "-o", "a.png"},
               "a.png: expected a file that this command does not already use, found the same file twice"},
        Misuse{{"simulate", "--costs", "work:1", "-o", "z", "--stats", "z", "--", "x"},
               "z: expected a file that this command does not already use, found the same file twice"},
        Misuse{{"simulate"}, "simulate: expected -- PROGRAM ARGS… at the end, found none"},
        Misuse{{"simulate", "--threads", "-1", "--", "x"},
               "simulate: --threads: expected a whole number from 1 to 1024, found \"-1\""},
        Misuse{{"simulate", "--depth", "spans", "--", "x"},
               "simulate: expected arguments as in gusset simulate --help, found \"--depth\""},
        Misuse{{"tune", "--costs", "work:1", "--", "x"}, "tune: expected -o S.json, found none"},
        Misuse{{"tune", "-o", "s.json", "x"}, "tune: expected -- before the program, found \"x\""},
        Misuse{{"simulate", "--seed", "s", "--", "x"},
               "simulate: --seed: expected a whole number from 0 to 18446744073709551615, found \"s\""},
        Misuse{{"simulate", "-o", "t.gus", "--", "x"},
               "simulate: -o: expected task costs (--costs, or a platform with GFlop/s), found none"},
        Misuse{{"simulate", "--platform", "4:2:10:1e-6:1e10", "--grid", "3x3", "--", "x"},
               "--grid: expected as many nodes as the platform has (4), found \"3x3\" with 9"}));

class HelpTest : public ::testing::TestWithParam<std::string> {};

TEST_P(HelpTest, HasUsageAndExample) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {GetParam(), "--help"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_THAT(result.output, HasSubstr("\nUsage: gusset " + GetParam() + " "));
  EXPECT_THAT(result.output, HasSubstr("\nExample:\n  gusset " + GetParam() + " "));
}

TEST(CommandLine, DescriptionsOfOptionsWithEllipsesAreAligned) {
  const auto result = gusset_in(TestFolder(), {"tune", "--help"});
  EXPECT_THAT(result.output, HasSubstr("\n  --nodes N,…             Try these numbers of nodes"));
  EXPECT_THAT(result.output, HasSubstr("\n  --csv FILE              Also write a table"));
}

INSTANTIATE_TEST_SUITE_P(CommandLine, HelpTest,
                         ::testing::Values("run", "calibrate", "simulate", "tune", "info", "report", "stats",
                                           "flame", "idle", "schedule", "efficiency", "critical-path", "why",
                                           "check", "graph", "compare", "render", "view"));

TEST(CommandLine, VersionIsOneLine) {
  const auto result = gusset_in(TestFolder(), {"--version"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.output, MatchesRegex("gusset [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(CommandLine, HelpNamesEveryCommand) {
  const auto result = gusset_in(TestFolder(), {"--help"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.output, StartsWith("Run task-parallel programs"));
  for (const char* command :
       {"run", "calibrate", "simulate", "tune", "info", "report", "stats", "flame", "idle", "schedule",
        "efficiency", "critical-path", "why", "check", "graph", "compare", "render", "view"}) {
    EXPECT_THAT(result.output, HasSubstr("\n  " + std::string(command) + " "));
  }
}

}  // namespace
}  // namespace gusset::testing
