#include "gusset/traces/answers/comparison_words.hpp"

#include <gtest/gtest.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::trace_from_text;

ComparisonWords words_of(const Trace& a, const Trace& b) {
  const Comparison comparison = compare(a, b);
  const auto chain = compare_chains(a, TaskGraph(a), b, TaskGraph(b));
  return comparison_words(a, b, comparison, chain,
                          parting(task_times(a), task_times(b), comparison.match, comparison.makespan_b_ns));
}

constexpr const char* on_time = "aaab\na1: write x@0 [submit 0] [ready 0]\nb1: read x@1 [submit 0] [ready 3]";
constexpr const char* late = "aaa..b\na1: write x@0 [submit 0] [ready 0]\nb1: read x@1 [submit 0] [ready 3]";

TEST(ComparisonWords, TellTimesMatchesAndWhatChanged) {
  const auto a = trace_from_text(late, 1000);
  Trace b = *trace_from_text(on_time, 1000);
  b.metadata.origin = Origin::predicted;
  const ComparisonWords words = words_of(*a, b);
  EXPECT_EQ(
      words.times,
      "A 6.00 µs (measured, 1 worker), B 4.00 µs (predicted, 1 worker): the prediction is off by -33.3 %; "
      "busy 66.7 % against 100.0 %.");
  EXPECT_EQ(words.match,
            "2 of A's 2 tasks (100.0 %) found in B, which has 2 tasks (100.0 % matched), by the version each "
            "wrote.");
  EXPECT_EQ(words.types, "");
  EXPECT_EQ(words.chain,
            "On the critical chain, what changed most is b waiting for a worker: 2.00 µs against 0 s.");
  EXPECT_EQ(
      words.parting,
      "They part at 5.00 µs, where b #1 begins: B had come as far by 3.00 µs. From there on A is behind "
      "by more than 1 % of B's time, at the end by 2.00 µs.");
}

TEST(ComparisonWords, OtherMachinesAnswerOtherQuestions) {
  const auto a = trace_from_text("aa\nbb", 1000);
  Trace b = *trace_from_text("aabb", 1000);
  b.metadata.origin = Origin::predicted;
  EXPECT_NE(words_of(*a, b).times.find("B differs by +100.0 %"), std::string::npos);
}

TEST(ComparisonWords, TheSamePaceIsSaid) {
  const auto a = trace_from_text(on_time, 1000);
  const ComparisonWords words = words_of(*a, *a);
  EXPECT_EQ(words.parting, "A keeps B's pace: its last task begins within 1 % of B's time.");
  EXPECT_EQ(words.chain, "");
}

TEST(ComparisonWords, NothingRanInAnEmptyTrace) {
  const ComparisonWords words = words_of(Trace{}, *trace_from_text("aa", 1000));
  EXPECT_EQ(words.times, "A 0 s (measured, 0 workers), B 2.00 µs (measured, 1 worker): nothing ran in A.");
  EXPECT_EQ(words.match, "");
  EXPECT_EQ(words.parting, "");
}

TEST(ComparisonWords, AGraphWithoutTimesIsNoFasterRun) {
  Trace graph;
  graph.types = {"a"};
  graph.tasks.type.resize(3, TypeId(0));
  const auto a = trace_from_text("aa", 1000);
  EXPECT_EQ(words_of(*a, graph).times,
            "A 2.00 µs (measured, 1 worker), B is a graph of 3 tasks, without times: nothing ran in B.");
  EXPECT_EQ(words_of(*a, graph).match, "");
  EXPECT_EQ(words_of(graph, graph).times,
            "A is a graph of 3 tasks, without times, B is a graph of 3 tasks, without times: nothing ran in "
            "either.");
}

}  // namespace
}  // namespace gusset::traces
