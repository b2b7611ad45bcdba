// Every command reads other programs' traces, and convert writes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gusset/traces/gus/gus.hpp"
#include "gusset_call.hpp"
#include "text_trace.hpp"

namespace gusset::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* log_text =
    "0: 1000 500 potrf 0 0\n"
    "1: 1500 300 trsm 1 0\n"
    "# 0: idle= 20\n";

/// Contains an event without a duration, which is dropped.
constexpr const char* json_text =
    R"([{"name":"a","ph":"X","ts":1,"dur":2,"pid":1,"tid":1},{"name":"c","ph":"i","ts":1,"pid":1,"args":{"v":1}}])";

TEST(Formats, EveryCommandReadsOtherProgramsTraces) {
  const TestFolder folder;
  folder.write("t.log", log_text);
  folder.write("graph.dot", "digraph { a -> b }");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"info", "t.log"},
                                             {"compare", "t.log", "t.log"},
                                             {"render", "t.log", "-o", "t.svg"},
                                             {"convert", "t.log", "t.gus"},
                                             {"calibrate", "t.log", "-o", "costs.json"},
                                             {"check", "graph.dot"},
                                             {"graph", "graph.dot", "-o", "again.dot"}}) {
    const auto result = gusset_in(folder, words);
    EXPECT_EQ(result.exit_status, 0) << words.front() << ": " << result.errors;
    EXPECT_THAT(result.errors, IsEmpty()) << words.front();
  }
}

TEST(Formats, EveryCommandReadsPipes) {
  const TestFolder folder;
  const auto trace = traces::testing::trace_from_text(
      "n0/w0: aab.\nn1/w0: ..bb\na1: write x@0\nb1: read x@1\nb2: read x@1\n");
  ASSERT_TRUE(traces::write_gus(*trace, folder.file("t.gus")).ok());
  const auto shell = [&](const std::string& line) {
    return run_program({{"/bin/bash", "-c", line}, {{"gusset", gusset_path}}, folder.path(), ""});
  };
  for (const std::string words : {"info T",
                                  "info T --json",
                                  "report T",
                                  "report t.gus --baseline T",
                                  "report T --html r.html",
                                  "report t.gus T --html r.html",
                                  "stats T",
                                  "flame T",
                                  "idle T",
                                  "efficiency T",
                                  "efficiency t.gus --baseline T",
                                  "critical-path T",
                                  "why T 1",
                                  "check T",
                                  "graph T -o g.dot",
                                  "compare T t.gus",
                                  "compare t.gus T",
                                  "convert T t.csv",
                                  "render T -o t.svg",
                                  "render t.gus T -o t.svg",
                                  "calibrate T -o costs.json",
                                  "replay T",
                                  "speedup T --threads 2"}) {
    const std::size_t at = words.find('T');
    const auto call = [&](const std::string& path) {
      return "\"$gusset\" " + words.substr(0, at) + path + words.substr(at + 1);
    };
    for (const std::string& line :
         {"cat t.gus | " + call("-"), call("<(cat t.gus)"), call("- < t.gus"),
          "mkfifo pipe; cat t.gus > pipe & " + call("pipe") + "; status=$?; rm -f pipe; exit $status"}) {
      const auto result = shell(line);
      EXPECT_EQ(result.exit_status, 0) << line << ": " << result.errors;
      EXPECT_THAT(result.errors, IsEmpty()) << line;
      EXPECT_THAT(result.output, Not(IsEmpty())) << line;
    }
  }
  EXPECT_EQ(shell("\"$gusset\" info - < /dev/null").errors,
            "gusset: /dev/stdin: expected a trace, found a device\n");
  EXPECT_THAT(shell("true | \"$gusset\" info -").errors, HasSubstr("found an empty file"));
}

