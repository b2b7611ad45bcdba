#include "gusset/traces/answers/comparison_answer.hpp"

#include <gmock/gmock.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::trace_from_text;

Answer answer_of(const Trace& a, const Trace& b) {
  const Comparison comparison = compare(a, b);
  return comparison_answer(a, b, comparison, comparison_causes(a, b, comparison));
}

std::vector<std::string> sentences_of(const Trace& a, const Trace& b) {
  std::vector<std::string> sentences;
  for (const Finding& finding : answer_of(a, b).verdict.findings) sentences.push_back(finding.sentence);
  return sentences;
}

constexpr const char* on_time = "aaab\na1: write x@0 [submit 0] [ready 0]\nb1: read x@1 [submit 0] [ready 3]";
constexpr const char* late = "aaa..b\na1: write x@0 [submit 0] [ready 0]\nb1: read x@1 [submit 0] [ready 3]";

TEST(ComparisonAnswer, WhatIfIsNoPredictionThatIsOff) {
  const auto a = trace_from_text(late, 1000);
  Trace b = *trace_from_text(on_time, 1000);
  b.metadata.origin = Origin::predicted;
  b.metadata.model = R"({"model": {"costs": {"kind": "trace"}}})";
  EXPECT_THAT(sentences_of(*a, b).at(0), ::testing::HasSubstr("B differs by -33.3 %"));
}

TEST(ComparisonAnswer, ReportsTimesDivergenceChainAndMatches) {
  const auto a = trace_from_text(late, 1000);
  Trace b = *trace_from_text(on_time, 1000);
  b.metadata.origin = Origin::predicted;
  EXPECT_THAT(
      sentences_of(*a, b),
      ElementsAre(
          "A 6.00 µs (measured, 1 worker), B 4.00 µs (predicted, 1 worker): the prediction is off by -33.3 "
          "%; workers were busy for 66.7 % in A and 100.0 % in B.",
          "The runs diverge at 6.00 µs, where b #1 ends in A: in B, as many tasks had ended at 4.00 µs. From "
          "then on A is behind by more than 1 % of B's time, and at the end by 2.00 µs.",
          "On the critical chain, b waiting for a worker changed most: 2.00 µs in A, 0 s in B.",
          "2 of A's 2 tasks (100.0 %) are in B, which has 2 tasks (100.0 % are in A), matched by the version "
          "they write."));
}

// In A, one worker runs both tasks of type b on the chain; in B, another one runs one of them beside it.
TEST(ComparisonAnswer, TypeWithFewerTasksOnTheChainIsNotCalledFaster) {
  const std::string facts =
      "a1: write x@0 [submit 0] [ready 0]\n"
      "b1: read x@1 [submit 0] [ready 2]\n"
      "b2: read x@1 [submit 0] [ready 2]\n";
  const auto a = trace_from_text("aabbbb|bbbb\n..........\n" + facts, 1000);
  const auto b = trace_from_text("aabbbb\n..bbbb\n" + facts, 1000);
  EXPECT_THAT(
      sentences_of(*a, *b),
      Contains("On the critical chain, b running changed most (b as a whole takes as long in both): 8.00 "
               "µs in A, 4.00 µs in B."));
}

TEST(ComparisonAnswer, WorkersOfSeveralNodesHaveTheNodesNames) {
  const auto trace = trace_from_text("n0/w0: aa\nn1/w0: bb", 1000);
  const Table workers = answer_of(*trace, *trace).tables.at(2);
  ASSERT_EQ(workers.rows.size(), 2u);
  EXPECT_EQ(workers.rows[0].cells[0], Cell("n0 w0"));
  EXPECT_EQ(workers.rows[1].cells[0], Cell("n1 w0"));
}

TEST(ComparisonAnswer, RunWithoutProcessorsIsNamed) {
  const auto b = trace_from_text(on_time, 1'000'000);
  Trace a = *trace_from_text(late, 1'000'000);
  a.recorded.processor_time = true;
  a.processor_time.uses = {{WorkerId(0u), 0, 6'000'000, 3'000'000, 0, 1, 3'000'000}};
  const std::string sentence =
      "threads had no processor for at least 50.0 % of their time: measure again with a processor of its "
      "own for each thread.";
  EXPECT_THAT(sentences_of(a, *b), Contains("In A, " + sentence));
  EXPECT_THAT(sentences_of(*b, a), Contains("In B, " + sentence));
  Trace prediction = *b;
  prediction.metadata.origin = Origin::predicted;
  EXPECT_THAT(sentences_of(a, prediction).at(0), HasSubstr(": B differs by -33.3 %; "))
      << "the prediction has a processor for each worker";
}

