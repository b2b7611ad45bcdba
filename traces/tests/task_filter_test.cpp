#include "gusset/traces/analysis/time/task_filter.hpp"

#include <gmock/gmock.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::trace_from_text;

Trace annotated_trace() {
  Trace trace = *trace_from_text(R"(
    n0/w0: aabbb
    n1/w1: .cccc
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 1] [ready 2]
    c1: write y@0 [submit 2] [ready 2]
  )",
                                 1000);
  trace.recorded.parents = true;
  trace.tasks.parent = {TaskId(), TaskId(0), TaskId(1)};
  trace.recorded.work = true;
  trace.tasks.work = {1.5, 2.5, 3.5};
  trace.attributes.push_back({"iteration", {TaskId(0), TaskId(2)}, std::vector<std::int64_t>{3, 5}});
  trace.attributes.push_back({"tile", {TaskId(1)}, std::vector<std::string>{"big one"}});
  trace.attributes.push_back({"error", {TaskId(1), TaskId(2)}, std::vector<double>{0.5, 0.25}});
  return trace;
}

std::vector<int> matching(const Trace& trace, const std::string& text) {
  const auto filter = TaskFilter::parse(trace, text);
  EXPECT_TRUE(filter.ok()) << text << ": " << filter.error().message();
  std::vector<int> tasks;
  for (std::size_t t = 0; filter.ok() && t < trace.tasks.size(); ++t) {
    if (filter->matches(TaskId(t))) tasks.push_back(static_cast<int>(t));
  }
  return tasks;
}

TEST(TaskFilter, EveryKeyComparesItsValue) {
  const Trace trace = annotated_trace();
  EXPECT_THAT(matching(trace, "type=b"), ElementsAre(1));
  EXPECT_THAT(matching(trace, "type != b"), ElementsAre(0, 2));
  EXPECT_THAT(matching(trace, "worker=w1"), ElementsAre(2));
  EXPECT_THAT(matching(trace, "worker<1"), ElementsAre(0, 1));
  EXPECT_THAT(matching(trace, "node=n0"), ElementsAre(0, 1));
  EXPECT_THAT(matching(trace, "node>=1"), ElementsAre(2));
  EXPECT_THAT(matching(trace, "level>1"), ElementsAre(1, 2));
  EXPECT_THAT(matching(trace, "task<=1"), ElementsAre(0, 1));
  EXPECT_THAT(matching(trace, "handle=x"), ElementsAre(0, 1));
  EXPECT_THAT(matching(trace, "handle!=x"), ElementsAre(2));
  EXPECT_THAT(matching(trace, "duration>2us"), ElementsAre(1, 2));
  EXPECT_THAT(matching(trace, "begin=0"), ElementsAre(0));
  EXPECT_THAT(matching(trace, "submit>=1 us"), ElementsAre(1, 2));
  EXPECT_THAT(matching(trace, "ready<2us"), ElementsAre(0));
  EXPECT_THAT(matching(trace, "work>2"), ElementsAre(1, 2));
  EXPECT_THAT(matching(trace, "iteration>3"), ElementsAre(2));
  EXPECT_THAT(matching(trace, "error<=0.25"), ElementsAre(2));
  EXPECT_THAT(matching(trace, "tile=\"big one\""), ElementsAre(1));
}

TEST(TaskFilter, AllConditionsMustHold) {
  EXPECT_THAT(matching(annotated_trace(), "node=n0 and duration>2us"), ElementsAre(1));
  EXPECT_THAT(matching(annotated_trace(), "type=a and type=b"), IsEmpty());
}

TEST(TaskFilter, MissingValuesMeetNoCondition) {
  EXPECT_THAT(matching(annotated_trace(), "iteration!=3"), ElementsAre(2));
  Trace trace = annotated_trace();
  trace.lanes[1].spans = {};
  EXPECT_THAT(matching(trace, "worker!=w0"), IsEmpty());
  EXPECT_THAT(matching(trace, "duration<1s"), ElementsAre(0, 1));
}

TEST(TaskFilter, EmptyFilterMatchesAll) {
  EXPECT_TRUE(TaskFilter().matches(TaskId(7)));
  EXPECT_TRUE(TaskFilter().matches_all());
}

TEST(TaskFilter, QuotedAndBelongsToTheValue) {
  Trace trace = annotated_trace();
  trace.types[0] = "cut and paste";
  EXPECT_THAT(matching(trace, "type=\"cut and paste\" and task=0"), ElementsAre(0));
}

TEST(TaskFilter, BuiltInKeysPrecedeAttributes) {
  for (const char* key : {"type", "worker", "handle", "work"}) EXPECT_TRUE(TaskFilter::is_key(key)) << key;
  for (const char* key : {"iteration", "", "types"}) EXPECT_FALSE(TaskFilter::is_key(key)) << key;
}

