// What a run on several nodes says when it can't go on.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "loopback_nodes.hpp"

namespace gusset::cluster {
namespace {

using testing::LoopbackRun;

const TaskType step_type("step");
const TaskType other_type("other");

/// The message of the exception that each node's wait throws.
std::vector<std::string> messages_of(LoopbackRun run,
                                     const std::function<void(Runtime&, unsigned)>& program) {
  std::vector<std::string> messages(run.nodes, "no exception");
  run([&](Runtime& runtime, unsigned node) {
    try {
      program(runtime, node);
    } catch (const std::exception& error) {
      messages[node] = error.what();
    }
  });
  return messages;
}

/// The run can't go on: further waits and submissions throw what the first wait has thrown.
void expect_broken(Runtime& runtime, const Handle& handle, const std::string& message) {
  const std::function<void()> actions[] = {[&] { runtime.wait(); }, [&] { runtime.wait(handle); },
                                           [&] {
                                             runtime.submit(
                                                 step_type(), [] {}, write(handle));
                                           }};
  for (const auto& action : actions) {
    try {
      action();
      ADD_FAILURE() << "no exception";
    } catch (const std::exception& error) {
      EXPECT_EQ(error.what(), message);
    }
  }
}

TEST(ClusterFailures, AThrowingKernelFailsTheWaitOnAllNodesAndTheNextWaitSucceeds) {
  LoopbackRun run{.nodes = 3};
  std::vector<std::string> messages(run.nodes);
  std::vector<int> results(run.nodes);
  run([&](Runtime& runtime, unsigned node) {
    auto a = TiledMatrix<int>::full(runtime, "A", 3, 1, 3, 1,
                                    [](std::size_t i, std::size_t) { return NodeId(i); });
    a.init([](auto, auto, Tile<int> tile, auto, auto) { tile(0, 0) = 1; });
    runtime.submit(
        step_type(), [](Tile<int>) { throw std::runtime_error("no luck"); }, write(a(1, 0)));
    runtime.submit(
        step_type(), [](Tile<const int>, Tile<int>) { ADD_FAILURE() << "not skipped"; }, read(a(1, 0)),
        write(a(2, 0)));
    try {
      runtime.wait();
    } catch (const TaskFailure& failure) {
      messages[node] = failure.what();
      EXPECT_THROW(failure.rethrow_nested(), std::runtime_error);
    }
    runtime.submit(
        step_type(), [](Tile<int> tile) { tile(0, 0) = 5; }, write(a(1, 0)));
    runtime.submit(
        step_type(), [](Tile<const int> from, Tile<int> to) { to(0, 0) = from(0, 0) + 1; }, read(a(1, 0)),
        write(a(2, 0)));
    runtime.wait();
    results[node] = a.tile(2, 0)(0, 0);
  });
  EXPECT_EQ(messages, std::vector<std::string>(3, "task 'step' failed: no luck (on node 1)"));
  EXPECT_EQ(results, std::vector<int>(3, 6));
}

TEST(ClusterFailures, WaitingForFailedDataThrowsOnAllNodes) {
  const auto messages = messages_of({.nodes = 2}, [](Runtime& runtime, unsigned) {
    const Handle data = runtime.handle("data", 8, NodeId(1));
    runtime.submit(
        step_type(), [] { throw std::runtime_error("no luck"); }, write(data));
    try {
      runtime.wait(data);
    } catch (...) {
      EXPECT_THROW(runtime.wait(), TaskFailure);
      throw;
    }
  });
  EXPECT_EQ(messages, std::vector<std::string>(2, "task 'step' failed: no luck (on node 1)"));
}

TEST(ClusterFailures, DifferentProgramsAreNamedWithTaskAndHandle) {
  const auto messages = messages_of({.nodes = 2}, [](Runtime& runtime, unsigned node) {
    const Handle left = runtime.handle("left", 8, NodeId(0));
    const Handle right = runtime.handle("right", 8, NodeId(1));
    for (int i = 0; i < 20; ++i)
      runtime.submit(
          step_type(), [] {}, write(left));
    runtime.submit(
        node == 0 ? step_type() : other_type(), [] {}, write(node == 0 ? left : right));
    try {
      runtime.wait();
    } catch (const UsageError& error) {
      expect_broken(runtime, left, error.what());
      throw;
    }
  });
  EXPECT_EQ(messages, std::vector<std::string>(
                          2,
                          "distribute: the nodes' programs differ: node 0 submits task 20 'step' on "
                          "node 0 with left, node 1 submits task 20 'other' on node 1 with right; "
                          "expected the same on every node"));
}

TEST(ClusterFailures, DifferentWaitsAreNamed) {
  const auto messages = messages_of({.nodes = 2}, [](Runtime& runtime, unsigned node) {
    const Handle left = runtime.handle("left", 8, NodeId(0));
    runtime.submit(
        step_type(), [] {}, write(left));
    if (node == 0) runtime.wait();
    runtime.submit(
        step_type(), [] {}, write(left));
    runtime.wait();
  });
  EXPECT_EQ(messages,
            std::vector<std::string>(
                2,
                "distribute: the nodes' programs differ: node 0 waits for all tasks after 1 task, node 1 "
                "submits task 1 'step' on node 0 with left; expected the same on every node"));
}

TEST(ClusterFailures, AVersionThatNobodyReachesIsADeadlockOnAllNodes) {
  const auto messages = messages_of({.nodes = 2}, [](Runtime& runtime, unsigned) {
    const Handle left = runtime.handle("left", 8, NodeId(0));
    runtime.submit(
        step_type(), [] {}, write(left));
    try {
      runtime.wait(left, 7);
    } catch (const Deadlock& error) {
      expect_broken(runtime, left, error.what());
      throw;
    }
  });
  EXPECT_EQ(messages,
            std::vector<std::string>(
                2,
                "distribute: nothing can run on any node: node 0: waits for version 7 of left; node 1: "
                "waits for version 7 of left"));
}

TEST(ClusterFailures, AWaitBeyondTheTimeoutNamesTaskVersionAndNode) {
  LoopbackRun run{.nodes = 2};
  run.settings.timeout_s = 0.3;
  const auto messages = messages_of(run, [](Runtime& runtime, unsigned) {
    auto a = TiledMatrix<int>::full(runtime, "A", 2, 1, 2, 1,
                                    [](std::size_t i, std::size_t) { return NodeId(i); });
    runtime.submit(
        step_type(), [](Tile<int>) { std::this_thread::sleep_for(std::chrono::milliseconds(900)); },
        write(a(0, 0)));
    runtime.submit(
        other_type(), [](Tile<const int>, Tile<int>) {}, read(a(0, 0)), write(a(1, 0)));
    runtime.wait();
  });
  EXPECT_EQ(messages,
            std::vector<std::string>(2,
                                     "distribute: node 1 has waited longer than 300 ms: task 1 'other' "
                                     "waits for version 1 of A(0,0) from node 0"));
}

TEST(ClusterFailures, PlansAreRefusedOnSeveralNodes) {
  const auto messages = messages_of({.nodes = 2}, [](Runtime& runtime, unsigned) {
    Plan plan = runtime.capture([] {});
    runtime.run(plan);
  });
  EXPECT_EQ(messages, std::vector<std::string>(
                          2, "distribute: expected no plan on several nodes, found a run of a plan"));
}

}  // namespace
}  // namespace gusset::cluster
