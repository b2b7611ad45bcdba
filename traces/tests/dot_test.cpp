#include "gusset/traces/picture/graph/dot.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <string>

#include "cholesky3.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::trace_from_text;

std::string dot_of(const Trace& trace) {
  return to_dot(trace, TaskGraph(trace));
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// Returns the SVG that Graphviz makes of a graph. Any complaint by Graphviz fails the test.
std::string svg_of(const std::string& dot, const std::string& name) {
  const std::string path = ::testing::TempDir() + name;
  std::ofstream(path + ".dot") << dot;
  const std::string command = "dot -Tsvg '" + path + ".dot' > '" + path + ".svg' 2> '" + path + ".log'";
  EXPECT_EQ(std::system(command.c_str()), 0) << "this test needs Graphviz: is 'dot' installed?";
  std::ifstream log(path + ".log");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(log), {}), "");
  std::ifstream svg(path + ".svg");
  const std::string result(std::istreambuf_iterator<char>(svg), {});
  for (const char* const suffix : {".dot", ".svg", ".log"}) std::filesystem::remove(path + suffix);
  return result;
}

TEST(Dot, CholeskyOf3x3TilesHas11ArrowsAndOneDashedLine) {
  const auto trace = trace_from_text(testing::cholesky3);
  const std::string dot = dot_of(*trace);
  EXPECT_EQ(count(dot, "[label="), 10u);
  EXPECT_EQ(count(dot, " -> "), 12u);
  EXPECT_EQ(count(dot, "[dir=none, style=dashed]"), 1u);
  EXPECT_THAT(dot, HasSubstr("  task0 -> task1;\n"));
  EXPECT_THAT(dot, HasSubstr("  task7 -> task8 [dir=none, style=dashed];\n"));
}

TEST(Dot, GraphvizDrawsEveryTaskAndEdge) {
  const std::string svg = svg_of(dot_of(*trace_from_text(testing::cholesky3)), "cholesky3");
  EXPECT_EQ(count(svg, "class=\"node\""), 10u);
  EXPECT_EQ(count(svg, "class=\"edge\""), 12u);
}

TEST(Dot, TasksHaveTheColourOfTheirType) {
  const std::string dot = dot_of(*trace_from_text("ab"));
  for (const std::size_t type : {0u, 1u}) {
    const Colour colour = type_colour(type);
    char text[32];
    std::snprintf(text, sizeof text, "fillcolor=\"#%02x%02x%02x\"", unsigned{colour.red},
                  unsigned{colour.green}, unsigned{colour.blue});
    EXPECT_THAT(dot, HasSubstr(text));
  }
}

TEST(Dot, TypeNamesAreEscaped) {
  auto trace = *trace_from_text("abcd");
  trace.types = {"quote\"d", "back\\slash\\", "two\nlines", "a<b> & &amp; c"};
  const std::string dot = dot_of(trace);
  EXPECT_THAT(dot, HasSubstr(R"([label="quote\"d")"));
  EXPECT_THAT(dot, HasSubstr(R"([label="back\\slash\\")"));
  EXPECT_THAT(dot, HasSubstr(R"([label="two\nlines")"));
  const std::string svg = svg_of(dot, "escaped");
  EXPECT_THAT(svg, HasSubstr("quote&quot;d"));
  EXPECT_THAT(svg, HasSubstr("back\\slash\\<"));
  EXPECT_THAT(svg, HasSubstr("a&lt;b&gt; &amp; &amp;amp; c"));
}

TEST(Dot, SameTraceGivesTheSameText) {
  const auto trace = trace_from_text(testing::cholesky3);
  EXPECT_EQ(dot_of(*trace), dot_of(Trace(*trace)));
}

TEST(Dot, UnknownGraphsAreDrawnWithoutEdges) {
  const std::string dot = dot_of(*trace_from_text("ab"));
  EXPECT_EQ(count(dot, "[label="), 2u);
  EXPECT_THAT(dot, Not(HasSubstr("->")));
  EXPECT_EQ(count(svg_of(dot_of(Trace{}), "empty"), "class=\"node\""), 0u);
}

bool has_graphviz() {
  return std::system("dot -V > /dev/null 2>&1") == 0;
}

std::string version_dot_of(const Trace& trace) {
  return to_version_dot(trace, TaskGraph(trace));
}

/// Counts the edges of a drawing by the kinds that they join: "task>box", "box>task", …
std::map<std::string, std::size_t> joins_of(const std::string& dot, const std::regex& task) {
  static const std::regex edge(R"re(^\s*"?([^"]+?)"? -> "?([^";\[]+?)"?\s*(\[.*\])?;)re");
  std::map<std::string, std::size_t> joins;
  std::istringstream lines(dot);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, edge)) continue;
    const auto kind = [&](const std::string& name) { return std::regex_match(name, task) ? "task" : "box"; };
    ++joins[std::string(kind(match[1])) + ">" + kind(match[2])];
  }
  return joins;
}

