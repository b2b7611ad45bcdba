#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "c_program.h"
#include "gusset.h"
#include "gusset/core/access_mode.hpp"

namespace gusset {
namespace {

using ::testing::HasSubstr;

class CInterface : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override { ASSERT_EQ(gusset_runtime_create_with_threads(GetParam(), &runtime_), GUSSET_OK); }
  void TearDown() override {
    for (gusset_handle* handle : handles_) EXPECT_EQ(gusset_handle_destroy(handle), GUSSET_OK);
    EXPECT_EQ(gusset_runtime_destroy(runtime_), GUSSET_OK) << gusset_last_error();
  }
  gusset_handle* wrap(long& value, const char* name = "value") {
    gusset_handle* handle = nullptr;
    EXPECT_EQ(gusset_handle_wrap(runtime_, name, &value, sizeof value, 0, &handle), GUSSET_OK);
    handles_.push_back(handle);
    return handle;
  }
  static gusset_type type(const char* name = "task") {
    gusset_type result = 0;
    EXPECT_EQ(gusset_task_type(name, &result), GUSSET_OK);
    return result;
  }
  int submit(gusset_kernel kernel, std::vector<gusset_access> accesses, const void* argument = nullptr,
             std::size_t bytes = 0, const gusset_task_options* options = nullptr) {
    return gusset_submit(runtime_, type(), 0.0, kernel, argument, bytes, accesses.data(), accesses.size(),
                         options);
  }

