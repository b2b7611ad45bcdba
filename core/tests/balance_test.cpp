// How nodes decide which ready tasks migrate.
#include "gusset/core/engine/balance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "gusset/core/errors.hpp"

namespace gusset {
namespace {

using ::testing::HasSubstr;

Balance balance_from(const std::string& text) {
  Options options;
  options.settings["balance"] = text;
  return Balance::from(options);
}

std::string refusal_of(const std::string& text) {
  try {
    balance_from(text);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return {};
}

class MovesFile : public ::testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream(path_) << text; }
  void TearDown() override { std::filesystem::remove(path_); }

  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("gusset_moves_" + std::to_string(getpid()) + ".txt");
};

TEST(Balance, IsOffByDefault) {
  EXPECT_FALSE(Balance::from(Options()).is_on());
  EXPECT_FALSE(balance_from("off").is_on());
}

TEST(Balance, ReadsPoliciesAndThresholds) {
  EXPECT_EQ(balance_from("basic").policy, Balance::Policy::basic);
  EXPECT_EQ(balance_from("equalize").policy, Balance::Policy::equalize);
  EXPECT_EQ(balance_from("smart").threshold, 0u);
  EXPECT_EQ(balance_from("smart").kept(3), 3u);
  EXPECT_EQ(balance_from("smart,4").policy, Balance::Policy::smart);
  EXPECT_EQ(balance_from("smart,4").threshold, 4u);
  EXPECT_EQ(balance_from("smart,4").kept(3), 4u);
  EXPECT_TRUE(balance_from("smart").asks());
}

TEST(Balance, RefusesOtherTexts) {
  for (const std::string text : {"on", "smart,", "smart,0", "smart,-1", "off,3", "Smart", "smart 4"}) {
    EXPECT_THAT(refusal_of(text), HasSubstr("GUSSET_BALANCE: expected off, basic, equalize, smart"));
    EXPECT_THAT(refusal_of(text), HasSubstr("found \"" + text + "\""));
  }
}

TEST_F(MovesFile, SaysWhereTasksGo) {
  write("# number node\n17 2\n\n  3\t1  # an early one\n");
  const Balance balance = balance_from("list:" + path_.string());
  EXPECT_EQ(balance.policy, Balance::Policy::list);
  EXPECT_FALSE(balance.asks());
  EXPECT_EQ(balance.listed(17), NodeId(2));
  EXPECT_EQ(balance.listed(3), NodeId(1));
  EXPECT_TRUE(balance.listed(4).is_none());
}

TEST(Balance, NamesTheFirstTaskOfANodeThatDoesNotExist) {
  Balance balance{.policy = Balance::Policy::list,
                  .moves = {{3, NodeId(1)}, {9, NodeId(2)}, {17, NodeId(7)}}};
  EXPECT_NO_THROW(balance.check_nodes(8, "s"));
  try {
    balance.check_nodes(2, "s");
    FAIL();
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(), "s, task 9: expected a node from 0 to 1, found 2");
  }
}

TEST_F(MovesFile, IsRefusedWithItsLine) {
  write("17 2\n18\n");
  EXPECT_THAT(refusal_of("list:" + path_.string()), HasSubstr("line 2: expected a task's number and a node"));
  write("17 2\n17 3\n");
  EXPECT_THAT(refusal_of("list:" + path_.string()),
              HasSubstr("line 2: expected each task once, found task 17"));
  EXPECT_THAT(refusal_of("list:/no/such/file"), HasSubstr("/no/such/file"));
}

TEST(TasksThatStay, AreThoseThatTheNodeRunsDuringATransfer) {
  const Balance balance = balance_from("basic,1");
  EXPECT_EQ(tasks_that_stay(balance, {.workers = 2}, {}, {.transfer_s = 3}), 1u);  // no time is known yet
  const Load mine{.workers = 2, .task_s = 1};
  EXPECT_EQ(tasks_that_stay(balance, mine, {}, {}), 1u);
  EXPECT_EQ(tasks_that_stay(balance, mine, {}, {.transfer_s = 3}), 1u + 6u);
  EXPECT_EQ(tasks_that_stay(balance, mine, {.task_s = 2}, {.transfer_s = 3}), 1u + 8u);     // a slower node
  EXPECT_EQ(tasks_that_stay(balance, mine, {.task_s = 0.25}, {.transfer_s = 3}), 1u + 5u);  // a faster one
  EXPECT_EQ(tasks_that_stay(balance, mine, {.task_s = 0.25}, {.transfer_s = 0.5}), 1u);
  EXPECT_GT(tasks_that_stay(balance, {.workers = 2, .task_s = 1e-300}, {}, {.transfer_s = 1e300}), 1000u);
}

