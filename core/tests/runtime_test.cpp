#include "gusset/core/runtime.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fake_engine.hpp"
#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;
using testing::FakeEngine;
using testing::FakeLog;
using testing::SharedValue;
using testing::task;
using testing::with_threads;

/// A runtime on a fake engine of 2 × 2 nodes without data.
class RuntimeWithoutData : public ::testing::Test {
 protected:
  template <class Action>
  std::string refusal(Action&& action) {
    try {
      action();
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  }
  std::shared_ptr<FakeLog> log_ = std::make_shared<FakeLog>();
  Runtime runtime_{std::make_unique<FakeEngine>(ProcessGrid{2, 2, 1}, log_)};
};

constexpr auto no_kernel = [] {};

TEST_F(RuntimeWithoutData, ReportsItsEnginesProperties) {
  EXPECT_FALSE(runtime_.has_data());
  EXPECT_EQ(runtime_.grid(), (ProcessGrid{2, 2, 1}));
  EXPECT_EQ(runtime_.workers(), 3u);
}

TEST_F(RuntimeWithoutData, HandlesAreNumberedAndRegistered) {
  const Handle a = runtime_.handle("a", 8);
  const Handle b = runtime_.handle("b", 16, NodeId(3));
  EXPECT_EQ(a.id(), HandleId(0));
  EXPECT_EQ(b.id(), HandleId(1));
  EXPECT_EQ(b.name(), "b");
  EXPECT_EQ(b.size_bytes(), 16u);
  EXPECT_EQ(b.owner(), NodeId(3));
  EXPECT_THAT(log_->handles, ElementsAre("a", "b"));
}

TEST_F(RuntimeWithoutData, DestroyedHandleIsWaitedForAndRemovedOnce) {
  {
    Handle a = runtime_.handle("a");
    Handle b = std::move(a);
    Handle c = runtime_.handle("c");
    c = std::move(b);
    EXPECT_EQ(log_->removed, 1);
    EXPECT_EQ(c.name(), "a");
  }
  EXPECT_EQ(log_->removed, 2);
  EXPECT_EQ(log_->waits, 2);
}

TEST_F(RuntimeWithoutData, TaskKeepsItsAccessesInOrder) {
  const Handle a = runtime_.handle("a");
  const Handle b = runtime_.handle("b");
  runtime_.submit(task(2.5), no_kernel, read(b), write(a));
  ASSERT_EQ(log_->tasks.size(), 1u);
  EXPECT_EQ(log_->tasks[0].type, "task");
  EXPECT_EQ(log_->tasks[0].work, 2.5);
  EXPECT_THAT(log_->tasks[0].accesses,
              ElementsAre(FakeLog::Access{"b", AccessMode::read}, FakeLog::Access{"a", AccessMode::write}));
}

TEST_F(RuntimeWithoutData, RepeatedHandleIsAccessedOnce) {
  const Handle a = runtime_.handle("a");
  const Handle b = runtime_.handle("b");
  runtime_.submit(task(), no_kernel, read(a), read(b), add(a));
  runtime_.submit(task(), no_kernel, add(a), add(a));
  EXPECT_THAT(log_->tasks[0].accesses,
              ElementsAre(FakeLog::Access{"a", AccessMode::write}, FakeLog::Access{"b", AccessMode::read}));
  EXPECT_THAT(log_->tasks[1].accesses, ElementsAre(FakeLog::Access{"a", AccessMode::add}));
}

TEST_F(RuntimeWithoutData, LongListsAreMerged) {
  std::vector<Handle> handles;
  std::vector<Access<NoContents>> accesses;
  for (int i = 0; i < 50; ++i) {
    handles.push_back(runtime_.handle("h" + std::to_string(i)));
    accesses.push_back(read(handles.back()));
  }
  for (const Handle& handle : handles) accesses.push_back(add(handle));
  runtime_.submit(task(), no_kernel, accesses);
  ASSERT_EQ(log_->tasks[0].accesses.size(), 50u);
  EXPECT_EQ(log_->tasks[0].accesses[49], (FakeLog::Access{"h49", AccessMode::write}));
}

TEST_F(RuntimeWithoutData, TaskRunsOnTheOwnerOfModifiedDataOrElseOfItsInput) {
  const Handle on_1 = runtime_.handle("on 1", 0, NodeId(1));
  const Handle on_2 = runtime_.handle("on 2", 0, NodeId(2));
  runtime_.submit(task(), no_kernel, read(on_1), add(on_2));
  runtime_.submit(task(), no_kernel, read(on_1), read(on_2));
  runtime_.submit(task(), no_kernel);
  runtime_.submit(task().on(NodeId(3)), no_kernel, read(on_1));
  std::vector<unsigned> nodes;
  for (const auto& submission : log_->tasks) nodes.push_back(submission.node);
  EXPECT_THAT(nodes, ElementsAre(2, 1, 0, 3));
}

TEST_F(RuntimeWithoutData, ModifyingDataOfAnotherNodeIsRefused) {
  const Handle x = runtime_.handle("x", 0, NodeId(1));
  const Handle y = runtime_.handle("y", 0, NodeId(2));
  EXPECT_EQ(refusal([&] { runtime_.submit(task(), no_kernel, write(x), add(y)); }),
            "task on node 1: expected to modify only what that node owns, found y, which node 2 owns");
  EXPECT_EQ(refusal([&] { runtime_.submit(task().on(NodeId(0)), no_kernel, write(x)); }),
            "task on node 0: expected to modify only what that node owns, found x, which node 1 owns");
  EXPECT_TRUE(log_->tasks.empty());
}

TEST_F(RuntimeWithoutData, NodesOutsideTheGridAreRefused) {
  EXPECT_EQ(refusal([&] { runtime_.handle("x", 0, NodeId(4)); }),
            "x: expected an owner from node 0 to 3, found node 4");
  EXPECT_EQ(refusal([&] { runtime_.submit(task().on(NodeId(7)), no_kernel); }),
            "task: expected a node from 0 to 3, found node 7");
}

TEST_F(RuntimeWithoutData, InvalidWorkIsRefused) {
  EXPECT_EQ(refusal([&] { runtime_.submit(task(-1.0), no_kernel); }),
            "task: expected work that is finite and not negative, found -1.000000");
  EXPECT_NE(refusal([&] { runtime_.submit(task(std::nan("")), no_kernel); }), "accepted");
  EXPECT_NE(refusal([&] { runtime_.submit(task(std::numeric_limits<double>::infinity()), no_kernel); }),
            "accepted");
}

TEST_F(RuntimeWithoutData, CallWithoutATypeIsRefused) {
  EXPECT_EQ(refusal([&] { runtime_.submit(TaskCall{}, no_kernel); }),
            "a task needs a type: make its call with a TaskType");
}

TEST_F(RuntimeWithoutData, HandlesOfAnotherRuntimeAreRefused) {
  Runtime other(with_threads(1));
  const Handle x = other.handle("x");
  EXPECT_EQ(refusal([&] { runtime_.submit(task(), no_kernel, read(x)); }),
            "task: expected handles of this runtime, found x of another");
  EXPECT_EQ(refusal([&] { runtime_.wait(x); }), "x: expected a handle of this runtime, found another's");
}

TEST_F(RuntimeWithoutData, KernelsDoNotRunAndTheirCapturesAreReleased) {
  const auto captured = std::make_shared<int>(0);
  runtime_.submit(task(), [captured] { ++*captured; });
  EXPECT_EQ(*captured, 0);
  EXPECT_EQ(captured.use_count(), 1);
}

TEST(Runtime, WaitsThenFinishesItsEngineOnce) {
  const auto log = std::make_shared<FakeLog>();
  { Runtime runtime(std::make_unique<FakeEngine>(ProcessGrid{}, log)); }
  EXPECT_EQ(log->waits_for_all, 1);
  EXPECT_EQ(log->finished, 1);
}

TEST(Runtime, KernelsGetViewsOfTheirAccesses) {
  Runtime runtime(with_threads(1));
  SharedValue<int> x(runtime);
  SharedValue<int> y(runtime);
  const Handle bare = runtime.handle("bare");
  x.value = 5;
  runtime.submit(
      task(),
      [](const int* from, int* to) {
        static_assert(std::is_same_v<decltype(from), const int*>);
        *to += *from;
      },
      read(x), write(bare), add(y));
  runtime.wait(y);
  EXPECT_EQ(y.value, 5);
}

TEST(Runtime, RepeatedHandleGivesTwoViews) {
  Runtime runtime(with_threads(1));
  SharedValue<int> x(runtime);
  bool is_same = false;
  runtime.submit(
      task(), [&](const int* a, int* b) { is_same = a == b; }, read(x), add(x));
  runtime.wait();
  EXPECT_TRUE(is_same);
}

TEST(Runtime, ListsOfAccessesBecomeListsOfViews) {
  Runtime runtime(with_threads(2));
  std::vector<std::unique_ptr<SharedValue<int>>> values;
  std::vector<decltype(read(std::declval<SharedValue<int>&>()))> reads;
  for (int i = 0; i < 20; ++i) {
    values.push_back(std::make_unique<SharedValue<int>>(runtime));
    runtime.submit(
        task(), [i](int* value) { *value = i; }, write(*values.back()));
    reads.push_back(read(*values.back()));
  }
  SharedValue<int> sum(runtime);
  runtime.submit(
      task(),
      [](const std::vector<const int*>& parts, int* total) {
        for (const int* part : parts) *total += *part;
      },
      reads, write(sum));
  runtime.wait(sum);
  EXPECT_EQ(sum.value, 190);
}

TEST(Runtime, KernelsMayBeMoveOnlyOrHaveThrowingMoves) {
  Runtime runtime(with_threads(1));
  SharedValue<int> x(runtime);
  runtime.submit(
      task(), [owned = std::make_unique<int>(3)](int* value) { *value += *owned; }, add(x));
  const std::vector<int> constant{4};  // captured as const, so that moving the closure copies it
  runtime.submit(
      task(), [constant](int* value) { *value += constant[0]; }, add(x));
  runtime.wait();
  EXPECT_EQ(x.value, 7);
}

TEST(Runtime, WritesRunInOrder) {
  Runtime runtime(with_threads(4));
  SharedValue<std::vector<int>> x(runtime);
  for (int i = 0; i < 100; ++i)
    runtime.submit(
        task(), [i](std::vector<int>* value) { value->push_back(i); }, write(x));
  runtime.wait(x);
  ASSERT_EQ(x.value.size(), 100u);
  EXPECT_TRUE(std::is_sorted(x.value.begin(), x.value.end()));
}

TEST(Runtime, RepeatedWaitsReturn) {
  Runtime runtime(with_threads(1));
  const Handle x = runtime.handle("x");
  runtime.wait(x);
  runtime.wait();
  runtime.submit(
      task(), [] {}, write(x));
  runtime.wait(x);
  runtime.wait(x);
}

}  // namespace
}  // namespace gusset