TEST(ComparisonAnswer, DivergenceSentenceLinksToItsTask) {
  const Answer answer = answer_of(*trace_from_text(late, 1000), *trace_from_text(on_time, 1000));
  EXPECT_THAT(answer.verdict.findings.at(2).targets,
              ElementsAre(FindingTarget::of_tasks("b #1", {TaskId(1)})));
}

TEST(ComparisonAnswer, TablesStartWithNameBothTimesAndChange) {
  const Answer answer = answer_of(*trace_from_text(late, 1000), *trace_from_text("aaa..bc", 1000));
  ASSERT_EQ(answer.tables.size(), 5U);
  for (const Table& table : answer.tables) {
    EXPECT_EQ(table.columns[1].kind, Table::Kind::duration);
    EXPECT_EQ(table.columns[2].kind, Table::Kind::duration);
    EXPECT_EQ(table.columns[3].heading, "change");
    for (const Table::Row& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.size());
  }
  const Table::Row& makespan = answer.tables[0].rows.at(0);
  EXPECT_EQ(cell_text(Table::Kind::change, makespan.cells[3]), "+1.00 µs");
  EXPECT_EQ(answer.tables[4].remark, "The critical chain is unknown: dependencies are missing or cyclic.");
}

TEST(ComparisonAnswer, PredictionForAnotherMachineIsNotOff) {
  const auto a = trace_from_text("aa\nbb", 1000);
  Trace b = *trace_from_text("aabb", 1000);
  b.metadata.origin = Origin::predicted;
  EXPECT_THAT(sentences_of(*a, b).front(), HasSubstr("B differs by +100.0 %"));
}

TEST(ComparisonAnswer, EqualRunsDoNotDiverge) {
  const auto a = trace_from_text(on_time, 1000);
  const std::vector<std::string> sentences = sentences_of(*a, *a);
  ASSERT_EQ(sentences.size(), 4U) << "neither chain nor types";
  EXPECT_EQ(sentences[2], "The runs do not diverge: A's last task ends within 1 % of B's time.");
}

TEST(ComparisonAnswer, SingleRunsSayNothingAboutNoise) {
  const auto a = trace_from_text("aa", 1000);
  Trace b = *trace_from_text("aaa", 1000);
  const std::string noise =
      "One run of each says nothing about noise: to know whether they differ by more, record several and try "
      "gusset compare A*.gus --against B*.gus.";
  EXPECT_EQ(sentences_of(*a, b).at(1), noise);
  b.metadata.origin = Origin::imported;
  EXPECT_EQ(sentences_of(*a, b).at(1), noise);
  b.metadata.origin = Origin::predicted;
  EXPECT_THAT(sentences_of(*a, b), Not(Contains(noise)));
}

TEST(ComparisonAnswer, ReportsThatNothingRanInAnEmptyTrace) {
  EXPECT_THAT(sentences_of(Trace{}, *trace_from_text("aa", 1000)),
              ElementsAre("A 0 s (measured, 0 workers), B 2.00 µs (measured, 1 worker): nothing ran in A."));
  EXPECT_TRUE(answer_of(Trace{}, *trace_from_text("aa", 1000)).tables.empty());
}

TEST(ComparisonAnswer, GraphWithoutTimesHasNoMakespan) {
  Trace graph;
  graph.types = {"a"};
  graph.tasks.type.resize(3, TypeId(0));
  const auto a = trace_from_text("aa", 1000);
  EXPECT_THAT(
      sentences_of(*a, graph),
      ElementsAre(
          "A 2.00 µs (measured, 1 worker), B is a graph of 3 tasks that has not run: nothing ran in B."));
  EXPECT_THAT(
      sentences_of(graph, graph),
      ElementsAre("A is a graph of 3 tasks that has not run, B is a graph of 3 tasks that has not run: "
                  "nothing ran in either."));
}

}  // namespace
}  // namespace gusset::traces