/// Moves that cost almost nothing.
constexpr Moves quick{.transfer_s = 1e-9};

TEST(TasksToGive, BasicGivesAllThatNeedNotStay) {
  const Balance balance = balance_from("basic");
  EXPECT_EQ(tasks_to_give(balance, {10, 4, 1}, {0, 4, 1}, quick), 5u);  // and one that would run meanwhile
  EXPECT_EQ(tasks_to_give(balance, {10, 4, 1}, {0, 4, 0.5}, quick), 6u);
  EXPECT_EQ(tasks_to_give(balance, {4, 4, 1}, {0, 4, 0.5}, quick), 0u);
  EXPECT_EQ(tasks_to_give(balance_from("basic,7"), {10, 4, 1}, {0, 4, 0.5}, quick), 3u);
}

TEST(TasksToGive, EqualizeLeavesEquallyManyPerWorkerOnBothNodes) {
  const Balance balance = balance_from("equalize,1");
  EXPECT_EQ(tasks_to_give(balance, {10, 2, 1}, {0, 2, 0.5}, quick), 5u);
  EXPECT_EQ(tasks_to_give(balance, {10, 2, 1}, {4, 2, 0.5}, quick), 3u);
  EXPECT_EQ(tasks_to_give(balance, {12, 1, 1}, {0, 3, 0.5}, quick), 9u);
  EXPECT_EQ(tasks_to_give(balance, {3, 2, 1}, {4, 2, 0.5}, quick), 0u);
}

TEST(TasksToGive, SmartComparesTimes) {
  const Balance balance = balance_from("smart,1");
  EXPECT_EQ(tasks_to_give(balance, {10, 2, 1}, {0, 2, 1}, quick), 4u);
  EXPECT_EQ(tasks_to_give(balance, {10, 2, 1}, {0, 2, 0.25}, quick), 7u);  // a faster node
  EXPECT_EQ(tasks_to_give(balance, {20, 2, 1}, {0, 2, 1}, {.transfer_s = 0.5}), 9u);
  EXPECT_EQ(tasks_to_give(balance, {10, 2, 1}, {0, 2, 1}, {.transfer_s = 2}), 3u);
  EXPECT_EQ(tasks_to_give(balance, {10, 2, 1}, {0, 2, 1}, {.transfer_s = 4}), 1u);
  EXPECT_EQ(tasks_to_give(balance, {10, 2, 1}, {0, 2, 1}, {.transfer_s = 5}), 0u);
}

TEST(TasksToGive, IsOneUntilTimesAreKnown) {
  for (const char* policy : {"basic", "equalize", "smart"}) {
    const Balance balance = balance_from(policy);
    EXPECT_EQ(tasks_to_give(balance, {10, 2}, {0, 2}, quick), 1u);
    EXPECT_EQ(tasks_to_give(balance, {10, 2, 1}, {0, 2, 1}, {}), 1u);
    EXPECT_EQ(tasks_to_give(balance, {10, 2, 1}, {0, 2, 1}, {.away = 1}), 1u);
    EXPECT_EQ(tasks_to_give(balance, {10, 2, 1}, {0, 2, 1}, {.away = 2}), 0u);
  }
}

