// By how much runs end earlier if one of their tasks takes less time, worked out by hand.
#include "analysis/causes/shortened_run.hpp"

#include <gtest/gtest.h>

#include "gusset/traces/analysis/time/task_table.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

// The first task takes `by` less.
std::int64_t saved(std::string_view drawing, std::int64_t by) {
  const auto trace = testing::trace_from_text(drawing, 1);
  return saved_if_shorter_ns(*trace, TaskGraph(*trace), task_times(*trace), TaskId(0u), by);
}

TEST(ShortenedRun, SuccessorWaitsForItsOtherPredecessor) {
  const auto drawing = R"(
    aaaaaaaacc
    bbbbb.....
    a1: write x@0
    b1: write y@0
    c1: read x@1, read y@1
  )";
  EXPECT_EQ(saved(drawing, 2), 2);
  EXPECT_EQ(saved(drawing, 6), 3);
}

TEST(ShortenedRun, TasksThatDoNotWaitStayInPlace) {
  EXPECT_EQ(saved("aaaaaaaa\nbbbbbb..\na1: write x@0\nb1: write y@0", 5), 2);
}

TEST(ShortenedRun, DelaysBetweenTasksStay) {
  EXPECT_EQ(saved("aaaaaa.bb\na1: write x@0\nb1: read x@1", 4), 4);
}

TEST(ShortenedRun, LanesKeepTheirOrder) {
  EXPECT_EQ(saved("aaaaaabb\n..cccccc\na1: write x@0\nb1: write y@0\nc1: write z@0", 4), 0);
  EXPECT_EQ(saved("aaaaaabb\n..cc....\na1: write x@0\nb1: write y@0\nc1: write z@0", 5), 4);
}

TEST(ShortenedRun, CommutingTasksFollowEachOther) {
  EXPECT_EQ(saved("aaaaa...\n.....bbb\na1: add x@0\nb1: add x@0", 3), 3);
}

TEST(ShortenedRun, IsNoShorterThanTheTaskAllows) {
  EXPECT_EQ(saved("aaabb\na1: write x@0\nb1: read x@1", 10), 3);
}

}  // namespace
}  // namespace gusset::traces
