// Task graphs and active messages on several nodes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gusset/core.hpp"
#include "loopback_nodes.hpp"
#include "random_task_graph.hpp"
#include "test_rounds.hpp"

namespace gusset::cluster {
namespace {

using gusset::testing::RandomTaskGraph;
using gusset::testing::test_rounds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::LoopbackRun;

// A wait returns exactly when everything has ended: every task has run once, and no message comes later.
TEST(TaskGraphs, RandomGraphsEndExactlyWhenAWaitReturns) {
  for (unsigned seed = 1; seed <= test_rounds(60); ++seed) {
    const RandomTaskGraph program(seed);
    RandomTaskGraph::Progress progress;
    LoopbackRun run{.nodes = 1 + seed % 6, .threads = 1 + seed / 6 % 2, .network = {seed, seed % 5 * 4}};
    run([&](Runtime& runtime, unsigned node) {
      EXPECT_EQ(program(runtime, node, &progress), "") << "seed " << seed << ", node " << node;
    });
  }
}

/// Runs a task graph with a single task, on `node`, and waits. The task's `then` starts what a test is about.
void start_on(Runtime& runtime, NodeId node, std::function<void()> then) {
  TaskGraph<int> graph(runtime, "start");
  graph.define({.in_degree = [](int) { return 1u; },
                .node = [node](int) { return node; },
                .then = [then](int) { then(); }});
  graph.fulfil(0);
  runtime.wait();
}

/// What the program's exception says on each node.
std::vector<std::string> errors_of(LoopbackRun run, const std::function<void(Runtime&, unsigned)>& program) {
  std::vector<std::string> errors(run.nodes, "no exception");
  run([&](Runtime& runtime, unsigned node) {
    try {
      program(runtime, node);
    } catch (const std::exception& error) {
      errors[node] = error.what();
    }
  });
  return errors;
}

TEST(TaskGraphs, MessagesSendMessagesUntilTheLastOne) {
  LoopbackRun run{.nodes = 5, .network = {3, 7}};
  std::atomic<int> hops{0};
  run([&](Runtime& runtime, unsigned) {
    ActiveMessage<int> hop(runtime, "hop");
    const auto next = [&](int number) { hop.send(NodeId(static_cast<unsigned>(number * 3 % 5)), number); };
    hop.define({.then = [&](int number) {
      ++hops;
      if (number < 500) next(number + 1);
    }});
    start_on(runtime, NodeId(2), [&] { next(1); });
    EXPECT_EQ(hops, 500);
  });
}

// While one node computes, the others have nothing to do; then it sends them messages.
TEST(TaskGraphs, NodesThatWaitForALongTaskAreNotStuck) {
  LoopbackRun run{.nodes = 3};
  std::atomic<int> arrivals{0};
  run([&](Runtime& runtime, unsigned) {
    ActiveMessage<int> end(runtime, "end");
    end.define({.then = [&](int) { ++arrivals; }});
    start_on(runtime, NodeId(1), [&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2500));
      for (const unsigned node : {0u, 2u}) end.send(NodeId(node), 1);
    });
    EXPECT_EQ(arrivals, 2);
  });
}

// Node 1 is idle when the first round counts it. Later it gets two messages and sends two, so that a single
// round's sums are equal although it still computes.
TEST(TaskGraphs, ANodeThatBecomesBusyAfterItWasCountedIsAwaited) {
  LoopbackRun run{.nodes = 2};
  std::atomic<int> late_calls{0};
  run([&](Runtime& runtime, unsigned) {
    constexpr std::chrono::milliseconds step{30};
    ActiveMessage<int> late(runtime, "late"), back(runtime, "back"), fork(runtime, "fork");
    late.define({.then = [&](int) { ++late_calls; }});
    back.define({});
    fork.define({.then = [&](int) {
      back.send(NodeId(0), 1);
      back.send(NodeId(0), 2);
    }});
    TaskGraph<int> graph(runtime, "long");
    graph.define({.in_degree = [](int) { return 1u; },
                  .node = [](int) { return NodeId(1); },
                  .run = [=](int) { std::this_thread::sleep_for(3 * step); },
                  .then = [&](int) { late.send(NodeId(0), 1); }});
    TaskGraph<int> start(runtime, "start");
    start.define({.in_degree = [](int) { return 1u; },
                  .then =
                      [&](int) {
                        fork.send(NodeId(1), 1);
                        graph.fulfil(1);
                        std::this_thread::sleep_for(step);
                      }});
    start.fulfil(1);
    runtime.wait();
    EXPECT_EQ(late_calls, 1);
  });
}

// Whether the thread is running a message's function.
thread_local bool is_in_message = false;

