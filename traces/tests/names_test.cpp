#include "gusset/traces/model/names.hpp"

#include <gtest/gtest.h>

namespace gusset::traces {
namespace {

TEST(GraphOnly, MeansThatTasksExistButNoneRan) {
  EXPECT_TRUE(is_graph_only(3, 0));
  EXPECT_FALSE(is_graph_only(3, 1));
  EXPECT_FALSE(is_graph_only(0, 0)) << "an empty trace is not a graph";
}

TEST(GraphOnly, TextCountsItsTasks) {
  EXPECT_EQ(graph_only_text(1), "a graph of 1 task, without times");
  EXPECT_EQ(graph_only_text(3), "a graph of 3 tasks, without times");
}

}  // namespace
}  // namespace gusset::traces
