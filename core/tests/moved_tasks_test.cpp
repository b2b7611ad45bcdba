// Tasks that another node runs, as their own node's engine sees them.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "node_fixture.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::Node;
using testing::task;

/// Takes tasks away, and ends them in idle polls once `may_end` is set.
class MovedTasks : public ::testing::TestWithParam<unsigned> {
 protected:
  MovedTasks() {
    node_.surroundings.takes = [this](Task& taken) {
      if (!takes_) return false;
      const std::lock_guard guard(lock_);
      taken_.push_back(&taken);
      return true;
    };
  }
  ~MovedTasks() override { may_end_ = true; }

  bool end_one() {
    Task* moved = nullptr;
    {
      const std::lock_guard guard(lock_);
      if (!may_end_ || taken_.empty()) return false;
      moved = taken_.front();
      taken_.erase(taken_.begin());
    }
    ++ended_;
    node_.engine->end_moved(*moved, failure_);
    return true;
  }

  std::mutex lock_;
  std::vector<Task*> taken_;
  std::atomic<bool> may_end_{false};
  std::atomic<bool> takes_{true};
  std::atomic<int> ended_{0};
  std::exception_ptr failure_;
  Node node_{GetParam(), [this] { return end_one(); }};
  NodeEngine& engine_ = *node_.engine;
  Runtime& runtime_ = node_.runtime;
  Handle x_ = runtime_.handle("x");
  Handle y_ = runtime_.handle("y");
};

TEST_P(MovedTasks, AreInFlightAndKeepTheirAccessesUntilTheyEnd) {
  std::atomic<int> ran{0};
  runtime_.submit(
      task().migratable(), [&] { ++ran; }, write(x_));
  runtime_.submit(
      task(), [&] { ++ran; }, read(x_));
  node_.help_for(50);
  EXPECT_EQ(taken_.size(), 1u);
  EXPECT_EQ(engine_.in_flight(), 2u);
  EXPECT_EQ(ran, 0);
  may_end_ = true;
  runtime_.wait();
  EXPECT_EQ(ran, 1);  // the reader
  EXPECT_EQ(ended_, 1);
  EXPECT_EQ(engine_.in_flight(), 0u);
  EXPECT_EQ(x_.state().version(), 2u);
}

TEST_P(MovedTasks, AreOnlyMigratableTasks) {
  may_end_ = true;
  std::atomic<int> ran{0};
  for (int i = 0; i < 100; ++i) {
    runtime_.submit(
        i % 2 == 0 ? task().migratable() : task(), [&] { ++ran; }, read(x_));
  }
  runtime_.wait();
  EXPECT_EQ(ran, 50);
  EXPECT_EQ(ended_, 50);
}

TEST_P(MovedTasks, RunHereIfNobodyTakesThem) {
  takes_ = false;
  std::atomic<int> ran{0};
  runtime_.submit(
      task().migratable(), [&] { ++ran; }, write(x_));
  runtime_.wait();
  EXPECT_EQ(ran, 1);
}

TEST_P(MovedTasks, HoldTheirExclusiveLocks) {
  std::atomic<int> ran{0};
  runtime_.submit(
      task().migratable(), [] {}, add(x_), add(y_));
  node_.help_for(50);
  ASSERT_EQ(taken_.size(), 1u);
  for (int i = 0; i < 10; ++i) {
    runtime_.submit(
        task(), [&] { ++ran; }, add(x_));
    runtime_.submit(
        task(), [&] { ++ran; }, add(y_), add(x_));
  }
  node_.help_for(50);
  EXPECT_EQ(ran, 0);
  may_end_ = true;
  runtime_.wait();
  EXPECT_EQ(ran, 20);
  EXPECT_EQ(x_.state().version(), 21u);
}

TEST_P(MovedTasks, FailLikeOtherTasks) {
  std::atomic<int> ran{0};
  failure_ = make_remote_failure("gemm", "overflow");
  may_end_ = true;
  runtime_.submit(
      task().migratable(), [] {}, write(x_));
  runtime_.submit(
      task(), [&] { ++ran; }, read(x_));
  runtime_.submit(
      task(), [&] { ran += 10; }, read(y_));
  EXPECT_THROW(runtime_.wait(), TaskFailure);
  EXPECT_EQ(ran, 10);
}

TEST_P(MovedTasks, DestroyTheirKernels) {
  const auto captured = std::make_shared<int>(1);
  runtime_.submit(
      task().migratable(), [captured] {}, write(x_));
  node_.help_for(50);
  EXPECT_EQ(captured.use_count(), 2);
  may_end_ = true;
  runtime_.wait();
  EXPECT_EQ(captured.use_count(), 1);
}

TEST_P(MovedTasks, ManyEndInAnyOrder) {
  may_end_ = true;
  std::uint64_t sum = 0;
  for (std::uint64_t i = 1; i <= 5000; ++i) {
    runtime_.submit(
        i % 3 == 0 ? task().migratable() : task(), [&sum, i] { sum += i; }, add(x_));
  }
  runtime_.wait();
  std::uint64_t expected = 0;
  for (std::uint64_t i = 1; i <= 5000; ++i) expected += i % 3 == 0 ? 0 : i;
  EXPECT_EQ(sum, expected);
  EXPECT_EQ(x_.state().version(), 5000u);
}

TEST_P(MovedTasks, ReadyTasksAreCounted) {
  EXPECT_EQ(engine_.ready(), 0u);
  runtime_.pause();
  for (int i = 0; i < 3000; ++i) {
    runtime_.submit(
        task(), [] {}, read(x_));
  }
  EXPECT_EQ(engine_.ready(), 3000u);
  runtime_.wait();
  EXPECT_EQ(engine_.ready(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Threads, MovedTasks, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
