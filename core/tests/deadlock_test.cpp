// The runtime names tasks that can never run instead of waiting for them.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
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

const TaskType reader("reader");
const TaskType writer("writer");

class Deadlocks : public ::testing::TestWithParam<unsigned> {
 protected:
  template <class Wait>
  std::string deadlock(Wait&& wait) {
    try {
      wait();
    } catch (const Deadlock& error) {
      return error.what();
    }
    return "none";
  }
  std::string deadlock() {
    return deadlock([this] { runtime_.wait(); });
  }
  using List = std::vector<int>;
  void append(int number) {
    runtime_.submit(
        writer(), [number](List* list) { list->push_back(number); }, write(list_));
  }
  /// Expects later accesses of the list to be in order.
  void expect_order() {
    list_.value.clear();
    List expected;
    for (int i = 0; i < 500; ++i) {
      append(i);
      expected.push_back(i);
      if (i % 10 == 0)
        runtime_.submit(
            reader(), [](const List*) {}, read(list_));
    }
    EXPECT_EQ(deadlock(), "none");
    EXPECT_EQ(list_.value, expected);
  }
  Runtime runtime_{with_threads(GetParam())};
  SharedValue<List> list_{runtime_, "list"};
  SharedValue<int> x_{runtime_, "x"};
};

TEST_P(Deadlocks, NameTheTaskVersionAndHandle) {
  {
    const auto never = runtime_.reserve(write(list_));
    runtime_.submit(
        reader(), [](const List*) {}, read(list_));
    EXPECT_EQ(deadlock(), "1 task can never run: 'reader' waits for version 1 of list, which stays at 0");
  }
  EXPECT_EQ(deadlock(), "none");
  expect_order();
}

TEST_P(Deadlocks, SeveralTasksAreListed) {
  const auto never = runtime_.reserve(write(list_));
  append(1);
  append(2);
  EXPECT_EQ(
      deadlock(),
      "2 tasks can never run: 'writer' waits for version 1 of list, which stays at 0; 'writer' waits for "
      "version 2 of list, which stays at 0");
  for (int i = 0; i < 20; ++i) append(i);
  const std::string many = deadlock();
  EXPECT_EQ(many.substr(0, 26), "20 tasks can never run: 'w");
  EXPECT_EQ(many.substr(many.size() - std::string("; …").size()), "; …");
}

TEST_P(Deadlocks, UnaffectedTasksRun) {
  const auto never = runtime_.reserve(write(list_));
  bool ran = false;
  append(1);
  for (int i = 0; i < 100; ++i)
    runtime_.submit(
        task(), [](int* value) { ++*value; }, write(x_));
  runtime_.submit(task(), [&] { ran = true; });
  EXPECT_EQ(deadlock(), "1 task can never run: 'writer' waits for version 1 of list, which stays at 0");
  EXPECT_EQ(x_.value, 100);
  EXPECT_TRUE(ran);
  EXPECT_TRUE(list_.value.empty());
}

TEST_P(Deadlocks, CapturesOfDroppedTasksAreReleased) {
  const auto captured = std::make_shared<int>(0);
  const auto never = runtime_.reserve(write(list_));
  for (int i = 0; i < 3; ++i)
    runtime_.submit(
        reader(), [captured](const List*) {}, read(list_));
  EXPECT_NE(deadlock(), "none");
  EXPECT_EQ(captured.use_count(), 1);
}

TEST_P(Deadlocks, TaskThatWaitsAtSeveralHandlesIsCountedOnce) {
  const auto never = runtime_.reserve(write(list_));
  const auto neither = runtime_.reserve(write(x_));
  runtime_.submit(
      task(), [](const List*, int*) {}, read(list_), write(x_));
  EXPECT_EQ(deadlock(),
            "1 task can never run: 'task' waits for version 1 of list, which stays at 0; 'task' waits for "
            "version 1 "
            "of x, which stays at 0");
}

TEST_P(Deadlocks, WaitForAVersionNamesTheHandle) {
  append(1);
  EXPECT_EQ(deadlock([this] { runtime_.wait(list_, 3); }), "list will never reach version 3");
  EXPECT_EQ(deadlock([this] { runtime_.wait(list_, 1); }), "none");
  EXPECT_EQ(deadlock(), "none");
  expect_order();
}

TEST_P(Deadlocks, WaitForAHandleNamesTheBlockedTasks) {
  const auto never = runtime_.reserve(write(list_));
  append(1);
  EXPECT_EQ(deadlock([this] { runtime_.wait(list_); }),
            "list will never reach version 2: 1 task can never run: 'writer' waits for version 1 of list, "
            "which stays "
            "at 0");
}

