// The engine of one node: versions raised from outside, watchers, and polling.
#include "gusset/core/engine/node_engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

#include "gusset/core.hpp"
#include "node_fixture.hpp"
#include "refusal.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::CountingWatcher;
using ::testing::HasSubstr;
using testing::Node;
using testing::refusal;
using testing::task;

class NodeEngines : public testing::NodeTest {};

TEST_P(NodeEngines, RunsAProgramAsTheEngineRunDoes) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = 1; i <= 1000; ++i)
    runtime_.submit(
        task(), [&, i] { sum += i; }, add(x_));
  runtime_.wait(x_);
  EXPECT_EQ(sum, 500'500u);
  EXPECT_EQ(x_.state().version(), 1000u);
}

TEST_P(NodeEngines, ATaskWaitsForANotedAccessUntilItIsRaised) {
  std::atomic<bool> has_run{false};
  EXPECT_EQ(engine_.note(x_.state(), AccessMode::write), 0u);
  runtime_.submit(
      task(), [&] { has_run = true; }, read(x_));
  node_.help_for(50);
  EXPECT_FALSE(has_run);
  EXPECT_EQ(engine_.in_flight(), 1u);
  engine_.raise(x_.state(), 1);
  runtime_.wait();
  EXPECT_TRUE(has_run);
  EXPECT_EQ(x_.state().version(), 2u);
  EXPECT_EQ(engine_.in_flight(), 0u);
}

TEST_P(NodeEngines, NotedReadsShareAVersionThatLaterWritesWaitFor) {
  runtime_.submit(
      task(), [] {}, write(x_));
  EXPECT_EQ(engine_.note(x_.state(), AccessMode::read), 1u);
  EXPECT_EQ(engine_.note(x_.state(), AccessMode::read), 1u);
  std::atomic<bool> has_run{false};
  runtime_.submit(
      task(), [&] { has_run = true; }, write(x_));
  node_.help_for(50);
  EXPECT_FALSE(has_run);
  engine_.raise(x_.state(), 2);
  runtime_.wait();
  EXPECT_TRUE(has_run);
}

TEST_P(NodeEngines, RaisingOneHandleIsNotEnoughForATaskThatWaitsForTwo) {
  engine_.note(x_.state(), AccessMode::write);
  engine_.note(y_.state(), AccessMode::write);
  std::atomic<bool> has_run{false};
  runtime_.submit(
      task(), [&] { has_run = true; }, add(x_), add(y_));
  engine_.raise(x_.state(), 1);
  node_.help_for(50);
  EXPECT_FALSE(has_run);
  engine_.raise(y_.state(), 1);
  runtime_.wait();
  EXPECT_TRUE(has_run);
}

TEST_P(NodeEngines, AWatcherOfAReachedVersionIsCalledAtOnce) {
  runtime_.submit(
      task(), [] {}, write(x_));
  runtime_.wait();
  CountingWatcher watcher;
  engine_.watch(x_.state(), 1, watcher);
  EXPECT_EQ(watcher.calls, 1);
}

TEST_P(NodeEngines, AWatcherIsCalledOnceByTheTaskThatReachesItsVersion) {
  CountingWatcher watcher;
  engine_.note(y_.state(), AccessMode::write);
  runtime_.submit(
      task(), [] {}, write(x_), read(y_));
  engine_.watch(x_.state(), 1, watcher);
  node_.help_for(50);
  EXPECT_EQ(watcher.calls, 0);
  engine_.raise(y_.state(), 1);
  engine_.help([&] { return watcher.calls > 0; });
  runtime_.submit(
      task(), [] {}, write(x_));
  runtime_.wait();
  EXPECT_EQ(watcher.calls, 1);
}

TEST_P(NodeEngines, AWatcherMayWaitForAVersionThatNobodyHasSubmittedYet) {
  CountingWatcher third;
  CountingWatcher first;
  engine_.watch(x_.state(), 3, third);
  engine_.watch(x_.state(), 1, first);
  for (int i = 0; i < 2; ++i)
    runtime_.submit(
        task(), [] {}, write(x_));
  runtime_.wait();
  EXPECT_EQ(first.calls, 1);
  EXPECT_EQ(third.calls, 0);
  engine_.note(x_.state(), AccessMode::write);
  engine_.raise(x_.state(), 1);
  EXPECT_EQ(third.calls, 1);
}

