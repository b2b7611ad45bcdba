// Tasks that run on a node other than the one that their program places them on.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

#include <unordered_map>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/core/errors.hpp"
#include "loopback_nodes.hpp"
#include "random_distributed_program.hpp"
#include "test_rounds.hpp"

namespace gusset::cluster {
namespace {

using gusset::testing::RandomDistributedProgram;
using gusset::testing::test_rounds;
using testing::LoopbackRun;

const TaskType move_step("step");

using Moves = std::unordered_map<std::uint64_t, NodeId>;

Balance list_of(Moves moves) {
  return {.policy = Balance::Policy::list, .moves = std::move(moves)};
}

/// One column of `count` numbers, all on one node.
TiledMatrix<long> numbers_on(Runtime& runtime, NodeId owner, std::size_t count, std::size_t rows = 1) {
  auto numbers = TiledMatrix<long>::full(runtime, "numbers", count * rows, 1, count, 1,
                                         [owner](std::size_t, std::size_t) { return owner; });
  numbers.init([](auto i, auto, Tile<long> tile, auto, auto) {
    for (std::size_t row = 0; row < tile.rows; ++row) tile(row, 0) = static_cast<long>(i);
  });
  return numbers;
}

MigrationStatistics sum_of_moves(const RunCounts& counts) {
  MigrationStatistics sum{0, 0, 0};
  for (const NodeStatistics& node : counts.nodes) sum = sum_of(sum, node.migration.value());
  return sum;
}

/// For each task, 1 + the number of the node on which it ran; 0 if it has not run.
using Places = std::vector<std::atomic<unsigned>>;

TEST(Balancing, ListedTasksRunWhereTheListSays) {
  LoopbackRun run{.nodes = 3};
  run.settings.balance = list_of({{0, NodeId(1)}, {1, NodeId(2)}, {2, NodeId(0)}, {4, NodeId(2)}});
  Places places(5);
  std::vector<std::vector<long>> found(3);
  run([&](Runtime& runtime, unsigned node) {
    auto numbers = numbers_on(runtime, NodeId(0), 4, 100);
    const auto add_one = [&places, node](std::size_t task) {
      return [&places, node, task](Tile<const long> from, Tile<long> to) {
        places[task] = node + 1;
        for (std::size_t row = 0; row < to.rows; ++row) to(row, 0) += from(row, 0) + 10;
      };
    };
    for (std::size_t task = 0; task < 4; ++task) {
      runtime.submit(move_step().migratable(), add_one(task), read(numbers((task + 1) % 4, 0)),
                     write(numbers(task, 0)));
    }
    runtime.submit(move_step(), add_one(4), read(numbers(1, 0)), write(numbers(0, 0)));  // may not move
    runtime.wait();
    for (std::size_t i = 0; i < 4; ++i) found[node].push_back(numbers.element(100 * i + 99, 0));
  });
  EXPECT_EQ(places[0], 2u);
  EXPECT_EQ(places[1], 3u);
  EXPECT_EQ(places[2], 1u);
  EXPECT_EQ(places[3], 1u);
  EXPECT_EQ(places[4], 1u);
  for (const auto& each : found) EXPECT_EQ(each, (std::vector<long>{34, 13, 15, 24}));
  // Two tasks moved: the contents of two tiles went with each, and those of one came back.
  EXPECT_EQ(run.counts.nodes[0].migration, (MigrationStatistics{2, 2 * (2 + 3), 2 * 3 * 800}));
  EXPECT_EQ(run.counts.nodes[1].migration, (MigrationStatistics{0, 0, 0}));
  EXPECT_EQ(run.counts.nodes[0].messages_sent, 0u);
  EXPECT_EQ(run.counts.nodes[0].level1_tasks, 5u);
  EXPECT_EQ(run.counts.nodes[1].level1_tasks, 0u);
}

TEST(Balancing, IsNotCountedWhenOff) {
  LoopbackRun run{.nodes = 2};
  run([&](Runtime& runtime, unsigned) {
    auto numbers = numbers_on(runtime, NodeId(0), 1);
    runtime.submit(
        move_step().migratable(), [](Tile<long>) {}, write(numbers(0, 0)));
    runtime.wait();
  });
  EXPECT_FALSE(run.counts.nodes[0].migration.has_value());
}

TEST(Balancing, OneNodeKeepsItsTasks) {
  LoopbackRun run{.nodes = 1};
  run.settings.balance = {.policy = Balance::Policy::basic};
  long found = 0;
  run([&](Runtime& runtime, unsigned) {
    auto numbers = numbers_on(runtime, NodeId(0), 1);
    runtime.submit(
        move_step().migratable(), [](Tile<long> tile) { tile(0, 0) = 5; }, write(numbers(0, 0)));
    runtime.wait();
    found = numbers.element(0, 0);
  });
  EXPECT_EQ(found, 5);
  EXPECT_EQ(run.counts.nodes[0].migration, (MigrationStatistics{0, 0, 0}));
}

TEST(Balancing, AListMayNameOnlyNodesOfTheRun) {
  LoopbackRun run{.nodes = 2};
  run.settings.balance = list_of({{17, NodeId(2)}});
  try {
    run([](Runtime&, unsigned) {});
    FAIL();
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(), "GUSSET_BALANCE, task 17: expected a node from 0 to 1, found 2");
  }
}

// The home sends its replicas of other nodes' data on to the receiver, even if the receiver owns the data.
TEST(Balancing, DataOfOtherNodesMovesToo) {
  for (unsigned receiver = 1; receiver < 3; ++receiver) {
    LoopbackRun run{.nodes = 3};
    run.settings.balance = list_of({{1, NodeId(receiver)}});
    std::vector<long> found(3);
    run([&](Runtime& runtime, unsigned node) {
      auto source = numbers_on(runtime, NodeId(1), 1);
      auto numbers = numbers_on(runtime, NodeId(0), 1);
      runtime.submit(
          move_step(), [](Tile<long> tile) { tile(0, 0) = 7; }, write(source(0, 0)));
      runtime.submit(
          move_step().migratable(), [](Tile<const long> from, Tile<long> to) { to(0, 0) = 2 * from(0, 0); },
          read(source(0, 0)), write(numbers(0, 0)));
      runtime.submit(
          move_step(), [](Tile<long> tile) { tile(0, 0) = 9; }, write(source(0, 0)));
      runtime.wait();
      found[node] = numbers.element(0, 0);
    });
    EXPECT_EQ(found, std::vector<long>(3, 14));
    EXPECT_EQ(run.counts.nodes[0].migration, (MigrationStatistics{1, 5, 24}));
    EXPECT_EQ(run.counts.nodes[1].messages_sent, 1u);
  }
}

TEST(Balancing, HandlesWithoutContentsCountWithTheSizeThatTheyDeclare) {
  LoopbackRun run{.nodes = 2};
  run.settings.balance = list_of({{0, NodeId(1)}});
  std::atomic<unsigned> place{9};
  run([&](Runtime& runtime, unsigned node) {
    const Handle declared = runtime.handle("declared", 1000, NodeId(0));
    const Handle order = runtime.handle("order", 0, NodeId(0));
    runtime.submit(
        move_step().migratable(), [&place, node] { place = node; }, write(declared), write(order));
    runtime.wait();
  });
  EXPECT_EQ(place, 1u);
  EXPECT_EQ(run.counts.nodes[0].migration, (MigrationStatistics{1, 4, 2000}));
}

TEST(Balancing, ATaskMayAccessOneHandleTwice) {
  LoopbackRun run{.nodes = 2};
  run.settings.balance = list_of({{0, NodeId(1)}});
  long found = 0;
  run([&](Runtime& runtime, unsigned node) {
    auto numbers = numbers_on(runtime, NodeId(0), 3);
    runtime.submit(
        move_step().migratable(),
        [](Tile<const long> a, Tile<const long> b, Tile<long> to) { to(0, 0) = a(0, 0) + 10 * b(0, 0); },
        read(numbers(2, 0)), read(numbers(2, 0)), write(numbers(0, 0)));
    runtime.wait();
    if (node == 0) found = numbers.element(0, 0);
  });
  EXPECT_EQ(found, 22);
  EXPECT_EQ(run.counts.nodes[0].migration, (MigrationStatistics{1, 5, 24}));
}

// Node 1's program reaches the task later than node 0's.
TEST(Balancing, AListedTaskWaitsForTheReceiversProgram) {
  LoopbackRun run{.nodes = 2, .threads = 2};
  run.settings.balance = list_of({{1, NodeId(1)}});
  std::atomic<bool> has_submitted{false};
  std::atomic<unsigned> place{9};
  run([&](Runtime& runtime, unsigned node) {
    auto numbers = numbers_on(runtime, NodeId(0), 1, 1000);
    runtime.submit(
        move_step(), [](Tile<long>) {}, write(numbers(0, 0)));  // both programs have reached this point
    if (node == 1) {
      while (!has_submitted) std::this_thread::yield();
      // The moved task has usually arrived after this.
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    runtime.submit(
        move_step().migratable(), [&place, node](Tile<long>) { place = node; }, write(numbers(0, 0)));
    has_submitted = true;
    runtime.wait();
  });
  EXPECT_EQ(place, 1u);
}

// While a moved task is away, its adds keep the exclusive locks, so the home's adds wait.
TEST(Balancing, AddsTakeTurnsOnAllNodes) {
  for (unsigned seed = 1; seed <= test_rounds(10); ++seed) {
    LoopbackRun run{.nodes = 3, .threads = 2, .network = {seed, seed % 3 * 5}};
    Moves moves;
    for (std::uint64_t task = 0; task < 300; ++task) moves.emplace(task, NodeId(task % 4 % 3));
    run.settings.balance = list_of(moves);
    std::vector<long> found(3);
    run([&](Runtime& runtime, unsigned node) {
      auto numbers = numbers_on(runtime, NodeId(0), 2);
      for (long task = 0; task < 300; ++task) {
        runtime.submit(
            move_step().migratable(),
            [task](Tile<long> a, Tile<long> b) {
              a(0, 0) += task;
              b(0, 0) -= task;
            },
            add(numbers(0, 0)), add(numbers(1, 0)));
      }
      runtime.wait();
      found[node] = numbers.element(0, 0) - numbers.element(1, 0);
    });
    EXPECT_EQ(found, std::vector<long>(3, 300 * 299 - 1)) << seed;
    EXPECT_EQ(sum_of_moves(run.counts).migrated_tasks, 150u);
  }
}

TEST(Balancing, TasksThatMayNotMoveStay) {
  LoopbackRun run{.nodes = 2, .threads = 2};
  Moves moves;
  for (std::uint64_t task = 0; task < 6; ++task) moves.emplace(task, NodeId(1));
  run.settings.balance = list_of(moves);
  std::atomic<unsigned> on_home{0};
  run([&](Runtime& runtime, unsigned node) {
    auto numbers = numbers_on(runtime, NodeId(0), 1);
    auto renamed = numbers_on(runtime, NodeId(0), 1);
    const NodeLocal<long> local(runtime, "local", 1);
    runtime.rename_adds(renamed(0, 0), {.create = [](void* buffer) { *static_cast<long*>(buffer) = 0; },
                                        .merge = [](void*, const void*) {},
                                        .apply = [](void*, const void*) {}});
    const auto here = [&on_home, node] { on_home += node == 0 ? 1 : 100; };
    const TaskCall call = move_step().on(NodeId(0)).migratable();
    runtime.submit(
        call.bound_to(WorkerId(0)), [=](Tile<long>) { here(); }, write(numbers(0, 0)));
    runtime.submit(call, [=] { here(); });  // accesses nothing
    runtime.submit(
        call, [=](const long&, Tile<long>) { here(); }, read(local), write(numbers(0, 0)));
    runtime.submit(
        call, [=](Tile<long>) { here(); }, add(renamed(0, 0)));
    runtime.submit(
        move_step().on(NodeId(0)), [=](Tile<long>) { here(); }, write(numbers(0, 0)));  // not marked
    runtime.wait();
  });
  EXPECT_EQ(on_home, 5u);
  EXPECT_EQ(sum_of_moves(run.counts).migrated_tasks, 0u);
}

TEST(Balancing, FailuresAtTheReceiverFailTheRunEverywhere) {
  LoopbackRun run{.nodes = 3};
  run.settings.balance = list_of({{0, NodeId(1)}, {1, NodeId(2)}});
  std::vector<std::string> texts(3);
  std::atomic<int> ran{0};
  std::vector<long> found(3);
  run([&](Runtime& runtime, unsigned node) {
    auto numbers = numbers_on(runtime, NodeId(0), 2);
    runtime.submit(
        move_step().migratable(), [](Tile<long>) { throw std::runtime_error("overflow"); },
        write(numbers(0, 0)));
    runtime.submit(
        move_step().migratable(), [](Tile<long> tile) { tile(0, 0) = 8; }, write(numbers(1, 0)));
    runtime.submit(
        move_step(), [&ran](Tile<const long>) { ++ran; }, read(numbers(0, 0)));
    try {
      runtime.wait();
    } catch (const TaskFailure& failure) {
      texts[node] = failure.what();
    }
    // The run goes on.
    runtime.submit(
        move_step().migratable(), [](Tile<long> tile) { tile(0, 0) += 1; }, write(numbers(1, 0)));
    runtime.wait();
    found[node] = numbers.element(1, 0);
  });
  EXPECT_EQ(ran, 0);
  EXPECT_NE(texts[0].find("overflow (on node 1)"), std::string::npos) << texts[0];
  EXPECT_EQ(texts, std::vector<std::string>(3, texts[0]));
  EXPECT_EQ(found, std::vector<long>(3, 9));
  // The failed task returns no contents.
  EXPECT_EQ(run.counts.nodes[0].migration, (MigrationStatistics{2, 2 + 1 + 2 + 2, 3 * 8}));
}

TEST(Balancing, ATaskThatModifiesNothingMayFail) {
  LoopbackRun run{.nodes = 2};
  run.settings.balance = list_of({{0, NodeId(1)}});
  std::atomic<int> failures{0};
  run([&](Runtime& runtime, unsigned) {
    auto numbers = numbers_on(runtime, NodeId(0), 1);
    runtime.submit(
        move_step().migratable(), [](Tile<const long>) { throw std::runtime_error("no"); },
        read(numbers(0, 0)));
    try {
      runtime.wait();
    } catch (const TaskFailure&) {
      ++failures;
    }
    runtime.wait();
  });
  EXPECT_EQ(failures, 2);
}

TEST(Balancing, AMigratableTaskMustSubmitNoTasks) {
  LoopbackRun run{.nodes = 2};
  run.settings.balance = list_of({{0, NodeId(1)}});
  std::vector<std::vector<std::string>> texts(2);  // by node
  run([&](Runtime& runtime, unsigned node) {
    auto numbers = numbers_on(runtime, NodeId(0), 2);
    const auto submits = [&runtime](Tile<long>) { runtime.submit(TaskType("child")(), [] {}); };
    for (std::size_t i = 0; i < 2; ++i) {
      runtime.submit(move_step().migratable(), submits, write(numbers(i, 0)));
      try {
        runtime.wait();
      } catch (const TaskFailure& failure) {
        texts[node].emplace_back(failure.what());
      }
    }
  });
  for (const std::vector<std::string>& of_node : texts) {
    ASSERT_EQ(of_node.size(), 2);
    for (const std::string& text : of_node) {
      EXPECT_NE(text.find("expected no tasks submitted by task 'step', which may migrate, found 'child'"),
                std::string::npos)
          << text;
    }
  }
}

TEST(Balancing, KeptKernelsAreDestroyedByTheNextWaitForAll) {
  LoopbackRun run{.nodes = 2};
  run.settings.balance = {.policy = Balance::Policy::basic};
  std::vector<long> users(2);
  run([&](Runtime& runtime, unsigned node) {
    const auto captured = std::make_shared<int>(1);
    auto numbers = numbers_on(runtime, NodeId(0), 1);
    for (int i = 0; i < 10; ++i) {
      runtime.submit(
          move_step().migratable(), [captured](Tile<long>) {}, write(numbers(0, 0)));
    }
    runtime.wait();
    users[node] = captured.use_count();
  });
  EXPECT_EQ(users, std::vector<long>(2, 1));
}

TEST(Balancing, ReceiversFreeTheirMemory) {
  constexpr std::size_t rows = 10'000;
  LoopbackRun run{.nodes = 2};
  Moves moves;
  for (std::uint64_t task = 0; task < 40; ++task) moves.emplace(task, NodeId(1));
  run.settings.balance = list_of(moves);
  run([&](Runtime& runtime, unsigned) {
    auto numbers = numbers_on(runtime, NodeId(0), 2, rows);
    for (int i = 0; i < 40; ++i) {
      runtime.submit(
          move_step().migratable(), [](Tile<const long>, Tile<long>) {}, read(numbers(0, 0)),
          write(numbers(1, 0)));
    }
    runtime.wait();
  });
  EXPECT_EQ(run.counts.nodes[0].migration->migration_bytes, 40 * 3 * rows * sizeof(long));
  const std::uint64_t peak = run.counts.nodes[1].peak_memory_bytes.value();
  EXPECT_GE(peak, 2 * rows * sizeof(long));
  EXPECT_LE(peak, 6 * rows * sizeof(long));  // the contents for up to three tasks at once
}

// Node 1 may destroy `source` before node 0's task, which reads a replica of it, has moved to node 1.
TEST(Balancing, DataMayBeDestroyedBeforeAMovedTaskThatReadsAReplicaEnds) {
  for (unsigned seed = 1; seed <= test_rounds(10); ++seed) {
    LoopbackRun run{.nodes = 2, .threads = 2, .network = {seed, 5}};
    run.settings.balance = list_of({{0, NodeId(0)}, {2, NodeId(1)}});
    std::vector<long> found(2);
    run([&](Runtime& runtime, unsigned node) {
      auto numbers = numbers_on(runtime, NodeId(0), 2);
      {
        auto source = numbers_on(runtime, NodeId(1), 1);
        runtime.submit(
            move_step().migratable(), [](Tile<long> tile) { tile(0, 0) = 7; }, write(source(0, 0)));
        runtime.submit(
            move_step(), [](Tile<long>) { std::this_thread::sleep_for(std::chrono::milliseconds(3)); },
            write(numbers(1, 0)));
        runtime.submit(
            move_step().migratable(),
            [](Tile<const long> from, Tile<const long>, Tile<long> to) { to(0, 0) = 3 * from(0, 0); },
            read(source(0, 0)), read(numbers(1, 0)), write(numbers(0, 0)));
      }
      runtime.wait();
      found[node] = numbers.element(0, 0);
    });
    EXPECT_EQ(found, std::vector<long>(2, 21)) << seed;
    EXPECT_EQ(sum_of_moves(run.counts).migrated_tasks, 2u);
  }
}

// Node 1's program never submits the task.
TEST(Balancing, MovedTasksEndIfTheProgramsDiffer) {
  LoopbackRun run{.nodes = 2};
  run.settings.balance = list_of({{1, NodeId(1)}});
  run([&](Runtime& runtime, unsigned node) {
    auto numbers = numbers_on(runtime, NodeId(0), 2);
    runtime.submit(
        move_step(), [](Tile<long>) {}, write(numbers(0, 0)));
    if (node == 0) {
      runtime.submit(
          move_step().migratable(), [](Tile<long>) {}, write(numbers(0, 0)));
    } else {
      runtime.submit(
          TaskType("other")(), [](Tile<long>) {}, write(numbers(1, 0)));
    }
    EXPECT_THROW(runtime.wait(), UsageError);
  });
}

TEST(Balancing, MovedTasksEndAfterATimeout) {
  LoopbackRun run{.nodes = 2};
  run.settings.balance = list_of({{0, NodeId(1)}, {2, NodeId(1)}});
  run.settings.timeout_s = 0.3;
  std::atomic<int> ran{0};
  run([&](Runtime& runtime, unsigned) {
    auto numbers = numbers_on(runtime, NodeId(0), 2, 2000);
    for (int i = 0; i < 3; ++i) {
      runtime.submit(
          move_step().migratable(),
          [&ran](Tile<long>) {
            std::this_thread::sleep_for(std::chrono::seconds(2));
            ++ran;
          },
          write(numbers(0, 0)));
    }
    EXPECT_THROW(runtime.wait(), Deadlock);
  });
  EXPECT_LT(ran, 3);
}

/// Runs a random program and compares the contents that each node sees with those of a serial run. Returns
/// the number of migrated tasks.
std::uint64_t migrated_in_run_with_serial_results(LoopbackRun run, const RandomDistributedProgram& program) {
  std::vector<std::uint64_t> results(run.nodes), expected(run.nodes);
  run([&](Runtime& runtime, unsigned node) { results[node] = program(runtime, &expected[node]); });
  EXPECT_EQ(results, expected);
  return sum_of_moves(run.counts).migrated_tasks.value();
}

TEST(Balancing, RandomListsChangeNoResult) {
  std::uint64_t migrated = 0;
  for (unsigned seed = 1; seed <= test_rounds(60); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    LoopbackRun run{.nodes = 2 + seed % 4, .threads = 1 + seed % 2, .network = {seed, seed % 5 * 4}};
    std::mt19937 random(seed);
    Moves moves;
    for (std::uint64_t task = 0; task < 200; ++task) {
      const NodeId to(static_cast<std::uint32_t>(random() % run.nodes));
      if (random() % 3 != 0) moves.emplace(task, to);
    }
    run.settings.balance = list_of(moves);
    migrated += migrated_in_run_with_serial_results(run, RandomDistributedProgram(seed, seed % 2 == 0, true));
  }
  EXPECT_GT(migrated, 10 * test_rounds(60));
}

class BalancingPolicies : public ::testing::TestWithParam<Balance::Policy> {};

TEST_P(BalancingPolicies, ChangeNoResult) {
  for (unsigned seed = 1; seed <= test_rounds(40); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    LoopbackRun run{.nodes = 2 + seed % 4, .threads = 1 + seed % 2, .network = {seed, seed % 5 * 4}};
    run.settings.balance = {.policy = GetParam(), .threshold = seed % 2};
    migrated_in_run_with_serial_results(run, RandomDistributedProgram(seed, seed % 2 == 0, true));
  }
}

// One node has all tasks, each of which sleeps, so that nodes without work need no processor.
TEST_P(BalancingPolicies, NodesWithoutWorkGetSome) {
  constexpr int tasks = 60;
  LoopbackRun run{.nodes = 3};
  run.settings.balance = {.policy = GetParam()};
  std::vector<std::atomic<int>> ran(3);
  std::vector<long> found(3);
  run([&](Runtime& runtime, unsigned node) {
    auto numbers = numbers_on(runtime, NodeId(0), tasks);
    for (std::size_t i = 0; i < tasks; ++i) {
      runtime.submit(
          move_step().migratable(),
          [&ran, node](Tile<long> tile) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            tile(0, 0) += 1;
            ++ran[node];
          },
          write(numbers(i, 0)));
    }
    runtime.wait();
    for (std::size_t i = 0; i < tasks; ++i) found[node] += numbers.element(i, 0);
  });
  EXPECT_EQ(ran[0] + ran[1] + ran[2], tasks);
  EXPECT_GT(ran[1] + ran[2], 0);
  EXPECT_EQ(run.counts.nodes[0].migration->migrated_tasks, static_cast<unsigned>(ran[1] + ran[2]));
  EXPECT_EQ(found, std::vector<long>(3, tasks * (tasks - 1) / 2 + tasks));
}

INSTANTIATE_TEST_SUITE_P(All, BalancingPolicies,
                         ::testing::Values(Balance::Policy::basic, Balance::Policy::equalize,
                                           Balance::Policy::smart));

}  // namespace
}  // namespace gusset::cluster
