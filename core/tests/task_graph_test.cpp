#include "gusset/core/task_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::with_threads;

template <class Function>
std::string error_of(Function&& function) {
  try {
    function();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no exception";
}

TEST(TaskGraph, ATaskRunsOnceItIsFulfilledOftenEnough) {
  Runtime runtime(with_threads(1));
  TaskGraph<int> graph(runtime, "step");
  int runs = 0;
  graph.define({.in_degree = [](int) { return 3u; }, .run = [&](int key) { runs += key; }});
  graph.fulfil(5);
  graph.fulfil(5);
  graph.fulfil(5);
  runtime.wait();
  EXPECT_EQ(runs, 5);
}

TEST(TaskGraph, ThenRunsAfterTheKernelAndFulfilsTheNextTask) {
  Runtime runtime(with_threads(1));
  TaskGraph<int> chain(runtime, "chain");
  std::vector<std::string> calls;
  chain.define({.in_degree = [](int) { return 1u; },
                .run = [&](int key) { calls.push_back("run " + std::to_string(key)); },
                .then =
                    [&](int key) {
                      calls.push_back("then " + std::to_string(key));
                      if (key < 2) chain.fulfil(key + 1);
                    }});
  chain.fulfil(1);
  runtime.wait();
  EXPECT_THAT(calls, ElementsAre("run 1", "then 1", "run 2", "then 2"));
}

TEST(TaskGraph, PrioritiesWorkAndWorkersReachThePolicy) {
  Options options = with_threads(1);
  options.policy = "priority";
  options.paused = true;
  Runtime runtime(options);
  TaskGraph<int> graph(runtime, "step");
  std::vector<int> order;
  graph.define({.in_degree = [](int) { return 1u; },
                .work = [](int key) { return 1.0 * key; },
                .priority = [](int key) { return key; },
                .worker = [](int) { return WorkerId(0); },
                .run = [&](int key) { order.push_back(key); }});
  for (const int key : {2, 4, 1, 3}) graph.fulfil(key);
  runtime.wait();
  EXPECT_THAT(order, ElementsAre(4, 3, 2, 1));
}

/// A sum over a random layered graph, to be compared with the same sum computed in order.
void expect_same_sums(unsigned threads, unsigned seed) {
  constexpr int layers = 30;
  constexpr int width = 40;
  using Key = std::array<int, 2>;
  std::mt19937 random(seed);
  std::array<std::array<std::vector<int>, width>, layers> sources;
  std::array<std::array<std::vector<Key>, width>, layers> targets;
  for (int layer = 1; layer < layers; ++layer) {
    for (int i = 0; i < width; ++i) {
      auto& mine = sources[static_cast<std::size_t>(layer)][static_cast<std::size_t>(i)];
      const int count = 1 + static_cast<int>(random() % 4);
      for (int n = 0; n < count; ++n) {
        const int from = static_cast<int>(random() % width);
        mine.push_back(from);
        targets[static_cast<std::size_t>(layer - 1)][static_cast<std::size_t>(from)].push_back({layer, i});
      }
    }
  }
  const auto value_of = [&](const Key& key, const auto& values) {
    long sum = key[1];
    for (const int from : sources[static_cast<std::size_t>(key[0])][static_cast<std::size_t>(key[1])])
      sum += values[static_cast<std::size_t>(key[0] - 1)][static_cast<std::size_t>(from)];
    return sum % 1'000'003;
  };
  std::array<std::array<long, width>, layers> expected{};
  std::array<std::array<long, width>, layers> found{};
  for (int layer = 0; layer < layers; ++layer) {
    for (int i = 0; i < width; ++i)
      expected[static_cast<std::size_t>(layer)][static_cast<std::size_t>(i)] = value_of({layer, i}, expected);
  }
  {
    Runtime runtime(with_threads(threads));
    TaskGraph<Key> graph(runtime, "sum");
    graph.define({.in_degree =
                      [&](const Key& key) {
                        const auto& mine =
                            sources[static_cast<std::size_t>(key[0])][static_cast<std::size_t>(key[1])];
                        return mine.empty() ? 1u : static_cast<std::uint32_t>(mine.size());
                      },
                  .run =
                      [&](const Key& key) {
                        found[static_cast<std::size_t>(key[0])][static_cast<std::size_t>(key[1])] =
                            value_of(key, found);
                      },
                  .then =
                      [&](const Key& key) {
                        for (const Key& next :
                             targets[static_cast<std::size_t>(key[0])][static_cast<std::size_t>(key[1])])
                          graph.fulfil(next);
                      }});
    for (int i = 0; i < width; ++i) graph.fulfil({0, i});
    runtime.wait();
  }
  EXPECT_EQ(found, expected) << seed;
}

TEST(TaskGraph, RandomGraphsGiveTheSumsOfASerialRun) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    expect_same_sums(1, seed);
    expect_same_sums(3, seed);
  }
}

