#include "sweep/sweep_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gusset/traces/sweep/sweep_summary.hpp"
#include "some_sweep.hpp"
#include "sweep/sweep.hpp"

namespace gusset::cli {
namespace {

using ::testing::EndsWith;
using testing::failure;
using testing::found;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::some_sweep;
using ::testing::StartsWith;
using testing::success;

std::string advice(const Sweep& sweep) {
  return sweep::advice_sentence(sweep, rank(sweep));
}
std::string report(const Sweep& sweep) {
  return sweep_report(sweep, rank(sweep), "S.json");
}

TEST(Advice, NamesTheFastestTheTieAndTheReason) {
  EXPECT_EQ(
      advice(some_sweep()),
      "3x3 with blocks=18 is fastest: 412 ms (400 to 431 ms over 10 seeds); 1x9 can't be told from it; 3x3 "
      "sends 40 % fewer bytes, 1x9 needs 20 % less memory per node");
}

TEST(Advice, CountsFurtherTies) {
  Sweep sweep = some_sweep();
  sweep.rows[2].screen->measures->range->min_s = 0.42;
  EXPECT_THAT(advice(sweep), HasSubstr("; 1x9 and 1 more can't be told from it; "));
}

TEST(Advice, SaysByHowMuchTheNextIsSlower) {
  Sweep sweep = some_sweep();
  sweep.rows[1].screen = failure("exit status 1");
  EXPECT_EQ(
      advice(sweep),
      "3x3 with blocks=18 is fastest: 412 ms (400 to 431 ms over 10 seeds); next is blocks=36, 46 % slower; "
      "blocks=18 needs 17 % less memory per node");
}

TEST(Advice, OfSeveralTiesNamesTheOneThatHasMostToSayForItself) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen = success(found(0.412, 0.400, 0.431, 10000, 1.1, 500));
  sweep.rows[1].screen = success(found(0.420, 0.410, 0.440, 9900, 1.1, 500));
  sweep.rows[2].screen = success(found(0.425, 0.410, 0.440, 5000, 1.1, 500));
  EXPECT_THAT(advice(sweep),
              EndsWith("; blocks=36 and 1 more can't be told from it; blocks=36 sends 50 % fewer bytes"));
  sweep.rows[2].screen->measures->payload_bytes = 9700;
  EXPECT_THAT(advice(sweep), EndsWith("; 1x9 and 1 more can't be told from it; 1x9 sends 1.0 % fewer bytes"));
}

TEST(Advice, OfATieTellsWhatSpeaksForEither) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen = success(found(0.412, 0.400, 0.431, 10000, 1.0, 500));
  sweep.rows[1].screen = success(found(0.420, 0.410, 0.440, 6000, 1.1, 500));
  EXPECT_THAT(advice(sweep),
              EndsWith("; 1x9 can't be told from it; 3x3 is better balanced (busiest node 1.000 "
                       "times the mean, not 1.100), 1x9 sends 40 % fewer bytes"));
  sweep.rows[0].screen->measures->balance = 1.1;
  EXPECT_THAT(advice(sweep), EndsWith("; 1x9 can't be told from it; 1x9 sends 40 % fewer bytes"));
}

TEST(Advice, TellsTheDrawbackWhereNothingElseSpeaksForIt) {
  Sweep sweep = some_sweep();
  sweep.rows[1].screen = success(found(0.515, 0.510, 0.520, 3000, 1.1, 500));
  EXPECT_THAT(advice(sweep), EndsWith("; next is 1x9, 25 % slower; though 3x3 sends 100 % more bytes"));
  sweep.rows[1].screen = success(found(0.420, 0.410, 0.440, 6000, 1.1, 500));
  EXPECT_THAT(advice(sweep), EndsWith("; in bytes, balance and memory they hardly differ"));
  sweep.rows[1].screen->measures->busy_share = 0.8;
  EXPECT_THAT(advice(sweep), EndsWith("; its workers are busy for 90.0 % of the time, not 80.0 %"));
}

TEST(Advice, OfOneSeedSaysSo) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen->measures->range.reset();
  EXPECT_THAT(advice(sweep), StartsWith("3x3 with blocks=18 is fastest: 412 ms (one seed); "));
  for (SweepRow& row : sweep.rows) {
    if (row.screen->measures) row.screen->measures->range.reset();
  }
  EXPECT_THAT(report(sweep),
              HasSubstr("Times are of one seed each: differences of a few percent may be chance."));
  EXPECT_THAT(report(some_sweep()), Not(HasSubstr("one seed")));
}

TEST(Advice, HasWordsForEachObjective) {
  Sweep sweep = some_sweep();
  sweep.objective = Objective::bytes;
  EXPECT_EQ(
      advice(sweep),
      "3x3 with blocks=18 sends the fewest bytes: 6.00 kB; next is blocks=36, with 17 % more; blocks=18 "
      "takes 31 % less time");
  sweep.objective = Objective::balance;
  EXPECT_EQ(
      advice(sweep),
      "1x9 with blocks=18 is best balanced: its busiest node has 1.000 times the mean; next is 3x3, with 10 "
      "% more; 1x9 needs 20 % less memory per node");
  sweep.objective = Objective::node_hours;
  EXPECT_THAT(advice(sweep), StartsWith("3x3 with blocks=18 takes the fewest node-hours: 0.00103 node-hours "
                                        "(0.001 to 0.00108 node-hours over 10 seeds); 1x9 can't be told"));
}

TEST(Advice, WhatIsEqualIsAsGood) {
  Sweep sweep = some_sweep();
  sweep.objective = Objective::bytes;
  sweep.rows[1].screen->measures->payload_bytes = 6000;
  EXPECT_THAT(advice(sweep), HasSubstr("; 1x9 is as good; "));
  sweep.rows[2].screen->measures->payload_bytes = 6000;
  EXPECT_THAT(advice(sweep), HasSubstr("; 1x9 and 1 more are as good; "));
  EXPECT_THAT(report(sweep), HasSubstr("≈ can't be told from the first: they are equal\n"));
}