TEST(Formats, LossesAreReportedOnceAndStrictRejectsThem) {
  const TestFolder folder;
  folder.write("t.json", json_text);
  const std::string issue =
      "t.json: offset 55: expected spans and arrows, found an event without a duration (dropped)\n";
  const auto lenient = gusset_in(folder, {"info", "t.json"});
  EXPECT_EQ(lenient.exit_status, 0);
  EXPECT_EQ(lenient.errors, "gusset: " + issue);
  EXPECT_THAT(lenient.output, HasSubstr("Note: " + issue));
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"info", "t.json", "--strict"},
                                             {"critical-path", "t.json", "--strict"},
                                             {"graph", "t.json", "-o", "out", "--strict"},
                                             {"compare", "t.json", "t.json", "--strict"},
                                             {"render", "t.json", "-o", "out.svg", "--strict"},
                                             {"calibrate", "t.json", "-o", "out", "--strict"},
                                             {"view", "t.json", "--strict"},
                                             {"convert", "t.json", "out.gus", "--strict"}}) {
    const auto result = gusset_in(folder, words);
    EXPECT_EQ(result.exit_status, 1) << words.front();
    EXPECT_EQ(result.errors, "gusset: " + issue) << words.front();
  }
  EXPECT_THAT(folder.names(), ElementsAre("t.json"));
}

TEST(Convert, WritesEveryFormatAndReadsItBack) {
  const TestFolder folder;
  const auto trace =
      traces::testing::trace_from_text("aab.\n..bb\na1: write x@0\nb1: read x@1\nb2: read x@1\n");
  ASSERT_TRUE(traces::write_gus(*trace, folder.file("t.gus")).ok());
  for (const char* const name : {"a.gus", "a.json", "a.json.gz", "a.csv", "a.paje", "a.dot"}) {
    const auto result = gusset_in(folder, {"convert", "t.gus", name});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_EQ(result.output, std::string(name) + ": 3 tasks on 2 workers\n");
    const auto again = gusset_in(folder, {"convert", name, "again.csv", "--strict"});
    EXPECT_EQ(again.exit_status, 0) << name << ": " << again.errors;
    EXPECT_THAT(again.output, StartsWith("again.csv: 3 tasks")) << name;
  }
  for (const char* const name : {"a.png", "a.svg", "a.pdf"}) {
    const auto result = gusset_in(folder, {"convert", "t.gus", name, "--size", "column"});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
  }
  EXPECT_THAT(read_text(folder.file("a.pdf")), StartsWith("%PDF"));
}

TEST(Convert, ReportsWhatTheFormatCannotHold) {
  const TestFolder folder;
  const auto trace = traces::testing::trace_from_text("aa.\na1: write x@0\n");
  ASSERT_TRUE(traces::write_gus(*trace, folder.file("t.gus")).ok());
  const auto result = gusset_in(folder, {"convert", "t.gus", "a.json"});
  EXPECT_EQ(result.errors,
            "gusset: a.json: not kept in this format: accesses (except the dependencies that they imply)\n");
}

TEST(Convert, DataOptionDrawsVersionsInDot) {
  const TestFolder folder;
  const auto trace = traces::testing::trace_from_text("aab.\na1: write x@0\nb1: read x@1\n");
  ASSERT_TRUE(traces::write_gus(*trace, folder.file("t.gus")).ok());
  ASSERT_EQ(gusset_in(folder, {"convert", "t.gus", "a.dot", "--data"}).exit_status, 0);
  EXPECT_THAT(read_text(folder.file("a.dot")), HasSubstr("label=\"x v1\""));
}

TEST(Convert, DotNeedsDependencies) {
  const TestFolder folder;
  folder.write("t.log", log_text);
  folder.write("a.dot", "old");
  const auto result = gusset_in(folder, {"convert", "t.log", "a.dot"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: t.log: expected recorded accesses or dependencies, found neither\n");
  EXPECT_EQ(read_text(folder.file("a.dot")), "old");
}

}  // namespace
}  // namespace gusset::testing