TEST(TaskGraph, GraphsFulfilEachOthersTasks) {
  Runtime runtime(with_threads(2));
  TaskGraph<int> even(runtime, "even");
  TaskGraph<std::string> odd(runtime, "odd");
  std::atomic<int> sum{0};
  even.define({.in_degree = [](int) { return 1u; },
               .run = [&](int key) { sum += key; },
               .then = [&](int key) { odd.fulfil(std::to_string(key + 1)); }});
  odd.define({.in_degree = [](const std::string&) { return 1u; },
              .run = [&](const std::string& key) { sum += std::stoi(key); },
              .then =
                  [&](const std::string& key) {
                    if (std::stoi(key) < 9) even.fulfil(std::stoi(key) + 1);
                  }});
  even.fulfil(0);
  runtime.wait();
  EXPECT_EQ(sum, 45);
}

TEST(TaskGraph, KernelsOfOtherTasksFulfilTasksInThen) {
  Runtime runtime(with_threads(2));
  const Handle handle = runtime.handle("h");
  TaskGraph<int> graph(runtime, "after");
  std::atomic<int> written{0};
  int seen = 0;
  graph.define({.in_degree = [](int) { return 4u; }, .run = [&](int) { seen = written; }});
  struct Kernel {
    std::atomic<int>* written;
    TaskGraph<int>* graph;
    void operator()() const { ++*written; }
    void then() const { graph->fulfil(1); }
  };
  for (int i = 0; i < 4; ++i) runtime.submit(TaskType("write")(), Kernel{&written, &graph}, read(handle));
  runtime.wait();
  EXPECT_EQ(seen, 4);
}

TEST(TaskGraph, ThenSubmitsTasksOnHandles) {
  Runtime runtime(with_threads(2));
  const Handle handle = runtime.handle("h");
  TaskGraph<int> graph(runtime, "before");
  int sum = 0;
  graph.define({.in_degree = [](int) { return 1u; },
                .then =
                    [&](int key) {
                      runtime.submit(
                          TaskType("add")().detached(), [&sum, key] { sum += key; }, write(handle));
                    }});
  for (int key = 1; key <= 20; ++key) graph.fulfil(key);
  runtime.wait();
  EXPECT_EQ(sum, 210);
}

TEST(TaskGraph, AWaitReportsTasksThatCanNeverRun) {
  Runtime runtime(with_threads(2));
  TaskGraph<std::array<int, 2>> graph(runtime, "gemm");
  int runs = 0;
  graph.define({.in_degree = [](const auto&) { return 3u; }, .run = [&](const auto&) { ++runs; }});
  graph.fulfil({1, 2});
  EXPECT_EQ(error_of([&] { runtime.wait(); }),
            "1 task of a task graph can never run: gemm (1,2) was fulfilled 1 of 3 times");
  for (int key = 0; key < 7; ++key) graph.fulfil({key, 0});
  EXPECT_THAT(error_of([&] { runtime.wait(); }), HasSubstr("7 tasks of task graphs can never run: "));
  for (int n = 0; n < 3; ++n) graph.fulfil({1, 2});  // earlier waits have cleared the counts
  runtime.wait();
  EXPECT_EQ(runs, 1);
}

