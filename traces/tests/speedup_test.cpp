#include "gusset/traces/answers/speedup_answer.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>

#include "gusset/traces/analysis/compare/repeated_runs.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

// 8 s of work, 2 s along the longest path.
SpeedupCurve some_curve() {
  SpeedupCurve curve;
  curve.excludes = false;
  curve.work_s = 8.0;
  curve.span_s = 2.0;
  curve.points = {{1, 8.0, 8.0, 8.0}, {2, 4.0, 4.0, 4.0}, {4, 2.5, 2.5, 2.5}, {8, 2.4, 2.4, 2.4}};
  return curve;
}

TEST(Speedup, BoundsFollowTheory) {
  EXPECT_DOUBLE_EQ(min_makespan_s(8.0, 2.0, 2), 4.0);
  EXPECT_DOUBLE_EQ(min_makespan_s(8.0, 2.0, 8), 2.0);
  EXPECT_DOUBLE_EQ(brent_makespan_s(8.0, 2.0, 4), 3.5);
  EXPECT_DOUBLE_EQ(brent_makespan_s(8.0, 2.0, 1), 8.0) << "one worker does all the work";
  EXPECT_DOUBLE_EQ(brent_makespan_s(1.0, 2.0, 4), 2.0) << "a path with delays";
}

TEST(Speedup, TasksThatCannotBeDividedBoundTheMakespan) {
  const std::vector<std::int64_t> three{100, 90, 80};
  EXPECT_EQ(indivisible_bound_ns(three, 2), 170) << "two of the three run on one worker";
  EXPECT_EQ(indivisible_bound_ns(three, 3), 100);
  EXPECT_EQ(indivisible_bound_ns(three, 1), 270);
  EXPECT_EQ(indivisible_bound_ns(std::vector<std::int64_t>{7, 1, 10, 8, 9}, 2), 17) << "8 + 9";
  EXPECT_EQ(indivisible_bound_ns({}, 2), 0);
  EXPECT_EQ(indivisible_bound_ns(three, 0), 0);
}

/// No schedule is shorter than the bound: tries all of up to six tasks on two workers.
TEST(Speedup, IndivisibleBoundIsNeverAboveTheBestSchedule) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int64_t> duration_ns(1 + random() % 6);
    for (std::int64_t& each : duration_ns) each = static_cast<std::int64_t>(1 + random() % 20);
    std::int64_t best_ns = std::numeric_limits<std::int64_t>::max();
    for (unsigned choice = 0; choice < 1U << duration_ns.size(); ++choice) {
      std::array<std::int64_t, 2> worker_ns{};
      for (std::size_t task = 0; task < duration_ns.size(); ++task)
        worker_ns.at((choice >> task) & 1U) += duration_ns[task];
      best_ns = std::min(best_ns, std::max(worker_ns[0], worker_ns[1]));
    }
    ASSERT_LE(indivisible_bound_ns(duration_ns, 2), best_ns) << "round " << round;
  }
}

TEST(Speedup, RepeatedRunsShowWhetherTheyDifferTooMuch) {
  const std::vector<std::int64_t> two_ns{100, 101, 102, 103, 104};
  const std::vector<std::int64_t> one_ns{198, 199, 200, 201, 202};
  const MeasuredSpeedup steady = measured_speedup(2, two_ns, one_ns);
  ASSERT_TRUE(steady.interval.has_value());
  EXPECT_NEAR(steady.interval->low, 1.93, 0.02);
  EXPECT_NEAR(steady.interval->high, 2.0, 0.02);
  EXPECT_EQ(steady.doubt(1.96), std::nullopt);
  EXPECT_THAT(*steady.doubt(1.6), ::testing::StartsWith("runs differ, so that the recordings only show"));
  const MeasuredSpeedup few = measured_speedup(2, {two_ns.data(), 2}, {one_ns.data(), 2});
  EXPECT_EQ(few.doubt(2.0), "too few recordings to tell how much runs differ");
  SpeedupCurve curve = some_curve();
  curve.has_baseline = true;
  curve.measured = steady;
  const Answer answer = speedup_answer(curve);
  const std::string& sentence = answer.verdict.findings.back().sentence;
  EXPECT_THAT(sentence, HasSubstr("Measured on 2 threads: 1.9"));
  EXPECT_THAT(sentence, HasSubstr("confidence interval of 5 recordings on 2 threads and 5 on 1)"));
  EXPECT_THAT(answer.tables[0].remark, HasSubstr("Brent's bound does not hold"));
  EXPECT_EQ(curve.brent_speedup(2), std::nullopt);
}