TEST(TaskGraphs, MessagesSubmitMoreTasksThanTheWindowHoldsAndRunNone) {
  LoopbackRun run{.nodes = 2};
  run.options.window = 8;
  std::atomic<int> runs{0}, inside{0};
  run([&](Runtime& runtime, unsigned) {
    TaskGraph<int> graph(runtime, "task");
    graph.define({.in_degree = [](int) { return 1u; },
                  .node = [](int) { return NodeId(1); },
                  .run =
                      [&](int) {
                        ++runs;
                        if (is_in_message) ++inside;
                      }});
    ActiveMessage<int> many(runtime, "many");
    many.define({.then = [&](int first) {
      is_in_message = true;
      for (int i = 0; i < 300; ++i) graph.fulfil(first + i);
      is_in_message = false;
    }});
    start_on(runtime, NodeId(0), [&] {
      for (int i = 0; i < 10; ++i) many.send(NodeId(1), 300 * i);
    });
    EXPECT_EQ(runs, 3000);
  });
  EXPECT_EQ(inside, 0);
}

TEST(TaskGraphs, MessagesSubmitTasksOnDataOfTheirNode) {
  int sum = 0;
  LoopbackRun run{.nodes = 2, .threads = 2};
  run([&](Runtime& runtime, unsigned node) {
    const Handle numbers = runtime.handle("numbers", 4, every_node);
    ActiveMessage<int> add(runtime, "add");
    add.define({.then = [&](int number) {
      runtime.submit(
          TaskType("add")().on(NodeId(1)).detached(), [&sum, number] { sum += number; }, write(numbers));
    }});
    start_on(runtime, NodeId(0), [&] {
      for (int i = 1; i <= 100; ++i) add.send(NodeId(1), i);
    });
    if (node == 1) {
      EXPECT_EQ(sum, 5050);
    }
  });
}

