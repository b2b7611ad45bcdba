#include "gusset/traces/analysis/time/handle_history.hpp"

#include <gtest/gtest.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

HandleHistory history_of(std::string_view text) {
  const auto trace = testing::trace_from_text(text);
  return HandleHistory(trace, std::make_shared<const TaskTimes>(task_times(*trace)));
}

// Tasks 0 to 3; b and c read x concurrently, and c ends first.
constexpr const char* readers = R"(
  aabbbbdd
  ..cc....
  a1: write x@0, write y@5
  b1: read x@1
  c1: read x@1
  d1: write x@3
)";

TEST(HandleHistory, CompletedAccessesIncrementTheVersion) {
  const HandleHistory history = history_of(readers);
  const HandleId x(0);
  EXPECT_EQ(history.at(x, 0), (HandleState{0, 0, TaskId()}));
  EXPECT_EQ(history.at(x, 1999).version, 0U);
  EXPECT_EQ(history.at(x, 2000), (HandleState{1, 1, TaskId(0)}));
  EXPECT_EQ(history.at(x, 4000), (HandleState{2, 1, TaskId(0)})) << "a reader is done";
  EXPECT_EQ(history.at(x, 6000), (HandleState{3, 1, TaskId(0)})) << "what d waits for";
  EXPECT_EQ(history.at(x, 8000), (HandleState{4, 2, TaskId(3)}));
  EXPECT_EQ(history.last(x), history.at(x, 8000));
}

TEST(HandleHistory, CountsFromTheFirstRecordedVersion) {
  const HandleHistory history = history_of(readers);
  EXPECT_EQ(history.at(HandleId(1), 0).version, 5U);
  EXPECT_EQ(history.last(HandleId(1)).version, 6U);
}

TEST(HandleHistory, TraceWithoutAccessesHasNone) {
  EXPECT_FALSE(history_of("aabb").known());
  EXPECT_TRUE(history_of(readers).known());
}

}  // namespace
}  // namespace gusset::traces
