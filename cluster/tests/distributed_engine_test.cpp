#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "loopback_nodes.hpp"
#include "random_distributed_program.hpp"
#include "test_rounds.hpp"

namespace gusset::cluster {
namespace {

using gusset::testing::RandomDistributedProgram;
using gusset::testing::test_rounds;
using testing::LoopbackRun;

/// On one node, with the runtime's usual engine.
std::uint64_t result_of_run(const RandomDistributedProgram& program, unsigned threads) {
  Runtime runtime{Options{.threads = threads}};
  return program(runtime);
}

/// Runs the program and compares the contents that each node sees with those of a serial run.
void expect_serial_results(LoopbackRun run, const RandomDistributedProgram& program) {
  std::vector<std::uint64_t> results(run.nodes), expected(run.nodes);
  run([&](Runtime& runtime, unsigned node) { results[node] = program(runtime, &expected[node]); });
  EXPECT_EQ(results, expected);
}

TEST(DistributedEngine, RandomProgramsGiveTheSameDataAsSeriallyAndOnOneNode) {
  for (unsigned seed = 1; seed <= test_rounds(50); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomDistributedProgram program(seed, false);
    std::uint64_t expected = 0;
    LoopbackRun run{.nodes = 1 + seed % 6, .threads = 1 + seed % 2, .network = {seed, seed % 5 * 4}};
    std::vector<std::uint64_t> results(run.nodes);
    run([&](Runtime& runtime, unsigned node) {
      results[node] = program(runtime, node == 0 ? &expected : nullptr);
    });
    EXPECT_EQ(results, std::vector<std::uint64_t>(run.nodes, expected));
    EXPECT_EQ(result_of_run(program, 1 + seed % 2), expected);
  }
}

TEST(DistributedEngine, TasksEverywhereSubmitInTheSameOrderOnAnyNumberOfNodes) {
  for (unsigned seed = 1; seed <= test_rounds(20); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomDistributedProgram program(seed);
    expect_serial_results({.nodes = 2, .network = {seed, seed % 3 * 5}}, program);
    expect_serial_results({.nodes = 3 + seed % 4, .threads = 1 + seed % 2, .network = {seed, seed % 3 * 5}},
                          program);
  }
}

// A node that looks at nothing must keep its data until the others have looked at it.
TEST(DistributedEngine, ContentsCanBeReadAfterOtherDataIsDestroyed) {
  for (unsigned seed = 1; seed <= test_rounds(20); ++seed) {
    std::vector<int> found(3, 7);
    LoopbackRun{.nodes = 3, .network = {seed, 5}}([&](Runtime& runtime, unsigned node) {
      const auto tiles = [&](const char* name) {
        auto matrix = TiledMatrix<int>::full(runtime, name, 3, 1, 3, 1);
        matrix.init([](auto, auto, Tile<int> tile, auto, auto) { tile(0, 0) = 7; });
        return matrix;
      };
      const TiledMatrix<int> kept = tiles("kept");
      {
        const TiledMatrix<int> other = tiles("other");
        runtime.submit(
            TaskType("read")(1.0), [](Tile<const int>) {}, read(other(1, 0)));
        runtime.wait();
      }
      if (node > 0) found[node] = kept.tile(0, 0)(0, 0);
    });
    EXPECT_EQ(found, std::vector<int>(3, 7)) << seed;
  }
}

TEST(DistributedEngine, ContentsCanBeReadAfterATaskGraphHasChangedThem) {
  for (unsigned seed = 1; seed <= test_rounds(20); ++seed) {
    std::vector<int> found(3, 9);
    LoopbackRun{.nodes = 3, .network = {seed, 5}}([&](Runtime& runtime, unsigned node) {
      TaskGraph<int> graph(runtime, "change");  // its destructor waits, so it is the last
      auto filled = TiledMatrix<int>::full(runtime, "filled", 3, 1, 3, 1);
      auto kept = TiledMatrix<int>::full(runtime, "kept", 3, 1, 3, 1);
      const auto fill = [](auto, auto, Tile<int> tile, auto, auto) { tile(0, 0) = 7; };
      kept.init(fill);
      filled.init(fill);
      filled.init(fill);  // begins after all nodes have filled `kept`
      graph.define({.in_degree = [](int) { return 1u; }, .run = [&](int) { kept.tile(0, 0)(0, 0) = 9; }});
      graph.fulfil(1);
      runtime.wait();
      if (node > 0) found[node] = kept.tile(0, 0)(0, 0);
    });
    EXPECT_EQ(found, std::vector<int>(3, 9)) << seed;
  }
}

TEST(DistributedEngine, EachWorkerOfEachNodeHasItsOwnValues) {
  std::vector<int> counts(3);
  LoopbackRun{.nodes = 3, .threads = 2}([&](Runtime& runtime, unsigned node) {
    WorkerLocal<int> ran(runtime);
    for (std::uint32_t task = 0; task < 30; ++task)
      runtime.submit(TaskType("count")(1.0).on(NodeId(task % 3)), [&ran] { ++ran.local(); });
    runtime.wait();
    EXPECT_EQ(ran.size(), 2u);
    ran.for_each([&](int count) { counts[node] += count; });
  });
  EXPECT_EQ(counts, std::vector<int>(3, 10));
}

// Three numbers, one on each node, by rows.
TiledMatrix<long> number_of_each_node(Runtime& runtime) {
  auto numbers = TiledMatrix<long>::full(runtime, "numbers", 3, 1, 3, 1, [](std::size_t i, std::size_t) {
    return NodeId(static_cast<std::uint32_t>(i));
  });
  numbers.init([](auto, auto, Tile<long> tile, auto, auto) { tile(0, 0) = 0; });
  return numbers;
}

const TaskType fill_type("fill");

TEST(DistributedEngine, ATaskMayAccessOneHandleOfAnotherNodeTwice) {
  LoopbackRun run{.nodes = 3};
  run([&](Runtime& runtime, unsigned) {
    auto numbers = number_of_each_node(runtime);
    runtime.submit(
        fill_type(), [](Tile<long> number) { number(0, 0) = 4; }, write(numbers(0, 0)));
    runtime.submit(
        fill_type(),
        [](Tile<const long> a, Tile<const long> b, Tile<long> to) { to(0, 0) = a(0, 0) * b(0, 0); },
        read(numbers(0, 0)), read(numbers(0, 0)), write(numbers(1, 0)));
    runtime.wait();
    EXPECT_EQ(numbers.tile(1, 0)(0, 0), 16);
  });
}

TEST(DistributedEngine, AddsOfEachNodeMayBeRenamed) {
  LoopbackRun run{.nodes = 3, .threads = 2};
  run([&](Runtime& runtime, unsigned) {
    auto numbers = number_of_each_node(runtime);
    for (std::size_t i = 0; i < 3; ++i) {
      runtime.rename_adds(numbers(i, 0),
                          {.create = [](void* buffer) { *static_cast<long*>(buffer) = 0; },
                           .merge =
                               [](void* into, const void* buffer) {
                                 *static_cast<long*>(into) += *static_cast<const long*>(buffer);
                               },
                           .apply =
                               [](void* contents, const void* buffer) {
                                 *static_cast<long*>(contents) += *static_cast<const long*>(buffer);
                               }});
    }
    for (int k = 1; k <= 100; ++k) {
      for (std::size_t i = 0; i < 3; ++i)
        runtime.submit(
            fill_type(), [k](Tile<long> number) { number(0, 0) += k; }, add(numbers(i, 0)));
    }
    runtime.wait();
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(numbers.tile(i, 0)(0, 0), 5050);
  });
}

TEST(DistributedEngine, ReservedAccessesKeepTheirPlaceOnAllNodes) {
  LoopbackRun run{.nodes = 3, .threads = 2};
  run([&](Runtime& runtime, unsigned) {
    auto numbers = number_of_each_node(runtime);
    auto reserved = runtime.reserve(write(numbers(0, 0)));
    auto reserved_input = runtime.reserve(read(numbers(1, 0)));
    // Both wait for the task of the reservations, although it is submitted last.
    runtime.submit(
        fill_type(), [](Tile<const long> from, Tile<long> to) { to(0, 0) = 10 * from(0, 0); },
        read(numbers(0, 0)), write(numbers(2, 0)));
    runtime.submit(
        fill_type(), [](Tile<long> number) { number(0, 0) = 99; }, write(numbers(1, 0)));
    runtime.submit(
        fill_type(), [](Tile<const long> from, Tile<long> to) { to(0, 0) = from(0, 0) + 7; },
        std::move(reserved_input), std::move(reserved));
    runtime.wait();
    EXPECT_EQ(numbers.tile(0, 0)(0, 0), 7);
    EXPECT_EQ(numbers.tile(1, 0)(0, 0), 99);
    EXPECT_EQ(numbers.tile(2, 0)(0, 0), 70);
  });
}

// A single worker on a single node uses no atomic read-modify-writes until another thread appears.
TEST(DistributedEngine, OneWorkerOnOneNodeTakesTasksFromOtherThreads) {
  constexpr int tasks = 200;
  for (unsigned round = 0; round < test_rounds(20); ++round) {
    LoopbackRun run{.nodes = 1};
    run([&](Runtime& runtime, unsigned) {
      const Handle handle = runtime.handle("number");
      int number = 0;
      const auto submit_all = [&] {
        for (int i = 0; i < tasks; ++i) {
          runtime.submit(
              fill_type(), [&number] { ++number; }, write(handle));
        }
      };
      // The other threads begin while this one submits, or while it runs what it has submitted.
      std::vector<std::thread> others;
      for (int i = 0; i < 3; ++i) {
        others.emplace_back([&] {
          submit_all();
          runtime.wait(handle);
        });
      }
      submit_all();
      runtime.wait();
      for (std::thread& other : others) other.join();
      runtime.wait();
      EXPECT_EQ(number, 4 * tasks);
    });
  }
}

TEST(DistributedEngine, OneWorkerOnOneNodeHandlesMessagesBetweenTasks) {
  constexpr int tasks = 100;
  LoopbackRun run{.nodes = 1};
  run([&](Runtime& runtime, unsigned) {
    const Handle handle = runtime.handle("order");
    std::atomic<int> arrived{0};
    ActiveMessage<int> message(runtime, "message");
    message.define({.then = [&](int) { ++arrived; }});
    std::vector<int> seen;
    for (int i = 0; i < tasks; ++i) {
      runtime.submit(
          fill_type(),
          [&] {
            seen.push_back(arrived);
            message.send(NodeId(0), 1);
          },
          write(handle));
    }
    runtime.wait();
    EXPECT_EQ(arrived, tasks);
    EXPECT_GE(seen.back(), tasks / 2);  // not only when all tasks have ended
  });
}

}  // namespace
}  // namespace gusset::cluster