TEST(TaskGraph, AfterAFailureTheTasksThatItShouldHaveFulfilledDoNotRun) {
  Runtime runtime(with_threads(2));
  TaskGraph<int> graph(runtime, "step");
  std::atomic<int> runs{0};
  graph.define({.in_degree = [](int) { return 1u; },
                .run =
                    [&](int key) {
                      if (key == 3) throw std::runtime_error("no convergence");
                      ++runs;
                    },
                .then = [&](int key) { graph.fulfil(key + 1); }});
  graph.fulfil(1);
  EXPECT_EQ(error_of([&] { runtime.wait(); }), "task 'step' failed: no convergence");
  EXPECT_EQ(runs, 2);
}

TEST(TaskGraph, AFailureInThenFailsTheTask) {
  Runtime runtime(with_threads(1));
  TaskGraph<int> graph(runtime, "step");
  graph.define({.in_degree = [](int key) { return key == 2 ? 0u : 1u; },
                .then = [&](int key) { graph.fulfil(key + 1); }});
  graph.fulfil(1);
  EXPECT_EQ(error_of([&] { runtime.wait(); }),
            "task 'step' failed: step: expected an in-degree of at least 1, found 0");
}

TEST(TaskGraph, TheNodeMustExist) {
  Runtime runtime(with_threads(1));
  TaskGraph<int> graph(runtime, "step");
  graph.define({.in_degree = [](int) { return 1u; },
                .node = [](int key) { return key == 0   ? NodeId(7)
                                             : key == 1 ? every_node
                                                        : NodeId(); }});
  EXPECT_EQ(error_of([&] { graph.fulfil(0); }), "step: expected a node from 0 to 0, found node 7");
  EXPECT_EQ(error_of([&] { graph.fulfil(1); }), "step: expected a node from 0 to 0, found no single node");
  EXPECT_EQ(error_of([&] { graph.fulfil(2); }), "step: expected a node from 0 to 0, found no single node");
}

TEST(TaskGraph, TheWorkerMustExist) {
  for (const bool is_bound : {false, true}) {
    Runtime runtime(with_threads(2));
    TaskGraph<int> graph(runtime, "step");
    int runs = 0;
    graph.define({.in_degree = [](int) { return 1u; },
                  .worker = [](int key) { return key == 2 ? WorkerId() : WorkerId(key == 0 ? 1 : 2); },
                  .bound = [is_bound](int) { return is_bound; },
                  .run = [&](int) { ++runs; }});
    EXPECT_EQ(error_of([&] { graph.fulfil(1); }), "step: expected a worker from 0 to 1, found worker 2");
    EXPECT_EQ(error_of([&] { graph.fulfil(2); }), "step: expected a worker from 0 to 1, found none");
    graph.fulfil(0);
    runtime.wait();
    EXPECT_EQ(runs, 1);
  }
}

TEST(TaskGraph, MustBeDefinedBeforeItIsUsed) {
  Runtime runtime(with_threads(1));
  TaskGraph<int> graph(runtime, "step");
  EXPECT_EQ(error_of([&] { graph.fulfil(0); }),
            "step: expected define() with in_degree before fulfil(), found none");
}

TEST(TaskGraph, ItsDestructorWaits) {
  Runtime runtime(with_threads(2));
  std::atomic<int> runs{0};
  {
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .run = [&](int) { ++runs; },
                  .then =
                      [&](int key) {
                        if (key < 1000) graph.fulfil(key + 1);
                      }});
    graph.fulfil(1);
  }
  EXPECT_EQ(runs, 1000);
}

}  // namespace
}  // namespace gusset
