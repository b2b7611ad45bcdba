#include "sweep/sweep_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gusset/traces/answers/csv.hpp"
#include "gusset/traces/sweep/sweep_csv.hpp"
#include "gusset/traces/sweep/sweep_phrases.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"
#include "gusset/traces/sweep/sweep_summary.hpp"
#include "some_sweep.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;
using ::testing::EndsWith;
using testing::failure;
using testing::found;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::some_sweep;
using ::testing::StartsWith;
using testing::success;

std::string verdict_of(const Sweep& sweep) {
  return sweep::sweep_verdict(sweep, rank(sweep));
}
std::string answer_of(const Sweep& sweep) {
  return sweep_answer(sweep, rank(sweep), "S.json");
}

TEST(SweepVerdict, NamesBestTieAndAdvantages) {
  EXPECT_EQ(verdict_of(some_sweep()),
            "3x3 with blocks=18 is fastest: 412 ms (90 % of runs: 400 to 431 ms); 1x9 ties with it; 3x3 "
            "sends 40 % fewer bytes, 1x9 needs 20 % less memory per node");
}

TEST(SweepVerdict, CountsFurtherTies) {
  Sweep sweep = some_sweep();
  sweep.rows[2].screen->measures->interval->low_s = 0.42;
  EXPECT_THAT(verdict_of(sweep), HasSubstr("; 1x9 and 1 more tie with it; "));
}

TEST(SweepVerdict, NamesTheNextAndTheDifference) {
  Sweep sweep = some_sweep();
  sweep.rows[1].screen = failure("exit status 1");
  EXPECT_EQ(
      verdict_of(sweep),
      "3x3 with blocks=18 is fastest: 412 ms (90 % of runs: 400 to 431 ms); next is blocks=36, 46 % slower; "
      "blocks=18 needs 17 % less memory per node");
}

TEST(SweepVerdict, NamesTheTieWithTheBestAdvantage) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen = success(found(0.412, 0.400, 0.431, 10000, 1.1, 500));
  sweep.rows[1].screen = success(found(0.420, 0.410, 0.440, 9900, 1.1, 500));
  sweep.rows[2].screen = success(found(0.425, 0.410, 0.440, 5000, 1.1, 500));
  EXPECT_THAT(verdict_of(sweep),
              EndsWith("; blocks=36 and 1 more tie with it; blocks=36 sends 50 % fewer bytes"));
  sweep.rows[2].screen->measures->payload_bytes = 9700;
  EXPECT_THAT(verdict_of(sweep), EndsWith("; 1x9 and 1 more tie with it; 1x9 sends 1.0 % fewer bytes"));
}

TEST(SweepVerdict, NamesAdvantagesOfBothTiedRows) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen = success(found(0.412, 0.400, 0.431, 10000, 1.0, 500));
  sweep.rows[1].screen = success(found(0.420, 0.410, 0.440, 6000, 1.1, 500));
  EXPECT_THAT(verdict_of(sweep), EndsWith("; 1x9 ties with it; 3x3 is better balanced (busiest node 1.000 "
                                          "times the mean, not 1.100), 1x9 sends 40 % fewer bytes"));
  sweep.rows[0].screen->measures->balance = 1.1;
  EXPECT_THAT(verdict_of(sweep), EndsWith("; 1x9 ties with it; 1x9 sends 40 % fewer bytes"));
}

TEST(SweepVerdict, NamesADrawbackWithoutAdvantages) {
  Sweep sweep = some_sweep();
  sweep.rows[1].screen = success(found(0.515, 0.510, 0.520, 3000, 1.1, 500));
  EXPECT_THAT(verdict_of(sweep), EndsWith("; next is 1x9, 25 % slower; though 3x3 sends 100 % more bytes"));
  sweep.rows[1].screen = success(found(0.420, 0.410, 0.440, 6000, 1.1, 500));
  EXPECT_THAT(verdict_of(sweep), EndsWith("; they hardly differ in bytes, balance and memory"));
  sweep.rows[1].screen->measures->busy_share = 0.8;
  EXPECT_THAT(verdict_of(sweep), EndsWith("; its workers are busy for 90.0 % of the time, not 80.0 %"));
}

TEST(SweepVerdict, MentionsASingleSeed) {
  Sweep sweep = some_sweep();
  for (SweepRow& row : sweep.rows) {
    if (!row.screen->measures) continue;
    row.screen->measures->range.reset();
    row.screen->measures->interval.reset();
  }
  EXPECT_THAT(verdict_of(sweep), StartsWith("3x3 with blocks=18 is fastest: 412 ms (one seed); "));
  EXPECT_THAT(answer_of(sweep),
              HasSubstr("Each time comes from one seed: differences of a few percent may be chance."));
  EXPECT_THAT(answer_of(some_sweep()), Not(HasSubstr("one seed")));
}

