#include "gusset/traces/model/graph_alone.hpp"

#include <gtest/gtest.h>

namespace gusset::traces {
namespace {

TEST(GraphAlone, HasTasksOfWhichNoneRan) {
  EXPECT_TRUE(is_graph_alone(3, 0));
  EXPECT_FALSE(is_graph_alone(3, 1));
  EXPECT_FALSE(is_graph_alone(0, 0)) << "an empty trace is no graph";
}

TEST(GraphAlone, IsNamedWithItsTasks) {
  EXPECT_EQ(graph_alone_text(1), "a graph of 1 task, without times");
  EXPECT_EQ(graph_alone_text(3), "a graph of 3 tasks, without times");
}

}  // namespace
}  // namespace gusset::traces