  gusset_runtime* runtime_ = nullptr;
  std::vector<gusset_handle*> handles_;
};
INSTANTIATE_TEST_SUITE_P(Threads, CInterface, ::testing::Values(1, 2, 4),
                         [](const auto& threads) { return std::to_string(threads.param); });

void nothing(void* const*, void*) {}
void increment(void* const* data, void*) {
  ++*static_cast<long*>(data[0]);
}

TEST_P(CInterface, CProgramSumsTiles) {
  long sum = 0;
  EXPECT_EQ(c_sum_of_tiles(runtime_, 1000, 7, &sum), GUSSET_OK) << gusset_last_error();
  EXPECT_EQ(sum, 500500);
}

TEST_P(CInterface, ReportsRuntimeProperties) {
  EXPECT_EQ(gusset_has_data(runtime_), 1);
  EXPECT_EQ(gusset_workers(runtime_), GetParam());
}

TEST_P(CInterface, FailingKernelReportsItsFirstReason) {
  long value = 0;
  gusset_handle* const handle = wrap(value);
  ASSERT_EQ(c_submit_store(runtime_, handle, -5), GUSSET_OK);
  EXPECT_EQ(gusset_wait(runtime_), GUSSET_TASK_FAILED);
  EXPECT_STREQ(gusset_last_error(), "task 'store' failed: the value is negative");
  EXPECT_EQ(value, -5);
  ASSERT_EQ(c_submit_store(runtime_, handle, 7), GUSSET_OK);
  EXPECT_EQ(gusset_wait(runtime_), GUSSET_OK);
  EXPECT_EQ(value, 7);
}

TEST_P(CInterface, DependentsOfAFailedTaskAreSkipped) {
  long value = 0;
  gusset_handle* const handle = wrap(value);
  ASSERT_EQ(c_submit_store(runtime_, handle, -5), GUSSET_OK);
  ASSERT_EQ(c_submit_store(runtime_, handle, 7), GUSSET_OK);
  EXPECT_EQ(gusset_wait_for(runtime_, handle), GUSSET_TASK_FAILED);
  EXPECT_EQ(value, -5);
  EXPECT_EQ(gusset_wait(runtime_), GUSSET_TASK_FAILED);
}

TEST_P(CInterface, TaskWaitsForSubtasksOfItsPredecessor) {
  long whole = 0;
  long part = 0;
  ASSERT_EQ(c_submit_parent(runtime_, wrap(whole), wrap(part), 20), GUSSET_OK);
  EXPECT_EQ(gusset_wait(runtime_), GUSSET_OK) << gusset_last_error();
  EXPECT_EQ(whole, 20);
}

TEST_P(CInterface, ArgumentsOfAnySizeAreCopied) {
  for (const std::size_t count : {1u, 16u, 17u, 64u, 65u, 5000u}) {
    long sum = 0;
    gusset_handle* const handle = wrap(sum);
    std::vector<unsigned char> argument(count + sizeof count);
    std::memcpy(argument.data(), &count, sizeof count);
    std::iota(argument.begin() + sizeof count, argument.end(), static_cast<unsigned char>(1));
    const long expected = std::accumulate(argument.begin() + sizeof count, argument.end(), 0L);
    const auto add_up = [](void* const* data, void* copy) {
      std::size_t bytes = 0;
      std::memcpy(&bytes, copy, sizeof bytes);
      const auto* const begin = static_cast<const unsigned char*>(copy) + sizeof bytes;
      *static_cast<long*>(data[0]) = std::accumulate(begin, begin + bytes, 0L);
    };
    ASSERT_EQ(gusset_pause(runtime_), GUSSET_OK);
    ASSERT_EQ(submit(add_up, {{handle, GUSSET_WRITE}}, argument.data(), argument.size()), GUSSET_OK);
    argument.assign(argument.size(), 0);
    ASSERT_EQ(gusset_resume(runtime_), GUSSET_OK);
    ASSERT_EQ(gusset_wait(runtime_), GUSSET_OK);
    EXPECT_EQ(sum, expected) << count << " bytes";
  }
}

TEST_P(CInterface, KernelWithoutArgumentGetsNull) {
  long is_null = 0;
  const auto look = [](void* const* data, void* argument) {
    *static_cast<long*>(data[0]) = argument == nullptr;
  };
  ASSERT_EQ(submit(look, {{wrap(is_null), GUSSET_WRITE}}), GUSSET_OK);
  ASSERT_EQ(gusset_wait(runtime_), GUSSET_OK);
  EXPECT_EQ(is_null, 1);
}

TEST_P(CInterface, KernelsGetContentsInAccessOrder) {
  std::array<long, 300> values{};
  std::vector<gusset_access> accesses;
  for (long& value : values) accesses.push_back({wrap(value), GUSSET_WRITE});
  const auto number = [](void* const* data, void* count) {
    for (long i = 0; i < *static_cast<const long*>(count); ++i) *static_cast<long*>(data[i]) = i;
  };
  const long count = static_cast<long>(values.size());
  ASSERT_EQ(submit(number, accesses, &count, sizeof count), GUSSET_OK);
  ASSERT_EQ(gusset_wait(runtime_), GUSSET_OK);
  for (long i = 0; i < count; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], i);
}

TEST_P(CInterface, RepeatedHandleIsAccessedOnceWithBothPointers) {
  long value = 20;
  gusset_handle* const handle = wrap(value);
  const auto twice = [](void* const* data, void*) {
    *static_cast<long*>(data[0]) += *static_cast<long*>(data[1]);
  };
  ASSERT_EQ(submit(twice, {{handle, GUSSET_ADD}, {handle, GUSSET_READ}}), GUSSET_OK);
  ASSERT_EQ(gusset_wait(runtime_), GUSSET_OK);
  EXPECT_EQ(value, 40);
}

TEST_P(CInterface, HandleWithoutContentsOrdersTasksAndGivesNull) {
  gusset_handle* handle = nullptr;
  ASSERT_EQ(gusset_handle_create(runtime_, nullptr, 100, 0, &handle), GUSSET_OK);
  handles_.push_back(handle);
  long is_null = 0;
  const auto look = [](void* const* data, void*) { *static_cast<long*>(data[1]) = data[0] == nullptr; };
  ASSERT_EQ(submit(look, {{handle, GUSSET_WRITE}, {wrap(is_null), GUSSET_WRITE}}), GUSSET_OK);
  ASSERT_EQ(gusset_wait(runtime_), GUSSET_OK);
  EXPECT_EQ(is_null, 1);
  void* contents = nullptr;
  EXPECT_EQ(gusset_handle_contents(handle, &contents), GUSSET_USAGE);
  EXPECT_STREQ(gusset_last_error(),
               "gusset_handle_contents: expected a handle with contents, found handle 0, which has none");
}