TEST(SweepVerdict, RangeOverSeedsIsNoInterval) {
  Sweep sweep = some_sweep();
  for (SweepRow& row : sweep.rows) {
    if (row.screen->measures) row.screen->measures->interval.reset();
  }
  EXPECT_THAT(verdict_of(sweep),
              StartsWith("3x3 with blocks=18 is fastest: 412 ms (400 to 431 ms over 10 seeds); next is 1x9"));
  EXPECT_THAT(answer_of(sweep), HasSubstr("range over seeds"));
  EXPECT_THAT(answer_of(sweep), HasSubstr("How much runs vary is not known"));
  EXPECT_THAT(answer_of(some_sweep()), Not(HasSubstr("How much runs vary is not known")));
}

TEST(SweepAnswer, RepeatsTheDoubtsAndTheErrorOfTheCalibration) {
  Sweep sweep = some_sweep();
  EXPECT_THAT(answer_of(sweep), Not(HasSubstr("Not reliable")));
  for (const std::size_t row : {0u, 1u, 2u}) {
    sweep.rows[row].screen->measures->doubts = {"the machine was busy"};
    sweep.rows[row].screen->measures->calibration_error = 0.034;
  }
  EXPECT_THAT(
      answer_of(sweep),
      HasSubstr("Not reliable: the machine was busy.\n"
                "Predicting each run of the calibration from the others is off by 3.4 % (median).\n"));
}

TEST(SweepVerdict, PhrasesEachObjective) {
  Sweep sweep = some_sweep();
  sweep.objective = Objective::bytes;
  EXPECT_EQ(
      verdict_of(sweep),
      "3x3 with blocks=18 sends the fewest bytes: 6.00 kB; next is blocks=36, with 17 % more; blocks=18 "
      "takes 31 % less time");
  sweep.objective = Objective::balance;
  EXPECT_EQ(
      verdict_of(sweep),
      "1x9 with blocks=18 is best balanced: its busiest node has 1.000 times the mean; next is 3x3, with 10 "
      "% more; 1x9 needs 20 % less memory per node");
  sweep.objective = Objective::core_hours;
  EXPECT_THAT(verdict_of(sweep),
              StartsWith("3x3 with blocks=18 takes the fewest core-hours: 0.00206 core-hours "
                         "(90 % of runs: 0.002 to 0.00216 core-hours); 1x9 ties with it"));
  sweep.objective = Objective::node_hours;
  EXPECT_THAT(verdict_of(sweep),
              StartsWith("3x3 with blocks=18 takes the fewest node-hours: 0.00103 node-hours (90 % of runs: "
                         "0.001 to 0.00108 node-hours); 1x9 ties with it"));
}

TEST(SweepVerdict, EqualRowsAreAsGood) {
  Sweep sweep = some_sweep();
  sweep.objective = Objective::bytes;
  sweep.rows[1].screen->measures->payload_bytes = 6000;
  EXPECT_THAT(verdict_of(sweep), HasSubstr("; 1x9 is as good; "));
  sweep.rows[2].screen->measures->payload_bytes = 6000;
  EXPECT_THAT(verdict_of(sweep), HasSubstr("; 1x9 and 1 more are as good; "));
  EXPECT_THAT(answer_of(sweep), HasSubstr("≈ ties with the first: they are equal\n"));
}

TEST(SweepVerdict, SingleUsableRowIsNotCompared) {
  Sweep sweep = some_sweep();
  sweep.rows[1].screen = failure("x");
  sweep.rows[2].screen = failure("x");
  EXPECT_THAT(verdict_of(sweep), EndsWith("; no other configuration could be used"));
}

TEST(SweepVerdict, ExplainsWhyNoRowIsUsable) {
  Sweep sweep = some_sweep();
  sweep.limits.memory_bytes = 100;
  EXPECT_EQ(verdict_of(sweep),
            "No configuration fits into 100 B per node: 1x9 with blocks=18 needs the least, 400 B");
  for (SweepRow& row : sweep.rows) row.screen = failure("exit status 1");
  EXPECT_EQ(verdict_of(sweep), "None of 4 configurations could be simulated");
}