TEST(TaskGraphs, MessagesAndTasksAreCounted) {
  LoopbackRun run{.nodes = 2};
  run([&](Runtime& runtime, unsigned) {
    LargeMessage<double, int> large(runtime, "large");
    std::vector<double> target(10'000), source(10'000);
    large.define({.memory = [&](int) { return std::span(target); }});
    TaskGraph<std::array<int, 2>> graph(runtime, "task");
    graph.define({.in_degree = [](const auto&) { return 2u; },
                  .node = [](const auto& key) { return NodeId(static_cast<unsigned>(key[0])); },
                  .work = [](const auto& key) { return 1.0 + key[1]; }});
    start_on(runtime, NodeId(0), [&] {
      large.send(NodeId(1), source, 7);
      graph.fulfil({0, 1});
      graph.fulfil({0, 1});
      for (int i = 0; i < 6; ++i) graph.fulfil({1, i / 2});
    });
  });
  ASSERT_EQ(run.counts.nodes.size(), 2u);
  EXPECT_EQ(run.counts.nodes[0].level1_tasks, 2u);  // including the task of `start`
  EXPECT_EQ(run.counts.nodes[1].level1_tasks, 3u);
  EXPECT_EQ(run.counts.nodes[0].work, 2.0);
  EXPECT_EQ(run.counts.nodes[1].work, 6.0);
  EXPECT_THAT(run.counts.pairs, ElementsAre(PairStatistics{NodeId(0), NodeId(1), 7, 80'004 + 6 * 8}));
  EXPECT_EQ(run.counts.nodes[1].messages_received, 7u);
  EXPECT_EQ(run.counts.nodes[1].payload_bytes_received, 80'004u + 6 * 8);
}

// ---- failures

TEST(TaskGraphFailures, AThrowingMessageFailsTheWaitOnAllNodesAndTheNextWaitSucceeds) {
  std::atomic<int> arrivals{0};
  const auto errors = errors_of({.nodes = 3}, [&](Runtime& runtime, unsigned) {
    ActiveMessage<int> block(runtime, "block");
    block.define({.then = [&](int number) {
      if (number == 0) throw std::runtime_error("no luck");
      ++arrivals;
    }});
    try {
      start_on(runtime, NodeId(0), [&] { block.send(NodeId(1), 0); });
    } catch (const TaskFailure&) {
      start_on(runtime, NodeId(2), [&] { block.send(NodeId(1), 1); });
      throw;
    }
  });
  EXPECT_EQ(errors, std::vector<std::string>(3, "task 'block' failed: no luck (on node 1)"));
  EXPECT_EQ(arrivals, 1);
}

TEST(TaskGraphFailures, ContentsThatDoNotFitAreDroppedAndTheSenderGetsItsMemoryBack) {
  std::atomic<int> sent{0}, arrived{0};
  const auto errors = errors_of({.nodes = 2}, [&](Runtime& runtime, unsigned) {
    LargeMessage<double, int> block(runtime, "block");
    std::vector<double> target(10), source(3000, 1.0);
    block.define({.memory = [&](int) { return std::span(target); },
                  .then = [&](int) { ++arrived; },
                  .sent = [&](int) { ++sent; }});
    start_on(runtime, NodeId(0), [&] { block.send(NodeId(1), source, 5); });
  });
  EXPECT_EQ(errors,
            std::vector<std::string>(
                2, "task 'block' failed: block: expected memory for 24000 bytes, found 80 (on node 1)"));
  EXPECT_EQ(sent, 1);
  EXPECT_EQ(arrived, 0);
}

TEST(TaskGraphFailures, ArgumentsBesideContentsMustBeShort) {
  const auto errors = errors_of({.nodes = 2}, [&](Runtime& runtime, unsigned) {
    LargeMessage<double, std::vector<int>> block(runtime, "block");
    const std::vector<double> source(10);
    block.define({});
    start_on(runtime, NodeId(0), [&] { block.send(NodeId(1), source, std::vector<int>(2000)); });
  });
  EXPECT_EQ(errors,
            std::vector<std::string>(2,
                                     "task 'start' failed: block: expected at most 4048 bytes of arguments "
                                     "beside contents, found 8008 (on node 0)"));
}

TEST(TaskGraphFailures, KeysThatNeverRunAreReportedOnAllNodes) {
  const auto errors = errors_of({.nodes = 2}, [&](Runtime& runtime, unsigned) {
    TaskGraph<int> graph(runtime, "gemm");
    graph.define({.in_degree = [](int) { return 2u; }, .node = [](int) { return NodeId(1); }});
    graph.fulfil(3);
    runtime.wait();
  });
  EXPECT_THAT(errors,
              ElementsAre("tasks of task graphs on other nodes can never run",
                          "1 task of a task graph can never run: gemm (3) was fulfilled 1 of 2 times"));
}

TEST(TaskGraphFailures, AMessageCantWait) {
  const auto errors = errors_of({.nodes = 2}, [&](Runtime& runtime, unsigned) {
    ActiveMessage<int> block(runtime, "block");
    block.define({.then = [&](int) { runtime.wait(); }});
    start_on(runtime, NodeId(0), [&] { block.send(NodeId(1), 0); });
  });
  EXPECT_EQ(errors, std::vector<std::string>(2, "task 'block' failed: a message can't wait (on node 1)"));
}

TEST(TaskGraphFailures, AMessageSubmitsNoTaskOnDataWhoseVersionsAllNodesCount) {
  const auto errors = errors_of({.nodes = 2}, [&](Runtime& runtime, unsigned) {
    const Handle data = runtime.handle("data", 8, NodeId(1));
    ActiveMessage<int> block(runtime, "block");
    block.define({.then = [&](int) {
      runtime.submit(
          TaskType("step")(), [] {}, write(data));
    }});
    start_on(runtime, NodeId(0), [&] { block.send(NodeId(1), 0); });
  });
  EXPECT_EQ(errors, std::vector<std::string>(
                        2,
                        "task 'block' failed: distribute: task 'step' of a message on node 1: expected data "
                        "that a task of this node has made, because other nodes count the versions of the "
                        "program's data, found data (on node 1)"));
}

TEST(TaskGraphFailures, MessagesWithDifferentNamesOnTwoNodesAreReported) {
  const auto errors = errors_of({.nodes = 2}, [&](Runtime& runtime, unsigned node) {
    ActiveMessage<int> block(runtime, node == 0 ? "block" : "panel");
    block.define({});
    start_on(runtime, NodeId(0), [&] { block.send(NodeId(1), 0); });
  });
  for (const std::string& error : errors) {
    EXPECT_THAT(error, HasSubstr("makes the task graph or message 'block'"));
    EXPECT_THAT(error, HasSubstr("makes the task graph or message 'panel'"));
  }
}

TEST(TaskGraphFailures, ADeadlockIsFoundAlthoughMessagesHaveBeenSent) {
  std::atomic<int> arrivals{0};
  const auto errors = errors_of({.nodes = 3}, [&](Runtime& runtime, unsigned) {
    const Handle data = runtime.handle("data", 8, NodeId(1));
    ActiveMessage<int> block(runtime, "block");
    block.define({.then = [&](int) { ++arrivals; }});
    TaskGraph<int> graph(runtime, "start");
    graph.define({.in_degree = [](int) { return 1u; }, .then = [&](int) { block.send(NodeId(2), 0); }});
    graph.fulfil(0);
    runtime.wait(data, 7);
  });
  EXPECT_EQ(arrivals, 1);
  for (const std::string& error : errors)
    EXPECT_THAT(error, HasSubstr("nothing can run on any node: node 0: waits for version 7 of data"));
}

}  // namespace
}  // namespace gusset::cluster
