#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(DrawGraph, DrawsTasksBeforeTheyRun) {
  const auto result = run_program({{DRAW_GRAPH_BINARY}, {}, {}, ""});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, StartsWith("digraph"));
  for (const char* text : {"fill", "add up", "print", "dashed"}) EXPECT_THAT(result.output, HasSubstr(text));
  EXPECT_EQ(run_program({{DRAW_GRAPH_BINARY, "tasks"}, {{"GUSSET_THREADS", "5"}}, {}, ""}).output,
            result.output);
}

TEST(DrawGraph, DrawsVersionsOfData) {
  const auto result = run_program({{DRAW_GRAPH_BINARY, "data"}, {}, {}, ""});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.output, StartsWith("digraph"));
  EXPECT_THAT(result.output, HasSubstr("sum"));
  EXPECT_NE(result.output, run_program({{DRAW_GRAPH_BINARY}, {}, {}, ""}).output);
}

TEST(DrawGraph, InvalidArgumentFailsWithOneLine) {
  const auto result = run_program({{DRAW_GRAPH_BINARY, "edges"}, {}, {}, ""});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors, "draw_graph: expected tasks or data, found \"edges\"\n");
}

}  // namespace
}  // namespace gusset::testing
