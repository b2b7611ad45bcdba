#include "gusset/traces/model/names.hpp"

#include <gtest/gtest.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

TEST(GraphOnly, MeansThatTasksExistButNoneRan) {
  EXPECT_TRUE(is_graph_only(3, 0));
  EXPECT_FALSE(is_graph_only(3, 1));
  EXPECT_FALSE(is_graph_only(0, 0)) << "an empty trace is not a graph";
}

TEST(GraphOnly, TextCountsItsTasks) {
  EXPECT_EQ(graph_only_text(1), "a graph of 1 task that has not run");
  EXPECT_EQ(graph_only_text(3), "a graph of 3 tasks that has not run");
}

TEST(Events, AreAccessesWithTheirMode) {
  Trace trace = *testing::trace_from_text("ab\na1: write x@0, write y@0\nb1: read y@1");
  EXPECT_FALSE(is_event(trace, TaskId(0), HandleId(1)));
  trace.access_modes.push_back({event_mode, false, true, true});
  trace.accesses.items[1].mode = AccessModeId(3);
  EXPECT_FALSE(is_event(trace, trace.accesses.items[0]));
  EXPECT_TRUE(is_event(trace, trace.accesses.items[1]));
  EXPECT_TRUE(is_event(trace, TaskId(0), HandleId(1)));
  EXPECT_FALSE(is_event(trace, TaskId(0), HandleId(0))) << "data";
  EXPECT_FALSE(is_event(trace, TaskId(1), HandleId(1))) << "waits for it";
  EXPECT_FALSE(is_event(trace, TaskId(), HandleId(1)));
  trace.recorded.accesses = false;
  EXPECT_FALSE(is_event(trace, TaskId(0), HandleId(1)));
}

}  // namespace
}  // namespace gusset::traces