TEST_P(Deadlocks, ReservationUsedLaterKeepsTheOrder) {
  for (int round = 0; round < 30; ++round) {
    list_.value.clear();
    auto late = runtime_.reserve(write(list_));
    append(-1);  // this task is dropped
    EXPECT_NE(deadlock(), "none");
    // Tasks submitted now still wait for the reservation.
    append(2);
    append(3);
    runtime_.submit(
        writer(), [](List* list) { list->push_back(1); }, std::move(late));
    append(4);
    EXPECT_EQ(deadlock(), "none");
    EXPECT_EQ(list_.value, (List{1, 2, 3, 4}));
  }
  expect_order();
}

TEST_P(Deadlocks, BlockedSubtaskAlsoEndsItsParents) {
  {
    const auto never = runtime_.reserve(write(list_));
    runtime_.submit(
        task(),
        [&](int* value) {
          *value = 1;
          runtime_.submit(task(), [&] {
            runtime_.submit(
                reader(), [](const List*) {}, read(list_));
          });
        },
        write(x_));
    runtime_.submit(
        task(), [](int* value) { *value = 2; }, write(x_));
    const std::string text = deadlock();
    EXPECT_NE(text.find("'reader' waits for version 1 of list, which stays at 0"), std::string::npos) << text;
    EXPECT_NE(text.find("'task' waits for version 1 of x, which stays at 0"), std::string::npos) << text;
    EXPECT_EQ(text.substr(0, 22), "2 tasks can never run:");
    EXPECT_EQ(x_.value, 1);
  }
  runtime_.submit(
      task(), [](int* value) { *value = 3; }, write(x_));
  EXPECT_EQ(deadlock(), "none");
  EXPECT_EQ(x_.value, 3);
  expect_order();
}

TEST_P(Deadlocks, PlanStaysUsable) {
  Plan plan = runtime_.capture([&] { append(7); });
  {
    const auto never = runtime_.reserve(write(list_));
    runtime_.run(plan);
    runtime_.run(plan);
    const std::string text = deadlock();
    EXPECT_EQ(text.substr(0, 74),
              "2 tasks can never run: a plan waits for version 1 of list, which stays at ")
        << text;
  }
  runtime_.run(plan);
  runtime_.run(plan);
  EXPECT_EQ(deadlock(), "none");
  EXPECT_EQ(list_.value, (List{7, 7}));
}

TEST_P(Deadlocks, PlanStaysUsableAfterASubtaskDeadlocks) {
  std::vector<std::string> ran;
  Plan plan = runtime_.capture([&] {
    runtime_.submit(
        task(),
        [&](int*) {
          ran.push_back("first");
          runtime_.submit(
              reader(), [&](const List*) { ran.push_back("inner"); }, read(list_));
        },
        write(x_));
    runtime_.submit(
        task(), [&](int*) { ran.push_back("second"); }, write(x_));
  });
  for (int round = 0; round < 3; ++round) {
    ran.clear();
    {
      const auto never = runtime_.reserve(write(list_));
      runtime_.run(plan);
      EXPECT_EQ(deadlock(), "1 task can never run: 'reader' waits for version " +
                                std::to_string(3 * round + 1) + " of list, which stays at " +
                                std::to_string(3 * round));
      EXPECT_EQ(ran, (std::vector<std::string>{"first"}));
    }
    EXPECT_EQ(deadlock(), "none");
    ran.clear();
    runtime_.run(plan);
    EXPECT_EQ(deadlock(), "none");
    EXPECT_EQ(ran, (std::vector<std::string>{"first", "inner", "second"}));
  }
}

TEST_P(Deadlocks, PartsOfATileStayUsable) {
  auto a = TiledMatrix<int>::full(runtime_, "A", 4, 4, {1, 2}, {1, 2});
  struct Touch {
    Runtime* runtime;
    SharedValue<List>* list;
    void operator()(Tile<int>) const {}
    void split(TileParts<int> parts) const {
      runtime->submit(
          TaskType("part")(), [](Tile<int>, const List*) {}, write(parts(0, 0)), read(*list));
    }
  };
  {
    const auto never = runtime_.reserve(write(list_));
    runtime_.submit(task(), Touch{&runtime_, &list_}, write(a(0, 0)));
    EXPECT_EQ(deadlock(), "1 task can never run: 'part' waits for version 1 of list, which stays at 0");
  }
  // No task holds the whole any more.
  runtime_.submit(
      task(), [](Tile<int> tile) { tile(0, 0) = 5; }, write(a(0, 0).parts()(0, 0)));
  EXPECT_NO_THROW(runtime_.wait());
  EXPECT_EQ(a.element(0, 0), 5);
}

INSTANTIATE_TEST_SUITE_P(Workers, Deadlocks, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