TEST(Speedup, IsRelativeToOneThreadAndWithinBounds) {
  const SpeedupCurve of = some_curve();
  EXPECT_DOUBLE_EQ(of.speedup(of.points[2]), 3.2);
  EXPECT_DOUBLE_EQ(*of.max_speedup(4), 4.0);
  EXPECT_DOUBLE_EQ(*of.brent_speedup(4), 8.0 / 3.5);
  EXPECT_DOUBLE_EQ(*of.max_speedup(8), 4.0) << "the longest path";
}

using Doubts = std::vector<std::string>;

/// A curve with these doubts on 1, 2, 4, … threads.
SpeedupCurve doubtful_curve(const std::vector<Doubts>& doubts) {
  SpeedupCurve curve;
  for (unsigned threads = 1; const Doubts& each : doubts) {
    const double makespan_s = 8.0 / threads;
    curve.add({threads, makespan_s, makespan_s, makespan_s, each}, {});
    threads *= 2;
  }
  return curve;
}

std::vector<std::string> sentences(const SpeedupCurve& curve) {
  std::vector<std::string> sentences;
  for (const Finding& finding : speedup_answer(curve).verdict.findings) sentences.push_back(finding.sentence);
  return sentences;
}

TEST(Speedup, WithoutMuchGainThreadsAreNotCalledEnough) {
  SpeedupCurve curve = some_curve();
  curve.span_s = 7.0;
  curve.points = {{1, 8.0, 8.0, 8.0}, {2, 7.5, 7.5, 7.5}, {4, 7.5, 7.5, 7.5}};
  EXPECT_EQ(sentences(curve).front(),
            "Speedup of at most 1.07 on up to 4 threads; the critical path limits it to 1.14.");
  curve.points = {{1, 8.0, 8.0, 8.0}, {2, 8.0, 8.0, 8.0}};
  EXPECT_EQ(sentences(curve).front(), "No speedup on up to 2 threads; the critical path limits it to 1.14.");
}

TEST(Speedup, IsUnreliableIfTheTimeOnOneThreadIs) {
  const SpeedupCurve curve = doubtful_curve({{"slow"}, {}, {"slow", "many"}, {"slow", "many"}});
  EXPECT_TRUE(curve.points[1].is_reliable());
  EXPECT_FALSE(curve.is_speedup_reliable(curve.points[1]));
  EXPECT_THAT(sentences(curve),
              ElementsAre("Only the predicted makespan on 2 threads is reliable. Speedups are relative to "
                          "the makespan on 1 thread, which is not reliable: slow.",
                          "Not reliable for 4 threads and more: many."));
  EXPECT_THAT(
      sentences(doubtful_curve({{"slow"}, {}, {}})).front(),
      ::testing::StartsWith("Only the predicted makespans on 2 and 4 threads are reliable. Speedups"));
  const Table table = speedup_answer(curve).tables.at(0);
  const std::size_t columns = table.columns.size();
  EXPECT_EQ(table.rows[1].cells[columns - 2], Cell("yes"));
  EXPECT_EQ(table.rows[1].cells[columns - 1], Cell("no"));
  SpeedupCurve known = curve;
  known.excludes = false;
  const std::string json = speedup_json(known, "t.gus", "fifo", 1);
  EXPECT_THAT(json,
              HasSubstr("\"reliable\": true,\n      \"reasons\": [],\n      \"speedup_reliable\": false"));
}

TEST(Speedup, RecordedRunIsNoPrediction) {
  SpeedupCurve curve = doubtful_curve({{"slow"}, {}, {"slow"}});
  curve.points[1].is_recorded = true;
  curve.excludes = false;
  EXPECT_THAT(
      sentences(curve),
      ElementsAre(
          "On 2 threads, the makespan is that of a replay of the recorded run; how much runs differ is "
          "unknown. Speedups are relative to the makespan on 1 thread, which is not "
          "reliable: slow."));
  const Table table = speedup_answer(curve).tables.at(0);
  const std::size_t column = table.columns.size() - 2;
  EXPECT_EQ(table.rows[0].cells[column], Cell("no"));
  EXPECT_EQ(table.rows[1].cells[column], Cell("recorded"));
  EXPECT_THAT(speedup_json(curve, "t.gus", "fifo", 1),
              HasSubstr("\"recorded\": true,\n      \"reliable\": null,\n      \"reasons\": []"));
  curve.points[1].doubts = Doubts{"disturbed"};
  EXPECT_EQ(speedup_answer(curve).tables.at(0).rows[1].cells[column], Cell("no"));
  EXPECT_THAT(speedup_json(curve, "t.gus", "fifo", 1),
              HasSubstr("\"recorded\": true,\n      \"reliable\": false"));
}

