#include "gusset/core/handle.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gusset/core.hpp"
#include "refusal.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::refusal;
using testing::SharedValue;
using testing::task;
using testing::with_threads;

#ifndef NDEBUG
TEST(Handle, DestroyedHandleIsNamedInTheError) {
  Runtime runtime(with_threads(1));
  std::optional<Handle> x = runtime.handle("x");
  const auto access = write(*x);
  x.reset();
  EXPECT_EQ(refusal([&] {
              runtime.submit(
                  task(), [] {}, access);
            }),
            "task: expected handles of this runtime, found x, which has been destroyed");
  runtime.wait();
}

TEST(Handle, DestructionByTheKernelOfAnAccessingTaskEndsTheProgram) {
  const auto lose_handle = [] {
    Runtime runtime(with_threads(2));
    auto handle = std::make_unique<Handle>(runtime.handle("x"));
    Handle& x = *handle;
    runtime.submit(
        task(), [owned = std::move(handle)] {}, write(x));
    runtime.wait();
  };
  EXPECT_DEATH(lose_handle(), "gusset: x is destroyed inside a task while tasks still use it");
}

TEST(Handle, TileOfADestroyedMatrixIsNamedInTheError) {
  Runtime runtime(with_threads(1));
  auto a = std::make_optional(TiledMatrix<int>::full(runtime, "A", 4, 4, 2, 2));
  const TileReference<int> tile = (*a)(1, 0);
  a.reset();
  EXPECT_EQ(refusal([&] {
              runtime.submit(
                  task(), [](Tile<int>) {}, write(tile));
            }),
            "task: expected handles of this runtime, found A(1,0), which has been destroyed");
}
#endif

TEST(Handle, DestructionWaitsForItsTasks) {
  for (const unsigned workers : {1u, 3u}) {
    Runtime runtime(with_threads(workers));
    int done = 0;
    {
      const Handle x = runtime.handle("x");
      for (int i = 0; i < 100; ++i)
        runtime.submit(
            task(), [&done] { ++done; }, write(x));
    }
    EXPECT_EQ(done, 100);
  }
}

TEST(Handle, VersionsCountCompletedAccesses) {
  Runtime runtime(with_threads(2));
  const Handle x = runtime.handle("x");
  EXPECT_EQ(runtime.version(x), 0u);
  for (int i = 0; i < 3; ++i)
    runtime.submit(
        task(), [] {}, read(x));
  runtime.submit(
      task(), [] {}, write(x));
  runtime.wait(x, 4);
  EXPECT_EQ(runtime.version(x), 4u);
  runtime.wait(x, 2);  // reached long ago
}

TEST(Handle, WaitForAVersionIgnoresLaterAccesses) {
  Runtime runtime(with_threads(2));
  SharedValue<int> x(runtime, "x");
  for (int i = 0; i < 5; ++i)
    runtime.submit(
        task(), [](int* value) { ++*value; }, write(x));
  auto held = runtime.reserve(write(x));
  runtime.submit(
      task(), [](int* value) { ++*value; }, write(x));
  runtime.wait(x, 5);
  EXPECT_EQ(x.value, 5);
  EXPECT_EQ(runtime.version(x), 5u);
  runtime.submit(
      task(), [](int* value) { *value *= 10; }, std::move(held));
  runtime.wait(x, 7);
  EXPECT_EQ(x.value, 51);
}

TEST(Handle, WaitsForVersionsWorkAcrossTheWrap) {
  Runtime runtime(with_threads(2));
  SharedValue<int> x(runtime, "x", 0xfffffffe);
  std::atomic<int> ran{0};  // tasks after that version still write the value
  for (int i = 0; i < 6; ++i) {
    runtime.submit(
        task(),
        [&](int* value) {
          ++*value;
          ++ran;
        },
        write(x));
  }
  runtime.wait(x, 2);
  EXPECT_GE(ran, 4);
  runtime.wait(x);
  EXPECT_EQ(runtime.version(x), 4u);
  EXPECT_EQ(x.value, 6);
}

TEST(Handle, WorkspaceIsReleasedWhenATaskEnds) {
  Runtime runtime(with_threads(1));
  std::byte* first = nullptr;
  std::byte* second = nullptr;
  runtime.submit(task(), [&] { first = workspace(1000).data(); });
  runtime.submit(task(), [&] {
    second = workspace(1000).data();
    EXPECT_NE(workspace(1000).data(), second);
  });
  runtime.wait();
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace gusset