TEST_P(NodeEngines, AWatcherMayNoteWatchAndRaise) {
  CountingWatcher last;
  CountingWatcher middle([&] {
    engine_.note(x_.state(), AccessMode::read);
    engine_.raise(x_.state(), 1);
  });
  CountingWatcher first([&] {
    engine_.watch(y_.state(), 1, middle);
    engine_.raise(y_.state(), 1);
  });
  engine_.note(y_.state(), AccessMode::write);
  engine_.note(x_.state(), AccessMode::write);
  std::atomic<int> ran{0};
  for (int i = 0; i < 3; ++i)
    runtime_.submit(
        task(), [&] { ++ran; }, read(x_), read(y_));
  engine_.watch(x_.state(), 1, first);
  engine_.watch(x_.state(), 5, last);
  engine_.raise(x_.state(), 1);
  runtime_.wait();
  engine_.help([&] { return last.calls > 0; });
  EXPECT_EQ(ran, 3);
  EXPECT_EQ(first.calls, 1);
  EXPECT_EQ(middle.calls, 1);
}

TEST_P(NodeEngines, AWatcherThatATaskReachesMayRaiseManyTasks) {
  std::array<CountingWatcher, 8> watchers;
  engine_.note(y_.state(), AccessMode::write);
  CountingWatcher raises([&] { engine_.raise(y_.state(), 1); });
  std::atomic<int> ran{0};
  for (int i = 0; i < 20; ++i)
    runtime_.submit(
        task(), [&] { ++ran; }, read(y_));
  for (CountingWatcher& watcher : watchers) engine_.watch(x_.state(), 1, watcher);
  engine_.watch(x_.state(), 1, raises);
  runtime_.submit(
      task(), [] {}, write(x_));
  for (int i = 0; i < 20; ++i)
    runtime_.submit(
        task(), [&] { ++ran; }, read(x_));
  runtime_.wait();
  EXPECT_EQ(ran, 40);
  for (CountingWatcher& watcher : watchers) EXPECT_EQ(watcher.calls, 1);
}

TEST_P(NodeEngines, APassedByReservationIsRaisedLikeANotedAccess) {
  Reserved reserved = runtime_.reserve(write(x_));
  engine_.note_reserved(x_.state());
  reserved.use();
  EXPECT_EQ(x_.state().reserved, 0u);
  std::atomic<bool> has_run{false};
  runtime_.submit(
      task(), [&] { has_run = true; }, read(x_));
  node_.help_for(50);
  EXPECT_FALSE(has_run);
  engine_.raise(x_.state(), 1);
  runtime_.wait();
  EXPECT_TRUE(has_run);
}

TEST_P(NodeEngines, PollsAfterEachTask) {
  const std::uint64_t before = node_.surroundings.busy_polls;
  for (int i = 0; i < 100; ++i) runtime_.submit(task(), [] {});
  runtime_.wait();
  // A thread may see the last tasks complete before they have polled.
  EXPECT_GE(node_.surroundings.busy_polls, before + 100 - GetParam());
}

TEST_P(NodeEngines, AWaitGoesOnWhileMessagesMayCome) {
  engine_.note(x_.state(), AccessMode::write);
  runtime_.submit(
      task(), [] {}, write(x_));
  std::thread other([&] {
    const std::uint64_t end = node_.surroundings.idle_polls + 2000;
    while (node_.surroundings.idle_polls < end) std::this_thread::yield();
    engine_.raise(x_.state(), 1);
  });
  EXPECT_NO_THROW(runtime_.wait(x_));
  other.join();
  EXPECT_EQ(x_.state().version(), 2u);
}

