#include "gusset/traces/dot.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cholesky3.hpp"
#include "gusset/traces/palette.hpp"
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

/// What Graphviz makes of a graph; its complaints fail the test.
std::string svg_of(const std::string& dot, const std::string& name) {
  const std::string path = (std::filesystem::path(::testing::TempDir()) / ("gusset_" + name)).string();
  std::ofstream(path + ".dot") << dot;
  const std::string command = "dot -Tsvg '" + path + ".dot' > '" + path + ".svg' 2> '" + path + ".log'";
  EXPECT_EQ(std::system(command.c_str()), 0) << "Graphviz is needed by this test: is 'dot' installed?";
  std::ifstream log(path + ".log");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(log), {}), "");
  std::ifstream svg(path + ".svg");
  const std::string result(std::istreambuf_iterator<char>(svg), {});
  for (const char* const suffix : {".dot", ".svg", ".log"}) std::filesystem::remove(path + suffix);
  return result;
}

TEST(Dot, CholeskyOfThreeByThreeTilesHasElevenArrowsAndOneDashedLine) {
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

TEST(Dot, TasksCarryTheColourOfTheirType) {
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

TEST(Dot, TheSameTraceGivesTheSameText) {
  const auto trace = trace_from_text(testing::cholesky3);
  EXPECT_EQ(dot_of(*trace), dot_of(Trace(*trace)));
}

TEST(Dot, UnknownGraphsAreDrawnWithoutEdges) {
  const std::string dot = dot_of(*trace_from_text("ab"));
  EXPECT_EQ(count(dot, "[label="), 2u);
  EXPECT_THAT(dot, Not(HasSubstr("->")));
  EXPECT_EQ(count(svg_of(dot_of(Trace{}), "empty"), "class=\"node\""), 0u);
}

}  // namespace
}  // namespace gusset::traces
