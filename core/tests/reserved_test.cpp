#include "gusset/core/reserved.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::SharedValue;
using testing::task;
using testing::with_threads;

class Reservations : public ::testing::TestWithParam<unsigned> {
 protected:
  void append(int number) {
    runtime_.submit(
        task(), [number](std::vector<int>* list) { list->push_back(number); }, write(list_));
  }
  Runtime runtime_{with_threads(GetParam())};
  SharedValue<std::vector<int>> list_{runtime_, "list"};
};

TEST_P(Reservations, LaterTaskRunsAtItsReservedPlace) {
  for (int round = 0; round < 100; ++round) {
    list_.value.clear();
    append(1);
    auto second = runtime_.reserve(write(list_));
    append(3);
    append(4);
    runtime_.submit(
        task(), [](std::vector<int>* list) { list->push_back(2); }, std::move(second));
    EXPECT_TRUE(second.is_used());
    append(5);
    runtime_.wait(list_);
    EXPECT_EQ(list_.value, (std::vector<int>{1, 2, 3, 4, 5}));
  }
}

TEST_P(Reservations, CanBeUsedInAnyOrder) {
  for (int round = 0; round < 100; ++round) {
    list_.value.clear();
    auto first = runtime_.reserve(write(list_));
    auto second = runtime_.reserve(write(list_));
    append(3);
    auto fourth = runtime_.reserve(write(list_));
    append(5);
    const auto use = [&](auto reserved, int number) {
      runtime_.submit(
          task(), [number](std::vector<int>* list) { list->push_back(number); }, std::move(reserved));
    };
    use(std::move(fourth), 4);
    use(std::move(second), 2);
    use(std::move(first), 1);
    runtime_.wait();
    EXPECT_EQ(list_.value, (std::vector<int>{1, 2, 3, 4, 5}));
  }
}

TEST_P(Reservations, DroppedReservationBlocksNoTask) {
  append(1);
  {
    const auto dropped = runtime_.reserve(write(list_));
    append(2);
  }
  append(3);
  runtime_.wait();
  EXPECT_EQ(list_.value, (std::vector<int>{1, 2, 3}));
}

TEST_P(Reservations, AnyModeWorksWithOtherAccesses) {
  SharedValue<int> x(runtime_, "x");
  int seen = -1;
  runtime_.submit(
      task(), [](int* value) { *value = 1; }, write(x));
  auto addend = runtime_.reserve(add(x));
  auto reader = runtime_.reserve(read(x));
  runtime_.submit(
      task(), [](int* value) { *value *= 100; }, write(x));
  runtime_.submit(
      task(), [&](const int* value, std::vector<int>*) { seen = *value; }, std::move(reader), write(list_));
  runtime_.submit(
      task(), [](int* value) { *value += 7; }, std::move(addend));
  runtime_.wait();
  EXPECT_EQ(seen, 8);
  EXPECT_EQ(x.value, 800);
}

TEST_P(Reservations, ManyReservationsKeepTheirOrder) {
  using Slot = Reserved<decltype(write(list_).contents)>;
  constexpr int count = 500;
  std::vector<std::optional<Slot>> slots;
  for (int i = 0; i < count; ++i) {
    if (i % 3 == 0) {
      append(i);
      slots.emplace_back();
    } else {
      slots.emplace_back(runtime_.reserve(write(list_)));
    }
  }
  for (int i = 0; i < count; ++i) {
    const int number = i * 301 % count;  // a scattered order
    if (auto& slot = slots[static_cast<std::size_t>(number)])
      runtime_.submit(
          task(), [number](std::vector<int>* list) { list->push_back(number); }, std::move(*slot));
  }
  runtime_.wait();
  ASSERT_EQ(list_.value.size(), static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) ASSERT_EQ(list_.value[static_cast<std::size_t>(i)], i);
}

TEST_P(Reservations, TaskCanHoldAReservationForAnotherTask) {
  // As for the tail of a list that tasks extend: a task holds the reservation of the next task's place, and
  // uses it for a task that it submits.
  SharedValue<int> x(runtime_, "x");
  auto place = runtime_.reserve(write(x));
  runtime_.submit(
      task(), [](int* value) { *value *= 10; }, write(x));
  runtime_.submit(task(), [this, slot = std::move(place)]() mutable {
    runtime_.submit(
        task().detached(), [](int* value) { *value = 4; }, std::move(slot));
  });
  runtime_.wait();
  EXPECT_EQ(x.value, 40);
}

INSTANTIATE_TEST_SUITE_P(Workers, Reservations, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