// A task is away for 2 · 1 s + 4 s. The network can carry six in this time, and 100 in half of the 200 s for
// which two workers are busy with 100 tasks.
TEST(TasksToGive, NeverFillsTheNetwork) {
  const auto given = [](const std::string& policy, std::size_t ready, std::size_t away) {
    const Load mine{ready, 2, 4}, asking{0, 200, 4};
    return tasks_to_give(balance_from(policy), mine, asking, {.transfer_s = 1, .away = away});
  };
  EXPECT_EQ(given("basic", 100, 0), 2u + 6u);
  EXPECT_EQ(given("basic", 100, 5), 3u);
  EXPECT_EQ(given("basic", 100, 8), 0u);
  EXPECT_EQ(given("basic", 100, 99), 0u);
  for (const char* policy : {"equalize", "smart"}) {
    EXPECT_EQ(given(policy, 100, 60), 2u + 6u + 100u - 60u);
    EXPECT_EQ(given(policy, 100, 108), 0u);
    EXPECT_EQ(given(policy, 20, 20), 2u + 6u + 20u - 20u);
  }
}

TEST(TasksToGive, NeverTakesMoreThanWhatIsAboveTheThreshold) {
  for (const char* policy : {"basic", "equalize", "smart"}) {
    const Balance balance = balance_from(policy);
    for (std::size_t mine = 0; mine < 20; ++mine) {
      for (std::size_t theirs = 0; theirs < 20; ++theirs) {
        for (const Moves moves : {Moves{}, quick, Moves{.transfer_s = 1}}) {
          const std::size_t given = tasks_to_give(balance, {mine, 3, 2}, {theirs, 2, 1}, moves);
          EXPECT_LE(given, mine > 3 ? mine - 3 : 0);
        }
      }
    }
  }
}

TEST(TasksToGive, PromiseLastsUntilWorkersHaveEndedTheirTasks) {
  constexpr std::int64_t ms = 1'000'000;
  EXPECT_EQ(promise_ns(0.0), ms);
  EXPECT_EQ(promise_ns(0.0001), ms);
  EXPECT_EQ(promise_ns(0.25), 500 * ms);
  EXPECT_EQ(promise_ns(1e300), 3'600'000 * ms);
}

TEST(TransferTime, ForgetsOldMoves) {
  TransferTime time;
  EXPECT_EQ(time.seconds(), 0.0);
  time.add(8);
  EXPECT_EQ(time.seconds(), 8.0);
  time.add(4);
  EXPECT_EQ(time.seconds(), 6.0);
  for (int i = 0; i < 200; ++i) time.add(1);
  EXPECT_NEAR(time.seconds(), 1.0, 1e-4);
}

TEST(Balance, TextIsTheSetting) {
  for (const char* text : {"basic", "equalize,7", "smart"}) EXPECT_EQ(balance_from(text).text(), text);
  EXPECT_EQ(Balance().text(), "off");
}

TEST(WorkSearch, AsksEachOtherNodeOnceBeforeAnyAgain) {
  WorkSearch search(NodeId(2), 6, 1);
  for (int round = 0; round < 20; ++round) {
    std::set<unsigned> asked;
    for (int i = 0; i < 5; ++i) asked.insert(search.next().value());
    EXPECT_EQ(asked, (std::set<unsigned>{0, 1, 3, 4, 5}));
  }
}

TEST(WorkSearch, IsReproducibleAndDiffersBetweenNodes) {
  const auto asked = [](unsigned node, std::uint64_t seed) {
    WorkSearch search(NodeId(node), 8, seed);
    std::vector<unsigned> all;
    for (int i = 0; i < 50; ++i) all.push_back(search.next().value());
    return all;
  };
  EXPECT_EQ(asked(0, 1), asked(0, 1));
  EXPECT_NE(asked(6, 1), asked(7, 1));
  EXPECT_NE(asked(0, 1), asked(0, 2));
}

TEST(WorkSearch, WaitsLongerWithEachRoundOfRefusals) {
  WorkSearch search(NodeId(0), 3, 1);
  const std::int64_t first = search.refused_ns();
  EXPECT_GT(first, 0);
  EXPECT_EQ(search.refused_ns(), first);
  EXPECT_EQ(search.refused_ns(), 2 * first);
  for (int i = 0; i < 100; ++i) search.refused_ns();
  EXPECT_LE(search.refused_ns(), 10'000'000);
  search.given();
  EXPECT_EQ(search.refused_ns(), first);
}

}  // namespace
}  // namespace gusset