TEST_P(NodeEngines, HelpRunsTasksUntilSomethingOutsideIsDone) {
  std::atomic<int> ran{0};
  std::promise<void> all_ran;
  std::atomic<bool> is_done{false};
  for (int i = 0; i < 10; ++i) {
    runtime_.submit(task(), [&] {
      if (++ran == 10) all_ran.set_value();
    });
  }
  std::thread other([&] {
    all_ran.get_future().wait();
    is_done = true;
  });
  engine_.help([&] { return is_done.load(); });
  other.join();
  EXPECT_EQ(ran, 10);
}

TEST_P(NodeEngines, ATaskMustNotHelp) {
  std::string text;
  runtime_.submit(task(), [&] { text = refusal([&] { engine_.help([] { return true; }); }); });
  runtime_.wait();
  EXPECT_EQ(text, "a task can't wait");
}

TEST_P(NodeEngines, ThreadsThatWaitBesideWorkerZeroSeeOutsideProgress) {
  engine_.note(x_.state(), AccessMode::write);
  std::atomic<bool> is_done{false};
  std::thread first([&] { engine_.help([&] { return is_done.load(); }); });
  std::thread second([&] { engine_.help([&] { return is_done.load(); }); });
  node_.help_for(200);
  is_done = true;
  first.join();
  second.join();
  engine_.raise(x_.state(), 1);
}

TEST_P(NodeEngines, TheProgramSubmitsOnWhenAllItsTasksWaitForMessages) {
  engine_.note(x_.state(), AccessMode::write);
  std::atomic<int> ran{0};
  for (int i = 0; i < 3000; ++i)
    runtime_.submit(
        task(), [&] { ++ran; }, read(x_));
  EXPECT_EQ(ran, 0);
  EXPECT_GT(node_.surroundings.idle_polls, 0u);
  engine_.raise(x_.state(), 1);
  runtime_.wait();
  EXPECT_EQ(ran, 3000);
}

TEST_P(NodeEngines, AnEngineWhoseTasksAllWaitIsStill) {
  engine_.note(x_.state(), AccessMode::write);
  runtime_.submit(
      task(), [] {}, read(x_));
  engine_.help([&] { return engine_.is_still(); });
  EXPECT_EQ(engine_.in_flight(), 1u);
  engine_.raise(x_.state(), 1);
  runtime_.wait();
}

TEST_P(NodeEngines, AbandonDropsAndNamesTheTasksThatWait) {
  CountingWatcher watcher;
  engine_.note(x_.state(), AccessMode::write);
  runtime_.submit(
      task(), [] {}, read(x_));
  runtime_.submit(
      task(), [] {}, write(x_));
  engine_.watch(x_.state(), 2, watcher);
  engine_.help([&] { return engine_.is_still(); });
  EXPECT_EQ(engine_.abandon(),
            "2 tasks can never run: 'task' waits for version 1 of x, which stays at 0; 'task' waits for "
            "version 2 of x, which stays at 0");
  EXPECT_EQ(engine_.in_flight(), 0u);
  EXPECT_EQ(watcher.calls, 0);
  EXPECT_EQ(x_.state().version(), 3u);
  EXPECT_EQ(engine_.abandon(), "");
  runtime_.wait();
}

TEST_P(NodeEngines, AbandonEndsAWaitWithADeadlock) {
  engine_.note(x_.state(), AccessMode::write);
  std::thread other([&] {
    const std::uint64_t end = node_.surroundings.idle_polls + 200;
    const auto has_begun_to_wait = [&] { return node_.surroundings.has_maker_polled.load(); };
    while (!has_begun_to_wait() || node_.surroundings.idle_polls < end || !engine_.is_still())
      std::this_thread::yield();
    engine_.abandon();
  });
  EXPECT_THROW(engine_.wait(x_.state(), 1), Deadlock);
  other.join();
}

INSTANTIATE_TEST_SUITE_P(Workers, NodeEngines, ::testing::Values(1u, 2u, 4u));

