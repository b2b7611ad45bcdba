#include "gusset/core/workspace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gusset/core/errors.hpp"
#include "gusset/core/runtime.hpp"

namespace gusset {
namespace {

using detail::Workspace;

/// Does what an engine does around a kernel.
class InKernel {
 public:
  explicit InKernel(Workspace& workspace)
      : workspace_(workspace),
        before_(workspace.mark()),
        outer_(std::exchange(Workspace::current(), &workspace)) {}
  ~InKernel() {
    workspace_.release_to(before_);
    Workspace::current() = outer_;
  }
  InKernel(const InKernel&) = delete;
  InKernel& operator=(const InKernel&) = delete;

 private:
  Workspace& workspace_;
  Workspace::Mark before_;
  Workspace* outer_;
};

std::string refusal() {
  try {
    static_cast<void>(workspace(1));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Workspace, IsRefusedOutsideTasks) {
  EXPECT_EQ(refusal(), "workspace: expected a call inside a task, found one outside");
  Workspace own;
  {
    const InKernel kernel(own);
    EXPECT_EQ(refusal(), "accepted");
    std::thread([] { EXPECT_NE(refusal(), "accepted"); }).join();
  }
  EXPECT_NE(refusal(), "accepted");
}

TEST(Workspace, ReservesNothingUntilFirstUse) {
  Workspace own;
  const InKernel kernel(own);
  EXPECT_EQ(own.reserved_bytes(), 0u);
}

TEST(Workspace, BlocksOfOneTaskAreAlignedDisjointAndStable) {
  Workspace own;
  const InKernel kernel(own);
  std::vector<std::span<std::byte>> spans;
  for (std::size_t i = 0; i < 200; ++i) {
    const std::size_t bytes = i % 50 == 49 ? 300'000 : 1 + i * i;
    spans.push_back(workspace(bytes));
    ASSERT_EQ(spans.back().size(), bytes);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(spans.back().data()) % 64, 0u);
    std::memset(spans.back().data(), static_cast<int>(i), bytes);
  }
  for (std::size_t i = 0; i < spans.size(); ++i) {
    EXPECT_TRUE(
        std::all_of(spans[i].begin(), spans[i].end(), [i](std::byte value) { return value == std::byte(i); }))
        << "block " << i;
  }
}

TEST(Workspace, LaterTasksGetTheSameMemory) {
  Workspace own;
  const auto task = [&own] {
    const InKernel kernel(own);
    std::set<const void*> places;
    for (int i = 0; i < 40; ++i) places.insert(workspace(10'000).data());
    EXPECT_EQ(places.size(), 40u);
    return places;
  };
  const auto first = task();
  const std::size_t reserved = own.reserved_bytes();
  EXPECT_GE(reserved, 400'000u);
  EXPECT_LE(reserved, 1'600'000u);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(task(), first);
  EXPECT_EQ(own.reserved_bytes(), reserved);
}

TEST(Workspace, NextTaskReusesAChunkThatWasTooSmall) {
  Workspace own;
  const void* small = nullptr;
  {
    const InKernel kernel(own);
    small = workspace(64).data();
    static_cast<void>(workspace(1'000'000));
  }
  const InKernel kernel(own);
  EXPECT_EQ(workspace(64).data(), small);
}

TEST(Workspace, NestedTaskKeepsTheOuterTasksMemory) {
  Workspace own;
  const InKernel outer(own);
  const auto mine = workspace_of<int>(1000);
  std::fill(mine.begin(), mine.end(), 7);
  const void* theirs = nullptr;
  {
    const InKernel inner(own);
    const auto nested = workspace_of<int>(100'000);
    std::fill(nested.begin(), nested.end(), 8);
    theirs = workspace(64).data();
  }
  EXPECT_TRUE(std::all_of(mine.begin(), mine.end(), [](int value) { return value == 7; }));
  const auto more = workspace(64);
  EXPECT_NE(more.data(), static_cast<void*>(mine.data()));
  EXPECT_EQ(more.data(), reinterpret_cast<std::byte*>(mine.data()) + 4032);  // 4000 rounded up
  EXPECT_NE(more.data(), theirs);
}

TEST(Workspace, NestedEnginesHaveSeparateWorkspaces) {
  Workspace one, other;
  const InKernel outer(one);
  {
    const InKernel inner(other);
    static_cast<void>(workspace(10));
  }
  EXPECT_EQ(one.reserved_bytes(), 0u);
  EXPECT_GT(other.reserved_bytes(), 0u);
  static_cast<void>(workspace(10));
  EXPECT_GT(one.reserved_bytes(), 0u);
}

TEST(Workspace, ZeroElementsGiveAnEmptySpan) {
  Workspace own;
  const InKernel kernel(own);
  EXPECT_TRUE(workspace(0).empty());
  EXPECT_TRUE(workspace_of<double>(0).empty());
}

TEST(Workspace, TooLargeRequestsThrowAndChangeNothing) {
  Workspace own;
  const InKernel kernel(own);
  EXPECT_THROW(static_cast<void>(workspace(SIZE_MAX)), std::bad_alloc);
  EXPECT_THROW(static_cast<void>(workspace(SIZE_MAX - 65)), std::bad_alloc);
  EXPECT_THROW(static_cast<void>(workspace_of<double>(SIZE_MAX / 8 + 1)), std::bad_alloc);
  EXPECT_EQ(own.reserved_bytes(), 0u);
  EXPECT_EQ(workspace_of<double>(3).size(), 3u);
}

TEST(Workspace, EveryKernelHasAWorkspaceEvenIfSubmitExecutesTasks) {
  Options options;
  options.threads = 2;
  options.window = 2;  // so that submitting executes tasks
  Runtime runtime(options);
  const TaskType type("task");
  std::atomic<int> good{0};
  const auto fills = [&good](int value, auto&& then) {
    const auto mine = workspace_of<int>(5000);
    std::fill(mine.begin(), mine.end(), value);
    then();
    if (std::count(mine.begin(), mine.end(), value) == 5000)
      good.fetch_add(1, std::memory_order_relaxed);  // read after a wait
  };
  for (int outer = 0; outer < 50; ++outer) {
    runtime.submit(type(), [&runtime, &fills, &type, outer] {
      fills(outer, [&] {
        for (int inner = 0; inner < 4; ++inner)
          runtime.submit(type(), [&fills, outer, inner] { fills(1000 * outer + inner, [] {}); });
      });
    });
  }
  runtime.wait();
  EXPECT_EQ(good, 250);
  EXPECT_NE(refusal(), "accepted");
}

}  // namespace
}  // namespace gusset
