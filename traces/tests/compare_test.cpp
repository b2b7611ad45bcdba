#include "gusset/traces/analysis/compare/compare.hpp"

#include <gmock/gmock.h>

#include <set>

#include "cholesky3.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::trace_from_text;

TEST(Compare, EqualTracesMatchEveryTask) {
  const auto trace = trace_from_text(testing::cholesky3);
  const Comparison c = compare(*trace, *trace);
  EXPECT_EQ(c.rule, MatchRule::written_version);
  EXPECT_EQ(c.matched, 10u);
  EXPECT_DOUBLE_EQ(c.makespan_ratio, 1.0);
  for (std::size_t t = 0; t < c.match.size(); ++t) EXPECT_EQ(c.match[t], TaskId(t));
}

TEST(Compare, TasksMatchByWrittenVersionInAnyOrder) {
  const auto a = trace_from_text(R"(
    aabbb
    a1: write x@0
    b1: read x@1, write y@0
  )",
                                 1);
  const auto b = trace_from_text(R"(
    cc.aab|aa
    a1: write y@4
    b1: read x@1, write y@0
    a2: write x@0
    c1: write x@0
  )",
                                 1);
  const Comparison c = compare(*a, *b);
  EXPECT_EQ(c.rule, MatchRule::written_version);
  EXPECT_THAT(c.match, ElementsAre(TaskId(3), TaskId(2)));
  EXPECT_EQ(c.matched, 2u);
  EXPECT_EQ(c.tasks_a, 2u);
  EXPECT_EQ(c.tasks_b, 4u);
  EXPECT_EQ(c.makespan_a_ns, 5);
  EXPECT_EQ(c.makespan_b_ns, 8);
  EXPECT_DOUBLE_EQ(c.makespan_ratio, 1.6);
  EXPECT_DOUBLE_EQ(c.busy_share_a, 1.0);
  EXPECT_DOUBLE_EQ(c.busy_share_b, 7.0 / 8.0);
}

TEST(Compare, AddsOfOneVersionMatchInOrderOfSubmission) {
  const auto a = trace_from_text("aaa|a\na1: add x@0\na2: add x@0", 1);
  const auto b = trace_from_text("a|a|a\na1: add x@0\na2: add x@0\na3: add x@0", 1);
  EXPECT_THAT(compare(*a, *b).match, ElementsAre(TaskId(0), TaskId(1)));
  EXPECT_THAT(compare(*b, *a).match, ElementsAre(TaskId(0), TaskId(1), TaskId()));
  EXPECT_EQ(compare(*b, *a).matched, 2u);
}

TEST(Compare, TasksThatWriteNothingMatchByType) {
  const auto a = trace_from_text("abb\na1: write x@0\nb1: read x@1", 1);
  const auto b = trace_from_text("abb|b\na1: write x@0\nb1: read x@1\nb2: read x@1", 1);
  EXPECT_THAT(compare(*a, *b).match, ElementsAre(TaskId(0), TaskId(1)));
}

TEST(Compare, TasksThatOnlyCauseEventsMatchByDetail) {
  const auto traced = [](const char* text, std::vector<std::string> details) {
    Trace trace = *trace_from_text(text, 1);
    trace.access_modes[1].name = event_mode;
    trace.attributes.push_back({task_detail, {TaskId(0), TaskId(1), TaskId(2)}, std::move(details)});
    return trace;
  };
  const Trace a = traced("a|a|a\na1: write a@0\na2: read a@1", {"0", "1", "2"});
  const Trace b = traced("a|a|a\na2: write a@0\na3: read a@1", {"2", "0", "1"});
  const Comparison c = compare(a, b);
  EXPECT_EQ(c.rule, MatchRule::written_version);
  EXPECT_THAT(c.match, ElementsAre(TaskId(1), TaskId(2), TaskId(0)));
}

TEST(Compare, TasksWithoutAccessesMatchByParentAndOrder) {
  auto a = *trace_from_text("abcbc", 1);
  a.recorded.parents = true;
  a.tasks.parent = {TaskId(), TaskId(0), TaskId(0), TaskId(), TaskId(3)};
  auto b = *trace_from_text("babc|c", 1);
  b.recorded.parents = true;
  b.tasks.parent = {TaskId(), TaskId(), TaskId(1), TaskId(0), TaskId(1)};
  const Comparison c = compare(a, b);
  EXPECT_EQ(c.rule, MatchRule::parent_and_order);
  // a is task 1 in b, and its children b and c are tasks 2 and 4. The second b is task 0, its child c task 3.
  EXPECT_THAT(c.match, ElementsAre(TaskId(1), TaskId(2), TaskId(4), TaskId(0), TaskId(3)));
}

TEST(Compare, ChildrenOfAnUnmatchedParentHaveNoMatch) {
  auto a = *trace_from_text("ab", 1);
  a.recorded.parents = true;
  a.tasks.parent = {TaskId(), TaskId(0)};
  auto b = *trace_from_text("cb|b", 1);
  b.recorded.parents = true;
  b.tasks.parent = {TaskId(), TaskId(0), TaskId()};
  EXPECT_EQ(compare(a, b).rule, MatchRule::none);
  b.recorded.parents = false;
  b.tasks.parent.clear();
  EXPECT_THAT(compare(a, b).match, ElementsAre(TaskId(), TaskId(1)));
}