TEST(SweepVerdict, NamesWhatComesNearestToTheLimits) {
  Sweep sweep = some_sweep();
  sweep.limits.time_s = 0.1;
  EXPECT_EQ(
      verdict_of(sweep),
      "No configuration keeps to 100 ms: 3x3 with blocks=18 comes nearest, 412 ms (90 % of runs: 400 to "
      "431 ms)");
  sweep.limits = {std::nullopt, std::nullopt, 0.001};
  EXPECT_EQ(
      verdict_of(sweep),
      "No configuration keeps to 0.001 core-hours: 3x3 with blocks=18 comes nearest, 0.00206 core-hours "
      "(90 % of runs: 0.002 to 0.00216 core-hours)");
  sweep.limits = {450, 0.435, 0.01};  // 18 blocks: 3x3 needs 500 bytes, and 1x9 takes up to 440 ms
  EXPECT_EQ(verdict_of(sweep),
            "No configuration keeps to all limits at once: 450 B per node, 435 ms, 0.01 core-hours");
}

TEST(SweepAnswer, ShowsConfigurationsOutsideOfTheBudget) {
  Sweep sweep = some_sweep();
  sweep.limits.time_s = 0.5;
  sweep.limits.core_hours = 0.00217;  // 3x3 takes up to 0.00216, 1x9 up to 0.0022
  const std::string answer = answer_of(sweep);
  EXPECT_THAT(answer, StartsWith("3x3 with blocks=18 is fastest: 412 ms (90 % of runs: 400 to 431 ms); no "
                                 "other configuration could be used.\n"));
  EXPECT_THAT(answer, HasSubstr("\ntoo costly   3x3      18  420 ms "));
  EXPECT_THAT(answer, HasSubstr("\ntoo slow     3x3      36  600 ms "));
  EXPECT_THAT(answer,
              HasSubstr("\nLeft out because they may take longer than 500 ms: 3x3 with blocks=36\n"
                        "Left out because they may take more than 0.00217 core-hours: 1x9 with blocks=18\n"));
  const std::string csv = traces::to_csv(sweep_csv(sweep, rank(sweep)));
  EXPECT_THAT(csv, HasSubstr(",takes more core-hours than the limit\n"));
  EXPECT_THAT(csv, HasSubstr(",takes longer than the limit\n"));
}

TEST(SweepAnswer, ShowsTheFrontOfTimeAndCoreHours) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen->measures->nodes = 18;
  const std::string answer = answer_of(sweep);
  EXPECT_THAT(answer, HasSubstr("  90 % of runs  core-hours  bytes sent "));
  EXPECT_THAT(answer, HasSubstr("* on the front of time and core-hours: no other is better"));
  EXPECT_THAT(answer, HasSubstr("\nThe front of time and core-hours, fastest first:\n"
                                "rank       configuration    time  core-hours  slower  cheaper  as good\n"
                                "1     3x3 with blocks=18  412 ms     0.00412\n"
                                "2     1x9 with blocks=18  420 ms      0.0021   1.9 %     49 %\n"));
}

TEST(SweepAnswer, SaysWhatASearchLeftOut) {
  Sweep sweep = some_sweep();
  sweep.is_search = true;
  std::swap(sweep.rows[1].one_seed, sweep.rows[1].screen);
  sweep.rows[2].screen.reset();
  EXPECT_THAT(
      answer_of(sweep),
      HasSubstr("The search left out 1 and simulated 1 with one seed only, of 4 configurations: a better "
                "one may be among them. Without --search, all are simulated.\n"));
  EXPECT_THAT(traces::to_csv(sweep_csv(sweep, rank(sweep))), HasSubstr(",left out by the search\n"));
}

TEST(SweepAnswer, RanksMarksAndListsFailuresLast) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen->measures->assumptions = {"nodes are copies of this machine"};
  EXPECT_THAT(
      answer_of(sweep),
      HasSubstr(
          "\n\n"
          "rank  grid  blocks    time   90 % of runs  bytes sent  busiest/mean  memory    busy  network\n"
          "1*     3x3      18  412 ms  400 to 431 ms     6.00 kB         1.100   500 B  90.0 %     fast\n"
          "2≈*    3x3      18  420 ms  410 to 440 ms     10.0 kB         1.000   400 B  90.0 %     fast\n"
          "3      3x3      36  600 ms  590 to 610 ms     7.00 kB         1.200   600 B  90.0 %     fast\n"
          "≈ ties with the first: their 90 % intervals overlap\n"
          "* on the front of time, bytes, balance and memory: no other is better in one of them and worse in "
          "none\n"
          "\n"
          "Failed: 1x9 with blocks=36: exit status 2: --blocks: expected less\n"
          "Assumed: nodes are copies of this machine\n"));
}

TEST(SweepAnswer, FailuresWithOneReasonShareALine) {
  Sweep sweep = some_sweep();
  for (SweepRow& row : sweep.rows) row.screen = failure("timed out after 5 s");
  sweep.rows[2].screen = failure("signal 6 (Aborted)");
  EXPECT_THAT(answer_of(sweep),
              EndsWith("Failed: 3x3 with blocks=18; 1x9 with blocks=18; 1x9 with blocks=36: timed out "
                       "after 5 s\nFailed: 3x3 with blocks=36: signal 6 (Aborted)\n"));
}

