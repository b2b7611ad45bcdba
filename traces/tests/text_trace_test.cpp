#include "text_trace.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

#include "cholesky3.hpp"
#include "gusset/traces/model/validate.hpp"
#include "random_trace.hpp"

namespace gusset::traces::testing {
namespace {

using ::testing::ElementsAre;

TEST(TextTrace, RunsOfALetterBecomeTasksInStartOrder) {
  const auto trace = trace_from_text(R"(
    aa.bb|b
    .ccc
  )");
  EXPECT_THAT(trace->types, ElementsAre("a", "b", "c"));
  EXPECT_THAT(trace->tasks.type, ElementsAre(TypeId(0), TypeId(2), TypeId(1), TypeId(1)));
  ASSERT_EQ(trace->lanes.size(), 2u);
  EXPECT_THAT(trace->lanes[0].spans.begin_ns, ElementsAre(0, 3000, 5000));
  EXPECT_THAT(trace->lanes[0].spans.end_ns, ElementsAre(2000, 5000, 6000));
  EXPECT_THAT(trace->lanes[0].spans.task, ElementsAre(TaskId(0), TaskId(2), TaskId(3)));
  EXPECT_THAT(trace->lanes[1].spans.begin_ns, ElementsAre(1000));
  EXPECT_FALSE(trace->recorded.accesses);
  EXPECT_FALSE(trace->recorded.submit);
}

TEST(TextTrace, NamesGiveNodesWorkersAndSecondLanes) {
  const auto trace = trace_from_text("n1/w0: aa\nn1/w0: .bb\nn0/w0: c", 1);
  ASSERT_EQ(trace->nodes.size(), 2u);
  ASSERT_EQ(trace->workers.size(), 2u);
  EXPECT_EQ(trace->workers[0], (Worker{NodeId(1), "w0"}));
  EXPECT_EQ(trace->workers[1], (Worker{NodeId(0), "w0"}));
  EXPECT_EQ(trace->lanes[1].worker, WorkerId(0));
  EXPECT_EQ(trace->lanes[2].worker, WorkerId(1));
}

TEST(TextTrace, FurtherLinesAddAccessesTimesHandlesAndMessages) {
  const auto trace = trace_from_text(R"(
    n0/w0: aaa
    n1/w0: .....bb
    a1: write x@0, read y@2 [submit 0] [ready 1]
    b1: read x@1 [submit 2]
    message x@1 n0->n1 3 5
    x: 800 bytes on n1
  )",
                                     10);
  EXPECT_THAT(trace->accesses.first, ElementsAre(0, 2, 3));
  EXPECT_EQ(trace->accesses.items[1], (Access{HandleId(1), AccessModeId(0), 2}));
  EXPECT_THAT(trace->tasks.submit_ns, ElementsAre(0, 20));
  EXPECT_THAT(trace->tasks.ready_ns, ElementsAre(10, unknown_time));
  EXPECT_THAT(trace->handles.name, ElementsAre("x", "y"));
  EXPECT_THAT(trace->handles.size_bytes, ElementsAre(800, 0));
  EXPECT_THAT(trace->handles.owner, ElementsAre(NodeId(1), NodeId(0)));
  ASSERT_EQ(trace->messages.size(), 1u);
  EXPECT_EQ(trace->messages[0].payload_bytes, 800u);
  EXPECT_EQ(trace->messages[0].receive_ns, 50);
}

TEST(TextTrace, TasksAreNumberedBySubmissionIfAllHaveOne) {
  const auto trace = trace_from_text("ab\na1: [submit 5]\nb1: after a1 [submit 3]", 1);
  EXPECT_THAT(trace->tasks.submit_ns, ElementsAre(3, 5));
  EXPECT_THAT(trace->dependencies, ElementsAre(Dependency{TaskId(1), TaskId(0)}));
  EXPECT_THAT(trace->lanes[0].spans.task, ElementsAre(TaskId(1), TaskId(0)));
}

TEST(TextTrace, MalformedTextIsRefused) {
  EXPECT_THROW((void)trace_from_text("aa-bb"), std::invalid_argument);
  EXPECT_THROW((void)trace_from_text("aa\nb1: write x@0"), std::invalid_argument);
  EXPECT_THROW((void)trace_from_text("aa\na1: grab x@0"), std::invalid_argument);
  EXPECT_THROW((void)trace_from_text("aa\na1: write x@0 [late 3]"), std::invalid_argument);
  EXPECT_THROW((void)trace_from_text("aa\na1: after a2"), std::invalid_argument);
}

TEST(TextTrace, FixturesAreValid) {
  EXPECT_TRUE(validate(*trace_from_text(""), "empty").ok());
  EXPECT_TRUE(validate(*trace_from_text(cholesky3), "cholesky").ok());
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    RandomTrace options;
    options.seed = seed;
    options.nodes = 1 + seed % 3;
    const auto checked = validate(*random_trace(options), "random");
    EXPECT_TRUE(checked.ok()) << "seed " << seed << ": " << (checked.ok() ? "" : checked.error().message());
  }
}

}  // namespace
}  // namespace gusset::traces::testing