TEST_P(CInterface, AllocatedContentsAreAlignedAndReachable) {
  gusset_handle* handle = nullptr;
  ASSERT_EQ(gusset_handle_allocate(runtime_, "pooled", sizeof(long), 0, &handle), GUSSET_OK);
  handles_.push_back(handle);
  void* contents = nullptr;
  ASSERT_EQ(gusset_handle_contents(handle, &contents), GUSSET_OK);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(contents) % 64, 0u);
  *static_cast<long*>(contents) = 41;
  ASSERT_EQ(submit(increment, {{handle, GUSSET_WRITE}}), GUSSET_OK);
  ASSERT_EQ(gusset_wait_for(runtime_, handle), GUSSET_OK);
  EXPECT_EQ(*static_cast<long*>(contents), 42);
}

TEST_P(CInterface, CustomModesFollowTheirTraits) {
  gusset_access_mode maximum = 0;
  ASSERT_EQ(gusset_define_access_mode("c maximum", 1, 1, 1, &maximum), GUSSET_OK);
  EXPECT_GE(maximum, built_in_access_modes);
  gusset_access_mode again = 0;
  ASSERT_EQ(gusset_define_access_mode("c maximum", 1, 1, 1, &again), GUSSET_OK);
  EXPECT_EQ(again, maximum);
  EXPECT_EQ(gusset_define_access_mode("c odd", 0, 0, 0, &again), GUSSET_USAGE);
  EXPECT_THAT(gusset_last_error(), HasSubstr("expected a mode that does not commute to be exclusive"));

  long value = 3;
  gusset_handle* const handle = wrap(value);
  const auto raise = [](void* const* data, void* by) {
    long& current = *static_cast<long*>(data[0]);
    current = std::max(current, *static_cast<const long*>(by));
  };
  for (const long number : {5L, 9L, 2L})
    ASSERT_EQ(submit(raise, {{handle, maximum}}, &number, sizeof number), GUSSET_OK);
  ASSERT_EQ(gusset_wait(runtime_), GUSSET_OK);
  EXPECT_EQ(value, 9);
}

TEST_P(CInterface, TaskOptionsAreCheckedAndApplied) {
  long value = 0;
  gusset_handle* const handle = wrap(value);
  gusset_task_options options{3, GUSSET_NEAR_DATA, 0, 1};
  EXPECT_EQ(submit(increment, {{handle, GUSSET_ADD}}, nullptr, 0, &options), GUSSET_OK);
  options.affinity = 5;
  EXPECT_EQ(submit(increment, {{handle, GUSSET_ADD}}, nullptr, 0, &options), GUSSET_USAGE);
  EXPECT_STREQ(gusset_last_error(), "gusset_submit: expected an affinity from 0 to 4, found 5");
  EXPECT_EQ(gusset_wait(runtime_), GUSSET_OK);
  EXPECT_EQ(value, 1);
}

TEST_P(CInterface, CancelledTasksDoNotRun) {
  long value = 0;
  gusset_handle* const handle = wrap(value);
  ASSERT_EQ(gusset_pause(runtime_), GUSSET_OK);
  ASSERT_EQ(submit(increment, {{handle, GUSSET_WRITE}}), GUSSET_OK);
  ASSERT_EQ(gusset_cancel(runtime_), GUSSET_OK);
  EXPECT_EQ(gusset_wait(runtime_), GUSSET_CANCELLED);
  EXPECT_EQ(value, 0);
}

TEST_P(CInterface, CancellingAHandleKeepsOtherTasks) {
  long one = 0;
  long other = 0;
  gusset_handle* const first = wrap(one);
  ASSERT_EQ(gusset_pause(runtime_), GUSSET_OK);
  ASSERT_EQ(submit(increment, {{first, GUSSET_WRITE}}), GUSSET_OK);
  ASSERT_EQ(submit(increment, {{wrap(other), GUSSET_WRITE}}), GUSSET_OK);
  ASSERT_EQ(gusset_cancel_for(runtime_, first), GUSSET_OK);
  EXPECT_EQ(gusset_wait(runtime_), GUSSET_CANCELLED);
  EXPECT_EQ(one, 0);
  EXPECT_EQ(other, 1);
}