TEST(VersionDot, DrawsATaskChain) {
  auto trace = *trace_from_text("ab|bc\na1: write x@0\nb1: read x@1\nb2: read x@1\nc1: add x@3", 1);
  std::string dot = version_dot_of(trace);
  dot = std::regex_replace(dot, std::regex(", tooltip=.*\\];"), "];");
  EXPECT_EQ(dot,
            "digraph versions {\n"
            "  node [shape=ellipse, style=filled, fontname=\"sans-serif\"];\n"
            "  task0 [label=\"a\"];\n"
            "  task1 [label=\"b\"];\n"
            "  task2 [label=\"b\"];\n"
            "  task3 [label=\"c\"];\n"
            "  handle0v0 [shape=box, fillcolor=\"#e6e6e6\", label=\"x v0\"];\n"
            "  handle0v0 -> task0;\n"
            "  task0 -> handle0v1;\n"
            "  handle0v1 [shape=box, fillcolor=\"#e6e6e6\", label=\"x v1\"];\n"
            "  handle0v1 -> task1;\n"
            "  task1 -> handle0v3 [style=dotted];\n"
            "  handle0v1 -> task2;\n"
            "  task2 -> handle0v3 [style=dotted];\n"
            "  handle0v3 [shape=box, fillcolor=\"#e6e6e6\", label=\"x v3\"];\n"
            "  handle0v4 [shape=box, fillcolor=\"#e6e6e6\", label=\"x v4\"];\n"
            "  handle0v3 -> task3;\n"
            "  task3 -> handle0v4;\n"
            "}\n");
}

TEST(VersionDot, CholeskyMatchesSuperGluesGraph) {
  std::ifstream file(GUSSET_TRACES_TESTS "/data/superglue-cholesky3-data.dot");
  const std::string reference(std::istreambuf_iterator<char>(file), {});
  const std::string dot = version_dot_of(*trace_from_text(testing::cholesky3));
  EXPECT_EQ(count(dot, "tooltip="), 10u);
  EXPECT_EQ(count(dot, "tooltip="), count(reference, "[label=") - count(reference, "shape=rectangle"));
  EXPECT_EQ(count(dot, "shape=box"), 15u);
  EXPECT_EQ(count(dot, "shape=box"), count(reference, "shape=rectangle"));
  auto joins = joins_of(dot, std::regex("task\\d+"));
  EXPECT_EQ(joins["task>task"], 1u) << "the adds to the last tile";
  joins.erase("task>task");
  EXPECT_EQ(joins, joins_of(reference, std::regex("[a-z]+_\\d+")));
  EXPECT_EQ(joins["task>box"], 10u);
  EXPECT_THAT(dot, HasSubstr("task7 -> task8 [dir=none, style=dashed, constraint=false];\n"));
  EXPECT_THAT(dot, HasSubstr("label=\"x22 v3\""));
  EXPECT_THAT(dot, Not(HasSubstr("label=\"x22 v1\""))) << "two adds share a version";
}

TEST(VersionDot, GraphvizDrawsEveryTaskAndBox) {
  if (!has_graphviz()) GTEST_SKIP() << "dot is not installed";
  const std::string svg = svg_of(version_dot_of(*trace_from_text(testing::cholesky3)), "versions3");
  EXPECT_EQ(count(svg, "class=\"node\""), 25u);
  EXPECT_EQ(count(svg, "class=\"edge\""), 29u);
}

TEST(VersionDot, ReadersOnOtherNodesHaveNoSuccessors) {
  const std::string dot = version_dot_of(*trace_from_text(
      "n0/w0: a.c\nn1/w0: .b\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\nc1: write x@2", 1));
  EXPECT_THAT(dot, HasSubstr("handle0v1 -> task1;\n"));
  EXPECT_THAT(dot, Not(HasSubstr("task1 ->")));
}

TEST(VersionDot, HandleNamesAreEscapedOrNumbered) {
  auto trace = *trace_from_text("a\na1: write x@0, write y@0");
  trace.handles.name = {"A(0,\"<1>\")", ""};
  const std::string dot = version_dot_of(trace);
  EXPECT_THAT(dot, HasSubstr(R"(label="A(0,\"&lt;1&gt;\") v1")"));
  EXPECT_THAT(dot, HasSubstr("label=\"data 1 v0\""));
  if (!has_graphviz()) GTEST_SKIP() << "dot is not installed";
  EXPECT_EQ(count(svg_of(dot, "handles"), "class=\"node\""), 5u);
}

TEST(VersionDot, ExplicitDependenciesJoinTasks) {
  EXPECT_THAT(version_dot_of(*trace_from_text("ab\nb1: after a1")), HasSubstr("task0 -> task1;\n"));
}

TEST(VersionDot, SameTraceGivesTheSameText) {
  const auto trace = trace_from_text(testing::cholesky3);
  EXPECT_EQ(version_dot_of(*trace), version_dot_of(Trace(*trace)));
}

}  // namespace
}  // namespace gusset::traces