TEST(Compare, HandlesWithoutNamesFallBackToOrder) {
  auto a = *trace_from_text("ab\na1: write x@0\nb1: read x@1", 1);
  const auto b = a;
  a.handles.name[0].clear();
  EXPECT_EQ(compare(a, b).rule, MatchRule::parent_and_order);
  EXPECT_EQ(compare(a, b).matched, 2u);
  EXPECT_EQ(compare(b, a).rule, MatchRule::parent_and_order);
}

TEST(Compare, IdentitiesThatMatchNothingFallBackToOrder) {
  const auto a = trace_from_text("aa\na1: write x@0", 1);
  const auto b = trace_from_text("aaa\na1: write other@0", 1);
  EXPECT_EQ(compare(*a, *b).rule, MatchRule::parent_and_order);
  EXPECT_EQ(compare(*a, *b).matched, 1u);
}

TEST(Compare, TypesAreSortedByBusyTimeInA) {
  const auto a = trace_from_text("abbb.b.c", 1);
  const auto b = trace_from_text("bb.e.ddd.b", 1);
  const auto types = compare(*a, *b).types;
  ASSERT_EQ(types.size(), 5u);
  EXPECT_EQ(types[0].type, "b");
  EXPECT_EQ(types[0].tasks_a, 2u);
  EXPECT_EQ(types[0].busy_a_ns, 4);
  EXPECT_EQ(types[0].mean_a_ns, 2);
  EXPECT_EQ(types[0].tasks_b, 2u);
  EXPECT_EQ(types[0].busy_b_ns, 3);
  EXPECT_EQ(types[0].mean_b_ns, 1);
  EXPECT_EQ(types[1].type, "a");
  EXPECT_EQ(types[2].type, "c");
  EXPECT_EQ(types[3].type, "d");
  EXPECT_EQ(types[3].busy_b_ns, 3);
  EXPECT_EQ(types[3].mean_a_ns, 0);
  EXPECT_EQ(types[4].type, "e");
}

TEST(Compare, EmptyTracesMatchNothing) {
  const auto some = trace_from_text("ab");
  EXPECT_EQ(compare(Trace{}, Trace{}).rule, MatchRule::none);
  EXPECT_EQ(compare(Trace{}, Trace{}).makespan_ratio, 0.0);
  EXPECT_THAT(compare(Trace{}, *some).match, IsEmpty());
  EXPECT_EQ(compare(Trace{}, *some).makespan_ratio, 0.0);
  EXPECT_THAT(compare(*some, Trace{}).match, ElementsAre(TaskId(), TaskId()));
  EXPECT_EQ(compare(*some, Trace{}).rule, MatchRule::none);
}

TEST(Compare, MatchesAreUnique) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    testing::RandomTrace options;
    options.seed = seed;
    const auto a = testing::random_trace(options);
    options.seed = seed + 1000;
    const auto b = testing::random_trace(options);
    const Comparison c = compare(*a, *b);
    std::set<TaskId> matched;
    for (std::size_t t = 0; t < c.match.size(); ++t) {
      if (c.match[t].is_none()) continue;
      EXPECT_TRUE(matched.insert(c.match[t]).second);
      EXPECT_EQ(a->types[a->tasks.type[t].value()], b->types[b->tasks.type[c.match[t].value()].value()]);
    }
    EXPECT_EQ(matched.size(), c.matched);
    EXPECT_GT(c.matched, 0u);
  }
}

TEST(Compare, RulesHaveNames) {
  EXPECT_EQ(rule_name(MatchRule::written_version), "written_version");
  EXPECT_EQ(rule_name(MatchRule::parent_and_order), "parent_and_order");
  EXPECT_EQ(rule_name(MatchRule::none), "none");
}

TEST(CompareWorkers, MissingWorkersHaveNoTimes) {
  const auto workers = compare_workers(*trace_from_text("aa.\n", 1), *trace_from_text("aaa\nb..\n", 1));
  ASSERT_EQ(workers.size(), 2u);
  EXPECT_EQ(workers[0].busy_a_ns, 2);
  EXPECT_EQ(workers[0].busy_b_ns, 3);
  EXPECT_EQ(workers[1].busy_a_ns, std::nullopt);
  EXPECT_EQ(workers[1].idle_b_ns, 2);
}

TEST(CompareChains, ChangesSumToTheMakespanChange) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto a = testing::random_trace({.seed = seed});
    const auto b = testing::random_trace({.seed = seed + 100, .tasks = 90});
    const auto chain = compare_chains(*a, TaskGraph(*a), *b, TaskGraph(*b));
    ASSERT_TRUE(chain.has_value());
    std::int64_t sum_ns = 0;
    std::int64_t last_ns = std::numeric_limits<std::int64_t>::max();
    for (const ChainComparison& change : *chain) {
      sum_ns += change.change_ns();
      EXPECT_LE(std::abs(change.change_ns()), last_ns);
      last_ns = std::abs(change.change_ns());
    }
    const Comparison whole = compare(*a, *b);
    EXPECT_EQ(sum_ns, whole.makespan_b_ns - whole.makespan_a_ns);
  }
}

TEST(CompareChains, NeedsDependencies) {
  const auto a = trace_from_text("aa\n", 1);
  EXPECT_FALSE(compare_chains(*a, TaskGraph(*a), *a, TaskGraph(*a)).has_value());
}

}  // namespace
}  // namespace gusset::traces
