// Tests the task graph, for Graphviz and as a picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset_call.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Graph, DrawsDashedLinesBetweenAddsInDot) {
  const TestFolder folder;
  write_trace(folder, "t.gus",
              "aab\n"
              "a1: add x@0\n"
              "b1: add x@0\n");
  const auto result = gusset_in(folder, {"graph", "t.gus", "-o", "g.dot"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, StartsWith("g.dot: 2 tasks;"));
  EXPECT_THAT(read_text(folder.file("g.dot")), HasSubstr("style=dashed"));
}

TEST(Graph, ByDataConnectsTasksThroughVersions) {
  const TestFolder folder;
  write_trace(folder, "t.gus",
              "aab\n"
              "a1: write x@0\n"
              "b1: read x@1\n");
  const auto result = gusset_in(folder, {"graph", "t.gus", "-o", "g.dot", "--by", "data"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.output,
            "g.dot: 2 tasks; boxes are data versions, between the tasks that write and read them\n");
  EXPECT_THAT(read_text(folder.file("g.dot")), HasSubstr("label=\"x v1\""));
  EXPECT_EQ(gusset_in(folder, {"graph", "t.gus", "-o", "h.dot", "--by", "task"}).exit_status, 0);
  EXPECT_THAT(read_text(folder.file("h.dot")), Not(HasSubstr("x v1")));
}

TEST(Graph, ByDataNeedsAccesses) {
  const TestFolder folder;
  write_trace(folder, "t.gus",
              "ab\n"
              "b1: after a1\n");
  const auto result = gusset_in(folder, {"graph", "t.gus", "-o", "g.dot", "--by", "data"});
  EXPECT_EQ(result.errors, "gusset: t.gus: expected recorded accesses, found only dependencies\n");
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(gusset_in(folder, {"graph", "t.gus", "-o", "g.dot"}).exit_status, 0);
}

TEST(Graph, FailureKeepsTheOldFile) {
  const TestFolder folder;
  write_trace(folder, "t.gus", "aa.\n");
  folder.write("g.dot", "old");
  const auto result = gusset_in(folder, {"graph", "t.gus", "-o", "g.dot"});
  EXPECT_EQ(result.errors, "gusset: t.gus: expected recorded accesses or dependencies, found neither\n");
  EXPECT_EQ(read_text(folder.file("g.dot")), "old");
}

constexpr const char* two_steps =
    "aabbaabb\n"
    "a1: write x@0\n"
    "b1: read x@1\n"
    "a2: write x@2\n"
    "b2: read x@3\n";

TEST(Graph, ExtensionSelectsFormat) {
  const TestFolder folder;
  write_trace(folder, "t.gus", two_steps);
  for (const auto& [name, begin] :
       {std::pair{"g.svg", "<?xml"}, std::pair{"g.png", "\x89PNG"}, std::pair{"g.pdf", "%PDF"},
        std::pair{"g.dot", "digraph"}, std::pair{"g", "digraph"}, std::pair{"-", "digraph"}}) {
    const auto result = gusset_in(folder, {"graph", "t.gus", "-o", name});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_THAT(result.output, StartsWith(std::string(name) + ": 4 tasks")) << name;
    EXPECT_THAT(read_text(folder.file(name)), StartsWith(begin)) << name;
  }
}

TEST(Graph, PictureHasEachTaskUnlessFolded) {
  const TestFolder folder;
  write_trace(folder, "t.gus", two_steps);
  const auto whole = gusset_in(folder, {"graph", "t.gus", "-o", "g.svg"});
  EXPECT_EQ(whole.output, "g.svg: 4 tasks\n") << whole.errors;
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr(">b #1</text>"));
  const auto folded = gusset_in(folder, {"graph", "t.gus", "-o", "f.svg", "--fold", "type"});
  EXPECT_EQ(folded.output, "f.svg: 4 tasks, folded by type\n") << folded.errors;
  const std::string svg = read_text(folder.file("f.svg"));
  EXPECT_THAT(svg, Not(HasSubstr(">b #1</text>")));
  EXPECT_THAT(svg, HasSubstr("2 tasks · 4.00 ms"));
  EXPECT_EQ(
      gusset_in(folder, {"graph", "t.gus", "-o", "u.svg", "--fold", "type", "--unfold", "b"}).exit_status, 0);
  EXPECT_THAT(read_text(folder.file("u.svg")), HasSubstr(">b #1</text>"));
  EXPECT_THAT(read_text(folder.file("u.svg")), HasSubstr("2 tasks · 4.00 ms")) << "the other group stays";
}

TEST(Graph, PictureByDataHasVersionsAndChosenColours) {
  const TestFolder folder;
  write_trace(folder, "t.gus", two_steps);
  const auto result =
      gusset_in(folder, {"graph", "t.gus", "-o", "g.svg", "--by", "data", "--colour", "node"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr(">x v1</text>"));
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr("node, tasks and share of busy time:"));
}

TEST(Graph, RejectsUnknownKeysAndKeepsTheOldPicture) {
  const TestFolder folder;
  write_trace(folder, "t.gus", two_steps);
  folder.write("g.svg", "old");
  const auto error_of = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"graph", "t.gus", "-o", "g.svg"});
    const auto result = gusset_in(folder, words);
    EXPECT_EQ(result.exit_status, 2);
    EXPECT_EQ(read_text(folder.file("g.svg")), "old");
    return result.errors;
  };
  EXPECT_EQ(error_of({"--fold", "step"}),
            "gusset: t.gus: --fold: expected one of nothing, type, level, which this trace supports, found "
            "\"step\"\n");
  EXPECT_EQ(error_of({"--fold", "type", "--unfold", "c"}),
            "gusset: t.gus: --unfold: expected a group (a, b), found \"c\"\n");
  EXPECT_EQ(error_of({"--unfold", "a"}),
            "gusset: t.gus: --unfold: expected a group (nothing is folded), found \"a\"\n");
  EXPECT_THAT(error_of({"--colour", "step"}), StartsWith("gusset: t.gus: --colour: expected one of type, "));
}

TEST(Graph, RejectsTooManyBoxesInOneLine) {
  const TestFolder folder;
  write_trace(folder, "t.gus", *traces::testing::random_trace({.seed = 2, .tasks = 20'001, .handles = 500}));
  const auto result = gusset_in(folder, {"graph", "t.gus", "-o", "g.svg", "--fold", "nothing"});
  EXPECT_EQ(
      result.errors,
      "gusset: t.gus: --fold: expected one of type, level, which this trace supports (nothing: up to 20000 "
      "tasks), "
      "found \"nothing\"\n");
  const auto folded = gusset_in(folder, {"graph", "t.gus", "-o", "g.svg"});
  EXPECT_EQ(folded.output, "g.svg: 20\u202F001 tasks, folded by type\n") << folded.errors;
}

TEST(Graph, ReportsThatUnreadableNamesAreLeftOut) {
  const TestFolder folder;
  write_trace(folder, "t.gus", *traces::testing::random_trace({.seed = 2, .tasks = 400, .handles = 200}));
  const auto result = gusset_in(folder, {"graph", "t.gus", "-o", "g.svg", "--size", "column"});
  EXPECT_THAT(result.output, StartsWith("g.svg: 400 tasks; without names, which would be too small"));
}

}  // namespace
}  // namespace gusset::testing