TEST(Speedup, DoubtsAboutSomeThreadCountsNameThem) {
  EXPECT_THAT(sentences(doubtful_curve({{"slow"}, {"slow"}})), ElementsAre("Not reliable: slow."));
  EXPECT_THAT(sentences(doubtful_curve({{}, {"beside"}, {}, {"beside"}})),
              ElementsAre("Not reliable for 2 and 8 threads: beside."));
  EXPECT_THAT(sentences(doubtful_curve({{}, {}, {"many"}})),
              ElementsAre("Speedup 2.00 on 2 threads.", "Not reliable for 4 threads: many."));
}

TEST(Speedup, ListsTheAssumptionsOfEveryPoint) {
  SpeedupCurve curve;
  curve.add({1, 8.0, 8.0, 8.0}, {"a", "divided"});
  curve.add({2, 8.0, 8.0, 8.0}, {"a", "b"});
  EXPECT_THAT(curve.assumptions, ElementsAre("a", "divided", "b"));
}

TEST(Speedup, BrentsBoundNeedsItsConditions) {
  SpeedupCurve of = some_curve();
  of.excludes.reset();
  EXPECT_EQ(of.brent_speedup(4), std::nullopt) << "not known";
  of.excludes = true;
  EXPECT_EQ(of.brent_speedup(4), std::nullopt);
  EXPECT_EQ(speedup_answer(of).tables[0].rows[1].cells[3], Cell());
  of.excludes = false;
  of.nodes = 2;
  EXPECT_EQ(of.brent_speedup(4), std::nullopt);
  EXPECT_TRUE(of.max_speedup(4));
}

TEST(Speedup, ThreadsArePowersOfTwoAndTheRecordedNumber) {
  EXPECT_THAT(speedup_threads(2), ElementsAre(1, 2, 4, 8, 16));
  EXPECT_THAT(speedup_threads(6), ElementsAre(1, 2, 4, 6, 8, 16));
  EXPECT_THAT(speedup_threads(12), ElementsAre(1, 2, 4, 8, 12, 16));
  EXPECT_THAT(speedup_threads(20), ElementsAre(1, 2, 4, 8, 16, 20, 32));
}

TEST(Speedup, VerdictNamesTheWorthwhileThreads) {
  const Answer answer = speedup_answer(some_curve());
  EXPECT_EQ(answer.verdict.findings.at(0).sentence,
            "Speedup 3.20 on 4 threads; the critical path limits it to 4.00.");
  SpeedupCurve slower = some_curve();  // one thread loses time between its tasks
  slower.points[0].makespan_s = 8.8;
  EXPECT_THAT(speedup_answer(slower).verdict.findings.at(0).sentence, HasSubstr("limits it to 4.40"))
      << "as in the table";
  const Table& table = answer.tables.at(0);
  ASSERT_EQ(table.rows.size(), 4U);
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    cells.push_back(cell_text(table.columns[i].kind, table.rows[1].cells[i]));
  EXPECT_THAT(cells, ElementsAre("2", "4.00 s", "2.00", "1.60", "2.00"));
  EXPECT_THAT(table.remark, HasSubstr("T1 = 8.00 s of busy time, T∞ = 2.00 s along the longest path"));
  SpeedupCurve undeferred = some_curve();
  undeferred.assumptions = {
      "40 of 40 tasks run immediately in the threads that create them, as in the trace"};
  EXPECT_THAT(speedup_answer(undeferred).verdict.findings.at(0).sentence, EndsWith("limits it to 4.00."));
  undeferred.span_s = 5.0;
  EXPECT_THAT(speedup_answer(undeferred).verdict.findings.at(0).sentence,
              EndsWith("limits it to 1.60 while tasks run immediately where they are created."));
  SpeedupCurve with_starts = some_curve();
  with_starts.assumptions = {"starting a task takes 2.00 µs, as measured in the trace"};
  EXPECT_THAT(speedup_answer(with_starts).tables.at(0).remark,
              HasSubstr("T1 = 8.00 s of busy time, with what starting tasks takes, T∞"));
}

TEST(Speedup, CurveWithoutPointsHasNoAnswer) {
  EXPECT_EQ(speedup_answer({}), Answer());
}

TEST(Speedup, CountsTheWorkersOfTheLargestNode) {
  EXPECT_EQ(max_workers_of_a_node(*testing::trace_from_text("n0/w0: aa\nn1/w1: bb\nn1/w2: bb")), 2U);
  EXPECT_EQ(max_workers_of_a_node(Trace()), 1U);
}

TEST(Speedup, AddsToOneHandleAreExclusive) {
  const auto excludes = [](const char* text) {
    return has_exclusive_groups(TaskGraph(*testing::trace_from_text(text)));
  };
  EXPECT_TRUE(excludes("aabb\na1: add x@0\nb1: add x@0"));
  EXPECT_FALSE(excludes("aabb\na1: read x@0\nb1: read x@0"));
}

}  // namespace
}  // namespace gusset::traces
