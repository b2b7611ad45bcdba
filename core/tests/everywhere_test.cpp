// Tasks that run once on each node, over handles that every node owns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "fake_engine.hpp"
#include "gusset/core.hpp"
#include "refusal.hpp"
#include "shared_value.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;
using testing::FakeEngine;
using testing::FakeLog;
using ::testing::Field;
using testing::refusal;
using testing::with_threads;

const TaskType step_type("step");
const TaskType work_type("work");

class EverywhereOnFourNodes : public ::testing::Test {
 protected:
  std::shared_ptr<FakeLog> log = std::make_shared<FakeLog>();
  Runtime runtime{std::make_unique<FakeEngine>(ProcessGrid{2, 2, 1}, log)};
  Handle clock = runtime.handle("clock", 8, every_node);
  Handle tile = runtime.handle("tile", 8, NodeId(3));
};

TEST_F(EverywhereOnFourNodes, TaskEverywhereRunsOnEveryNode) {
  runtime.submit(
      step_type().everywhere(), [] {}, write(clock));
  runtime.submit(step_type().everywhere(), [] {});
  EXPECT_THAT(log->tasks, ElementsAre(Field(&FakeLog::Submission::node, every_node.value()),
                                      Field(&FakeLog::Submission::node, every_node.value())));
}

TEST_F(EverywhereOnFourNodes, HandlesOfEveryNodeDoNotPlaceTasks) {
  runtime.submit(
      work_type(), [] {}, write(clock), read(tile));
  runtime.submit(
      work_type(), [] {}, read(clock), write(tile));
  runtime.submit(
      work_type(), [] {}, write(clock));
  runtime.submit(
      work_type().on(NodeId(2)), [] {}, write(clock));
  EXPECT_THAT(log->tasks,
              ElementsAre(Field(&FakeLog::Submission::node, 3u), Field(&FakeLog::Submission::node, 3u),
                          Field(&FakeLog::Submission::node, 0u), Field(&FakeLog::Submission::node, 2u)));
}

TEST_F(EverywhereOnFourNodes, TaskEverywhereMustNotAccessOneNodesData) {
  EXPECT_EQ(refusal([&] {
              runtime.submit(
                  step_type().everywhere(), [] {}, read(clock), read(tile));
            }),
            "step everywhere: expected handles that every node owns, found tile of node 3");
}

TEST_F(EverywhereOnFourNodes, HandlesOfEveryNodeCannotBeReserved) {
  EXPECT_EQ(refusal([&] { runtime.reserve(write(clock)); }),
            "clock: expected reserve on a handle of one node, found one that every node owns");
}

TEST(Everywhere, CannotBePartOfAPlan) {
  Runtime runtime(with_threads(1));
  EXPECT_EQ(refusal([&] { runtime.capture([&] { runtime.submit(step_type().everywhere(), [] {}); }); }),
            "step everywhere: expected only tasks of one node in a plan, found this one");
}

TEST(Everywhere, CannotBeSubmittedByATaskOfOneNode) {
  Runtime runtime(with_threads(2));
  std::string found;
  runtime.submit(work_type(),
                 [&] { found = refusal([&] { runtime.submit(step_type().everywhere(), [] {}); }); });
  runtime.wait();
  EXPECT_EQ(found,
            "step everywhere: expected the program or a task everywhere to submit it, found task 'work'");
}

TEST(Everywhere, ItsTasksAreNotSubtasks) {
  Runtime runtime(with_threads(2));
  const Handle clock = runtime.handle("clock", 0, every_node);
  testing::SharedValue<int> value(runtime);
  runtime.submit(
      step_type().everywhere(),
      [&] {
        // A subtask would wait for data that its parent holds, and would be refused.
        runtime.submit(
            work_type(), [](int* sum) { *sum += 1; }, read(clock), write(value));
        runtime.submit(
            work_type(), [](int* sum) { *sum *= 10; }, write(clock), write(value));
      },
      write(clock));
  runtime.wait();
  EXPECT_EQ(value.value, 10);
}

/// A program that submits step by step, at most `ahead` steps ahead of the completed work.
class Stepper {
 public:
  Stepper(Runtime& runtime, int steps, std::size_t ahead)
      : runtime_(runtime), steps_(steps), order_(runtime.handle("order", 0, every_node)) {
    for (std::size_t i = 0; i < ahead; ++i) clocks_.push_back(runtime.handle("clock", 0, every_node));
  }

  void submit(int step) {
    const Handle& clock = clocks_[static_cast<std::size_t>(step) % clocks_.size()];
    runtime_.submit(
        step_type().everywhere(),
        [this, step, &clock] {
          in_flight_ += 10;
          max_in_flight = std::max(max_in_flight.load(), in_flight_.load());
          order.push_back(step);
          for (int i = 0; i < 10; ++i) {
            runtime_.submit(
                work_type(),
                [this] {
                  --in_flight_;
                  ++done;
                },
                read(clock));
          }
          if (step + 1 < steps_) submit(step + 1);
        },
        write(order_), write(clock));
  }

  std::vector<int> order;
  std::atomic<int> max_in_flight{0};
  std::atomic<int> done{0};

 private:
  Runtime& runtime_;
  int steps_;
  Handle order_;
  std::vector<Handle> clocks_;
  std::atomic<int> in_flight_{0};
};

TEST(Everywhere, ProgramCanSubmitAFewStepsAhead) {
  for (const unsigned threads : {1u, 4u}) {
    Runtime runtime(with_threads(threads));
    constexpr int steps = 200;
    Stepper stepper(runtime, steps, 3);
    stepper.submit(0);
    runtime.wait();
    EXPECT_EQ(stepper.done, 10 * steps);
    ASSERT_EQ(stepper.order.size(), std::size_t{steps});
    EXPECT_TRUE(std::is_sorted(stepper.order.begin(), stepper.order.end()));
    EXPECT_LE(stepper.max_in_flight, 30);
  }
}

}  // namespace
}  // namespace gusset