TEST_P(CInterface, PausedTasksStartAfterResume) {
  static std::atomic<int> runs;
  runs = 0;
  ASSERT_EQ(gusset_pause(runtime_), GUSSET_OK);
  ASSERT_EQ(submit([](void* const*, void*) { ++runs; }, {}), GUSSET_OK);
  EXPECT_EQ(runs, 0);
  ASSERT_EQ(gusset_resume(runtime_), GUSSET_OK);
  ASSERT_EQ(gusset_wait(runtime_), GUSSET_OK);
  EXPECT_EQ(runs, 1);
}

TEST_P(CInterface, WrongCallsExplainTheMistake) {
  long value = 0;
  gusset_handle* const handle = wrap(value, "A(0,0)");
  const gusset_access access{handle, GUSSET_READ};
  const auto refused = [](int status) {
    EXPECT_EQ(status, GUSSET_USAGE);
    return std::string(gusset_last_error());
  };
  EXPECT_EQ(refused(gusset_submit(nullptr, type(), 0, nothing, nullptr, 0, nullptr, 0, nullptr)),
            "gusset_submit: expected a runtime, found null");
  EXPECT_EQ(refused(gusset_submit(runtime_, 0, 0, nothing, nullptr, 0, nullptr, 0, nullptr)),
            "gusset_submit: expected a type from gusset_task_type, found 0");
  EXPECT_EQ(refused(gusset_submit(runtime_, 1 << 30, 0, nothing, nullptr, 0, nullptr, 0, nullptr)),
            "gusset_submit: expected a type from gusset_task_type, found 1073741824");
  EXPECT_EQ(refused(gusset_submit(runtime_, type(), -1.0, nothing, nullptr, 0, nullptr, 0, nullptr)),
            "task: expected work that is finite and not negative, found -1.000000");
  EXPECT_EQ(refused(submit(nullptr, {access})), "gusset_submit: expected a kernel, found null");
  EXPECT_EQ(refused(submit(nothing, {access}, nullptr, 8)),
            "gusset_submit: expected an argument, found null");
  EXPECT_EQ(refused(gusset_submit(runtime_, type(), 0, nothing, nullptr, 0, nullptr, 1, nullptr)),
            "gusset_submit: expected accesses, found null");
  EXPECT_EQ(refused(gusset_submit(runtime_, type(), 0, nothing, nullptr, 0, &access, SIZE_MAX, nullptr)),
            "gusset_submit: expected at most 1000000 accesses, found 18446744073709551615");
  EXPECT_EQ(refused(submit(nothing, {access, {nullptr, GUSSET_READ}})),
            "gusset_submit: expected a handle for access 1, found null");
  EXPECT_EQ(refused(submit(nothing, {{handle, 30}})),
            "gusset_submit: expected an access mode for access 0, found 30");
  EXPECT_EQ(refused(submit(nothing, {{handle, -1}})),
            "gusset_submit: expected an access mode for access 0, found -1");
  EXPECT_EQ(refused(gusset_handle_wrap(runtime_, "x", nullptr, 8, 0, &handles_.front())),
            "gusset_handle_wrap: expected contents, found null");
  EXPECT_EQ(refused(gusset_handle_allocate(runtime_, "x", 0, 0, &handles_.front())),
            "gusset_handle_allocate: expected a size of at least 1 byte, found 0");
  EXPECT_EQ(refused(gusset_handle_create(runtime_, "x", 0, 1, &handles_.front())),
            "x: expected an owner from node 0 to 0, found node 1");
  EXPECT_EQ(refused(gusset_task_type(nullptr, nullptr)), "gusset_task_type: expected a name, found null");
  EXPECT_EQ(refused(gusset_fail("outside")),
            "gusset_fail: expected a call inside a kernel, found one outside");
  EXPECT_EQ(refused(gusset_runtime_destroy(runtime_)),
            "gusset_runtime_destroy: expected all its handles to be destroyed, found 1 left");
  EXPECT_EQ(gusset_wait(runtime_), GUSSET_OK);
}