/// A policy that counts the tasks that became ready because of a message.
class CountsArrived final : public Policy {
 public:
  static inline std::atomic<int> arrived{0};
  Place place(const TaskView&, ReadyCause cause) override {
    if (cause == ReadyCause::arrived) ++arrived;
    return {};
  }
  std::optional<WorkerId> next_victim(std::size_t) override { return std::nullopt; }
  std::size_t steal_count(std::size_t) override { return 1; }
};

TEST(NodeEngine, TasksThatARaiseMakesReadyHaveArrived) {
  register_policy("counts arrived", [](const PolicyContext&) { return std::make_unique<CountsArrived>(); });
  Options options = testing::with_threads(2);
  options.policy = "counts arrived";
  Node node(options);
  const Handle x = node.runtime.handle("x");
  node.engine->note(x.state(), AccessMode::write);
  for (int i = 0; i < 5; ++i)
    node.runtime.submit(
        task(), [] {}, read(x));
  EXPECT_EQ(CountsArrived::arrived, 0);
  node.engine->raise(x.state(), 1);
  node.runtime.wait();
  EXPECT_EQ(CountsArrived::arrived, 5);
}

TEST(NodeEngine, ARaiseWakesWorkersThatSleep) {
  Node node(3);
  const Handle x = node.runtime.handle("x");
  for (int round = 0; round < 20; ++round) {
    node.engine->note(x.state(), AccessMode::write);
    std::promise<void> first_runs;
    std::promise<void> second_runs;
    // Each task waits for the other, so both other workers must run: this thread only waits.
    node.runtime.submit(
        task(),
        [&] {
          first_runs.set_value();
          second_runs.get_future().wait();
        },
        read(x));
    std::promise<void> done;
    node.runtime.submit(
        task(),
        [&] {
          second_runs.set_value();
          first_runs.get_future().wait();
          done.set_value();
        },
        read(x));
    const std::uint64_t end = node.surroundings.idle_polls + 2000;  // by then the workers sleep between polls
    while (node.surroundings.idle_polls < end) std::this_thread::yield();
    std::thread([&] { node.engine->raise(x.state(), 1); }).join();
    done.get_future().wait();
    node.runtime.wait();
  }
}

TEST(NodeEngine, AMessageThatAPollFindsLetsTheWaitEnd) {
  std::atomic<NodeEngine*> engine{nullptr};
  HandleState* handle = nullptr;
  int polls = 0;
  Node node(2, [&] {
    if (engine == nullptr || ++polls != 100) return false;
    engine.load()->raise(*handle, 1);
    return true;
  });
  const Handle x = node.runtime.handle("x");
  handle = &x.state();
  node.engine->note(x.state(), AccessMode::write);
  bool has_run = false;
  node.runtime.submit(
      task(), [&] { has_run = true; }, read(x));
  engine = node.engine;
  node.runtime.wait();
  EXPECT_TRUE(has_run);
}

TEST(NodeEngine, TasksEnterTheirQueuesBeforeWatchersAreCalled) {
  Node node(1);
  const Handle x = node.runtime.handle("x");
  const Handle y = node.runtime.handle("y");
  int seen = 0;
  CountingWatcher of_raise([&] { seen += node.engine->is_still() ? 0 : 1; });
  CountingWatcher of_task([&] { seen += node.engine->is_still() ? 0 : 10; });
  node.engine->watch(x.state(), 1, of_raise);  // waits in front of the tasks
  node.engine->watch(y.state(), 1, of_task);
  node.engine->note(x.state(), AccessMode::write);
  node.runtime.submit(
      task(), [] {}, read(x), write(y));
  for (int i = 0; i < 3; ++i)
    node.runtime.submit(
        task(), [] {}, read(y));
  node.engine->raise(x.state(), 1);
  EXPECT_EQ(seen, 1);
  node.runtime.wait();
  EXPECT_EQ(seen, 11);
}

TEST(NodeEngine, TakesAnyGridBecauseItsCallerKnowsTheNodes) {
  Options options = testing::with_threads(1);
  options.grid = ProcessGrid{2, 2};
  EXPECT_NO_THROW(Node{options});
}

}  // namespace
}  // namespace gusset