TEST(Advice, OfOneThatIsLeftComparesNothing) {
  Sweep sweep = some_sweep();
  sweep.rows[1].screen = failure("x");
  sweep.rows[2].screen = failure("x");
  EXPECT_THAT(advice(sweep), EndsWith("; no other configuration could be used"));
}

TEST(Advice, WithoutAnyOfUseSaysWhy) {
  Sweep sweep = some_sweep();
  sweep.memory_limit_bytes = 100;
  EXPECT_EQ(advice(sweep),
            "No configuration keeps to 100 B on each node: 1x9 with blocks=18 needs least, with 400 B");
  for (SweepRow& row : sweep.rows) row.screen = failure("exit status 1");
  EXPECT_EQ(advice(sweep), "None of 4 configurations could be simulated");
}

TEST(SweepReport, RanksMarksAndListsFailuresLast) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen->measures->assumptions = {"nodes are copies of this machine"};
  EXPECT_THAT(
      report(sweep),
      HasSubstr(
          "\n\n"
          "rank  grid  blocks    time          range  bytes sent  busiest/mean  memory    busy  network\n"
          "1*     3x3      18  412 ms  400 to 431 ms     6.00 kB         1.100   500 B  90.0 %     fast\n"
          "2≈*    3x3      18  420 ms  410 to 440 ms     10.0 kB         1.000   400 B  90.0 %     fast\n"
          "3      3x3      36  600 ms  590 to 610 ms     7.00 kB         1.200   600 B  90.0 %     fast\n"
          "≈ can't be told from the first: their ranges over seeds overlap\n"
          "* on the front of time, bytes, balance and memory: no other is better in one of them and worse in "
          "none\n"
          "\n"
          "Failed: 1x9 with blocks=36: exit status 2: --blocks: expected less\n"
          "Assumed: nodes are copies of this machine\n"));
}

TEST(SweepReport, FailuresOfOneReasonShareALine) {
  Sweep sweep = some_sweep();
  for (SweepRow& row : sweep.rows) row.screen = failure("no end within 5 s");
  sweep.rows[2].screen = failure("signal 6 (Aborted)");
  EXPECT_THAT(report(sweep),
              EndsWith("Failed: 3x3 with blocks=18; 1x9 with blocks=18; 1x9 with blocks=36: no end "
                       "within 5 s\nFailed: 3x3 with blocks=36: signal 6 (Aborted)\n"));
}

TEST(SweepReport, SaysWhatTheMemoryLimitLeftOut) {
  Sweep sweep = some_sweep();
  sweep.memory_limit_bytes = 550;
  EXPECT_THAT(report(sweep),
              HasSubstr("Left out, as a node would need more than 550 B: 3x3 with blocks=36\n"));
}

TEST(SweepReport, SaysWhatCouldNotBeConfirmed) {
  Sweep sweep = some_sweep();
  sweep.rows[0].confirm = failure("no end within 5 s");
  EXPECT_THAT(report(sweep), HasSubstr("Not confirmed: 3x3 with blocks=18: no end within 5 s\n"));
}

TEST(SweepReport, OfMoreRowsThanAScreenHoldsTheFileHasTheRest) {
  SweepDefinition definition = testing::nine_nodes();
  definition.parameters[0].values.clear();
  for (int i = 1; i <= 50; ++i) definition.parameters[0].values.push_back(std::to_string(i));
  Sweep sweep = new_sweep(definition);
  for (SweepRow& row : sweep.rows) row.screen = success(found(1, 1, 1, 1, 1, 1));
  EXPECT_THAT(report(sweep), HasSubstr("\n… and 36 more configurations: see S.json\n"));
}

TEST(SweepCsv, HasALineForEachConfiguration) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen->measures->makespan_s = 0.5;  // 4.5 node-seconds
  sweep.rows[1].screen->measures->makespan_s = 0.75;
  sweep.rows[2].screen->measures->makespan_s = 1.0;
  sweep.rows[3].screen->reason = "said \"no\", and left";
  const std::string csv = traces::to_csv(sweep_csv(sweep, rank(sweep)));
  EXPECT_THAT(csv,
              StartsWith("number,param_blocks,grid,threads,policy,network,makespan_s,makespan_min_s,"
                         "makespan_max_s,seeds,node_hours,level1_tasks,messages,payload_bytes,balance,"
                         "memory_bytes,busy_share,nodes,rank,ties_best,on_front,reason\n"
                         "0,18,3x3,2,,fast,0.5,0.4,0.431,10,0.00125,100,10,6000,1.1,500,0.9,9,1,1,1,\n"));
  EXPECT_THAT(csv, EndsWith("3,36,1x9,,,,,,,,,,,,,,,,,,,\"said \"\"no\"\", and left\"\n"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
}

TEST(SweepWords, DifferencesHaveFewDigits) {
  EXPECT_EQ(sweep::difference_text(0.404), "40 %");
  EXPECT_EQ(sweep::difference_text(0.0234), "2.3 %");
  EXPECT_EQ(sweep::difference_text(0.0996), "10 %");
}

TEST(SweepWords, RangesShareTheirUnit) {
  EXPECT_EQ(range_text(Objective::time, {0.41, 0.4, 0.43}), "400 to 430 ms");
  EXPECT_EQ(range_text(Objective::time, {1.0, 0.9, 1.1}), "900 ms to 1.10 s");
  EXPECT_EQ(range_text(Objective::time, {1.0, 1.0, 1.0}), "");
}

}  // namespace
}  // namespace gusset::cli