TEST_P(CInterface, HandlesOfAnotherRuntimeAreRefused) {
  gusset_runtime* other = nullptr;
  ASSERT_EQ(gusset_runtime_create_with_threads(1, &other), GUSSET_OK);
  long value = 0;
  gusset_handle* const handle = wrap(value, "mine");
  const gusset_access access{handle, GUSSET_WRITE};
  EXPECT_EQ(gusset_submit(other, type(), 0, nothing, nullptr, 0, &access, 1, nullptr), GUSSET_USAGE);
  EXPECT_STREQ(gusset_last_error(), "task: expected handles of this runtime, found mine of another");
  EXPECT_EQ(gusset_cancel_for(other, handle), GUSSET_USAGE);
  EXPECT_EQ(gusset_wait_for(other, handle), GUSSET_USAGE);
  EXPECT_EQ(gusset_runtime_destroy(other), GUSSET_OK);
}

TEST_P(CInterface, KernelsCannotWaitOrDestroy) {
  struct Mine {
    gusset_runtime* runtime;
    gusset_handle* handle;
    std::array<int, 4>* statuses;
  };
  std::array<int, 4> statuses{};
  long value = 0;
  const Mine mine{runtime_, wrap(value), &statuses};
  const auto kernel = [](void* const*, void* argument) {
    const Mine& it = *static_cast<const Mine*>(argument);
    *it.statuses = {gusset_wait(it.runtime), gusset_wait_for(it.runtime, it.handle),
                    gusset_handle_destroy(it.handle), gusset_runtime_destroy(it.runtime)};
  };
  ASSERT_EQ(submit(kernel, {{mine.handle, GUSSET_WRITE}}, &mine, sizeof mine), GUSSET_OK);
  ASSERT_EQ(gusset_wait(runtime_), GUSSET_OK);
  for (const int status : statuses) EXPECT_EQ(status, GUSSET_USAGE);
}

TEST_P(CInterface, ErrorsAreKeptPerThread) {
  EXPECT_EQ(gusset_wait(nullptr), GUSSET_USAGE);
  std::string elsewhere = "none";
  std::thread([&] { elsewhere = gusset_last_error(); }).join();
  EXPECT_EQ(elsewhere, "");
  EXPECT_STREQ(gusset_last_error(), "gusset_wait: expected a runtime, found null");
}

TEST_P(CInterface, OtherThreadsCanSubmit) {
  long value = 0;
  gusset_handle* const handle = wrap(value);
  const auto submit_some = [&] {
    for (int i = 0; i < 100; ++i) EXPECT_EQ(submit(increment, {{handle, GUSSET_ADD}}), GUSSET_OK);
  };
  std::thread other(submit_some);
  submit_some();
  other.join();
  EXPECT_EQ(gusset_wait(runtime_), GUSSET_OK);
  EXPECT_EQ(value, 200);
}

TEST(CInterfaceAlone, NullsAreHarmless) {
  EXPECT_EQ(gusset_runtime_destroy(nullptr), GUSSET_OK);
  EXPECT_EQ(gusset_handle_destroy(nullptr), GUSSET_OK);
  EXPECT_EQ(gusset_has_data(nullptr), 0);
  EXPECT_EQ(gusset_workers(nullptr), 0u);
  EXPECT_EQ(gusset_runtime_create(nullptr), GUSSET_USAGE);
  gusset_runtime* runtime = nullptr;
  EXPECT_EQ(gusset_runtime_create_with_threads(100000, &runtime), GUSSET_CONFIGURATION);
  EXPECT_STREQ(gusset_last_error(),
               "gusset_runtime_create_with_threads: expected at most 1024 threads, found 100000");
  EXPECT_EQ(runtime, nullptr);
}

}  // namespace
}  // namespace gusset