TEST(TaskFilter, KeysMayBeQuoted) {
  Trace trace = annotated_trace();
  trace.attributes[0].name = "x = y and z";
  EXPECT_EQ(matching(trace, "\"x = y and z\" >= 0 and type=a"),
            matching(annotated_trace(), "iteration>=0 and type=a"));
  EXPECT_FALSE(matching(trace, "\"x = y and z\" >= 0").empty());
  EXPECT_EQ(matching(trace, "\"type\"=a"), matching(trace, "type=a"));
}

std::string refusal(const Trace& trace, const std::string& text) {
  const auto filter = TaskFilter::parse(trace, text);
  return filter.ok() ? "accepted" : filter.error().message();
}

TEST(TaskFilter, ErrorsNameTheExpectedSyntax) {
  const Trace trace = annotated_trace();
  EXPECT_EQ(refusal(trace, "colour=red"),
            "condition 1: expected one of the keys type, worker, node, level, task, handle, duration, begin, "
            "submit, ready, work, iteration, tile, error, found \"colour\"");
  EXPECT_EQ(refusal(trace, "type=a and duration>3"),
            "condition 2: expected a time with a unit, such as 10us, for duration, found \"3\"");
  EXPECT_EQ(refusal(trace, "type"), "condition 1: expected KEY=VALUE (or !=, <, <=, >, >=), found \"type\"");
  EXPECT_EQ(refusal(trace, ""), "condition 1: expected KEY=VALUE (or !=, <, <=, >, >=), found \"\"");
  EXPECT_EQ(refusal(trace, "=a"), "condition 1: expected KEY=VALUE (or !=, <, <=, >, >=), found \"=a\"");
  EXPECT_EQ(refusal(trace, "type="), "condition 1: expected a value after =, found \"type=\"");
  EXPECT_EQ(refusal(trace, "type!a"), "condition 1: expected one of = != < <= > >=, found \"type!a\"");
  EXPECT_EQ(refusal(trace, "type=\"a"), "condition 1: expected a value in a pair of quotes, found \"\"a\"");
  EXPECT_EQ(refusal(trace, "\"type=a"),
            "condition 1: expected KEY=VALUE (or !=, <, <=, >, >=), found \"\"type=a\"");
  EXPECT_EQ(refusal(trace, "\"type\" x=a"),
            "condition 1: expected a key in a pair of quotes, found \"\"type\" x\"");
  EXPECT_EQ(refusal(trace, "type=a or type=b"),
            "condition 1: expected one value, quoted if necessary, and \" and \" before another condition, "
            "found \"a or type=b\"");
  EXPECT_EQ(refusal(trace, "type=a and"),
            "condition 1: expected one value, quoted if necessary, and \" and \" before another condition, "
            "found \"a and\"");
  EXPECT_EQ(refusal(trace, "type<a"), "condition 1: expected = or != for type, found \"<\"");
  EXPECT_EQ(refusal(trace, "worker<w1"), "condition 1: expected = or != for worker, found \"<\"");
  EXPECT_EQ(refusal(trace, "level=deep"), "condition 1: expected a whole number for level, found \"deep\"");
  EXPECT_EQ(refusal(trace, "work=much"), "condition 1: expected a number for work, found \"much\"");
  EXPECT_EQ(refusal(trace, "iteration=1.5"),
            "condition 1: expected a whole number for iteration, found \"1.5\"");
  EXPECT_EQ(refusal(trace, "error=x"), "condition 1: expected a number for error, found \"x\"");
  EXPECT_EQ(refusal(trace, "tile>x"), "condition 1: expected = or != for tile, found \">\"");
}

TEST(TaskFilter, RejectsUnrecordedKeys) {
  const auto trace = trace_from_text("aa\n", 1);
  EXPECT_EQ(refusal(*trace, "level=0"),
            "condition 1: expected a trace that records parents, found one that does not");
  EXPECT_EQ(refusal(*trace, "handle=x"),
            "condition 1: expected a trace that records accesses, found one that does not");
  EXPECT_EQ(refusal(*trace, "submit>1s"),
            "condition 1: expected a trace that records submissions, found one that does not");
  EXPECT_EQ(refusal(*trace, "ready>1s"),
            "condition 1: expected a trace that records ready times, found one that does not");
  EXPECT_EQ(refusal(*trace, "work>1"),
            "condition 1: expected a trace that records declared work, found one that does not");
}

TEST(TaskLevels, CountFromTasksWithoutAParent) {
  EXPECT_THAT(task_levels(annotated_trace()), ElementsAre(1, 2, 3));
  EXPECT_THAT(task_levels(*trace_from_text("aa\n", 1)), IsEmpty());
}

}  // namespace
}  // namespace gusset::traces