TEST(SweepAnswer, ListsRowsAboveTheMemoryLimit) {
  Sweep sweep = some_sweep();
  sweep.limits.memory_bytes = 550;
  EXPECT_THAT(answer_of(sweep),
              HasSubstr("Left out because a node would need more than 550 B: 3x3 with blocks=36\n"));
}

TEST(SweepAnswer, ListsUnconfirmedRows) {
  Sweep sweep = some_sweep();
  sweep.rows[0].confirm = failure("timed out after 5 s");
  EXPECT_THAT(answer_of(sweep), HasSubstr("Not confirmed: 3x3 with blocks=18: timed out after 5 s\n"));
}

TEST(SweepAnswer, PointsToTheFileForFurtherRows) {
  SweepDefinition definition = testing::nine_nodes();
  definition.parameters[0].values.clear();
  for (int i = 1; i <= 50; ++i) definition.parameters[0].values.push_back(std::to_string(i));
  Sweep sweep = new_sweep(definition);
  for (SweepRow& row : sweep.rows) row.screen = success(found(1, 1, 1, 1, 1, 1));
  EXPECT_THAT(answer_of(sweep), HasSubstr("\n… and 36 more configurations: see S.json\n"));
}

TEST(SweepAnswer, ShowsWhatLoadBalancingGains) {
  SweepDefinition definition = testing::nine_nodes();
  definition.grids = {"3x3"};
  definition.parameters[0].values = {"18"};
  definition.balancing = {"off", "smart"};
  Sweep sweep = new_sweep(definition);
  sweep.rows[0].screen = success(found(0.412, 0.400, 0.431, 6000, 1.1, 500));
  sweep.rows[1].screen = success(found(0.300, 0.290, 0.310, 7000, 1.1, 500));
  sweep.rows[1].screen->measures->migrated_tasks = 123;
  const std::string answer = answer_of(sweep);
  EXPECT_THAT(answer,
              StartsWith("smart balancing is fastest: 300 ms (90 % of runs: 290 to 310 ms); next is "
                         "no balancing, 37 % slower; though smart balancing sends 17 % more bytes.\n"));
  EXPECT_THAT(answer, HasSubstr("blocks  balancing "));
  EXPECT_THAT(answer, HasSubstr("  bytes sent  migrated  "));
  EXPECT_THAT(answer, HasSubstr("     123  "));
  EXPECT_THAT(answer_of(some_sweep()), Not(HasSubstr("migrated")));
}

TEST(SweepCsv, HasALinePerConfiguration) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen->measures->makespan_s = 0.5;  // 4.5 node-seconds
  sweep.rows[1].screen->measures->makespan_s = 0.75;
  sweep.rows[2].screen->measures->makespan_s = 1.0;
  sweep.rows[3].screen->reason = "said \"no\", and left";
  const std::string csv = traces::to_csv(sweep_csv(sweep, rank(sweep)));
  EXPECT_THAT(
      csv,
      StartsWith(
          "number,param_blocks,grid,threads,policy,balancing,network,makespan_s,makespan_min_s,"
          "makespan_max_s,seeds,makespan_5_percent_s,makespan_95_percent_s,node_hours,core_hours,level1_"
          "tasks,"
          "messages,payload_bytes,"
          "migrated_tasks,balance,memory_bytes,busy_share,nodes,rank,ties_best,on_front,reason\n"
          "0,18,3x3,2,,,fast,0.5,0.4,0.431,10,0.4,0.431,0.00125,0.0025,100,10,6000,,1.1,500,0.9,9,1,1,1,\n"));
  EXPECT_THAT(csv, EndsWith("3,36,1x9,,,,,,,,,,,,,,,,,,,,,,,,\"said \"\"no\"\", and left\"\n"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
}

TEST(SweepPhrases, DifferencesHaveFewDigits) {
  EXPECT_EQ(sweep::difference_text(0.404), "40 %");
  EXPECT_EQ(sweep::difference_text(0.0234), "2.3 %");
  EXPECT_EQ(sweep::difference_text(0.0996), "10 %");
}

TEST(SweepPhrases, RangesShareTheirUnit) {
  EXPECT_EQ(range_text(Objective::time, 0.4, 0.43), "400 to 430 ms");
  EXPECT_EQ(range_text(Objective::time, 0.9, 1.1), "900 ms to 1.10 s");
  EXPECT_EQ(range_text(Objective::time, 1.0, 1.0), "");
}

}  // namespace
}  // namespace gusset::cli
