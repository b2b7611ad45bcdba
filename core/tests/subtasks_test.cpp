// Tasks that submit tasks: when each completes, and what they may access.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::child;
using testing::SharedValue;
using testing::task;
using testing::with_threads;

class Subtasks : public ::testing::TestWithParam<unsigned> {
 protected:
  std::string failure() {
    try {
      runtime_.wait();
    } catch (const TaskFailure& error) {
      return error.what();
    }
    return "none";
  }
  Runtime runtime_{with_threads(GetParam())};
  SharedValue<int> x_{runtime_, "x"};
  SharedValue<int> y_{runtime_, "y"};
};

TEST_P(Subtasks, ParentCompletesAfterItsSubtasks) {
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> done{0};
    int seen = -1;
    runtime_.submit(
        task(),
        [&](int*) {
          for (int i = 0; i < 20; ++i) runtime_.submit(child(), [&] { ++done; });
        },
        write(x_));
    runtime_.submit(
        task(), [&](const int*) { seen = done; }, read(x_));
    runtime_.wait(x_);
    EXPECT_EQ(seen, 20);
  }
}

TEST_P(Subtasks, CanNestDeeply) {
  // Three subtasks per task, five levels deep: nothing behind the outermost task starts before the last
  // subtask has ended.
  std::atomic<int> done{0};
  const auto grow = [&](const auto& self, int depth) -> void {
    ++done;
    if (depth == 0) return;
    for (int i = 0; i < 3; ++i) runtime_.submit(child(), [&self, depth] { self(self, depth - 1); });
  };
  for (int round = 0; round < 10; ++round) {
    done = 0;
    int seen = -1;
    runtime_.submit(
        task(), [&](int*) { grow(grow, 5); }, write(x_));
    runtime_.submit(
        task(), [&](int*) { seen = done; }, write(x_));
    runtime_.wait();
    EXPECT_EQ(seen, 1 + 3 + 9 + 27 + 81 + 243);
  }
}

TEST_P(Subtasks, SubtasksOfDifferentParentsAreOrderedByHandles) {
  // The parents run in any order or at once. Versions of what their children access follow the order in which
  // the children are submitted, and a token makes that order deterministic.
  SharedValue<std::vector<int>> list(runtime_, "list");
  const Handle token = runtime_.handle("token");
  constexpr int parents = 8;
  for (int parent = 0; parent < parents; ++parent) {
    runtime_.submit(
        task(),
        [&, parent] {
          for (int i = 0; i < 25; ++i) {
            runtime_.submit(
                child(), [number = parent * 25 + i](std::vector<int>* to) { to->push_back(number); },
                write(list));
          }
        },
        write(token));
  }
  runtime_.wait();
  ASSERT_EQ(list.value.size(), 25u * parents);
  for (int i = 0; i < 25 * parents; ++i) ASSERT_EQ(list.value[static_cast<std::size_t>(i)], i);
}

TEST_P(Subtasks, MayWaitForAnotherTasksSubtask) {
  // The second parent's child reads what the first parent's grandchild writes, while both parents are in
  // flight.
  int seen = -1;
  const Handle token = runtime_.handle("token");
  runtime_.submit(
      task(),
      [&] {
        runtime_.submit(
            child(),
            [&](int*) {
              runtime_.submit(
                  child(), [](int* value) { *value = 5; }, write(y_));
            },
            write(x_));
      },
      write(token));
  runtime_.submit(
      task(),
      [&] {
        runtime_.submit(
            child(), [&](const int*, const int* value) { seen = *value; }, read(x_), read(y_));
      },
      read(token));
  runtime_.wait();
  EXPECT_EQ(seen, 5);
}

TEST_P(Subtasks, ParentsBlockNoWorker) {
  // There are as many parents as workers, each with a child; the children need all workers at once.
  const int workers = static_cast<int>(GetParam());
  std::atomic<int> parents{0};
  std::atomic<int> arrived{0};
  for (int i = 0; i < workers; ++i) {
    runtime_.submit(task(), [&] {
      ++parents;
      runtime_.submit(child(), [&] {
        arrived.fetch_add(1);
        while (arrived.load() < workers) std::this_thread::yield();
      });
    });
  }
  runtime_.wait();
  EXPECT_EQ(parents, workers);
  EXPECT_EQ(arrived, workers);
}

TEST_P(Subtasks, MustNotAccessDataThatAnAncestorHolds) {
  const std::string rest =
      " holds until its subtasks have ended: expected an access to a part, a read of data that the "
      "ancestor only reads, or a detached task";
  runtime_.submit(
      task(),
      [&](int*) {
        runtime_.submit(
            child(), [](const int*) {}, read(x_));
      },
      write(x_));
  EXPECT_EQ(failure(), "task 'task' failed: 'child' accesses x, which its ancestor 'task'" + rest);
  runtime_.submit(
      task(),
      [&](const int*) {
        runtime_.submit(
            child(), [](int*) {}, write(x_));
      },
      read(x_));
  EXPECT_EQ(failure(), "task 'task' failed: 'child' accesses x, which its ancestor 'task'" + rest);
  runtime_.submit(
      task(),
      [&](int*) {
        runtime_.submit(
            child(), [](int*) {}, add(x_));
      },
      add(x_));
  EXPECT_EQ(failure(), "task 'task' failed: 'child' accesses x, which its ancestor 'task'" + rest);
  // The same for data that a grandparent holds.
  runtime_.submit(
      task(),
      [&](int*) {
        runtime_.submit(TaskType("between")(), [&] {
          runtime_.submit(
              child(), [](int*) {}, write(x_));
        });
      },
      write(x_));
  EXPECT_EQ(failure(), "task 'between' failed: 'child' accesses x, which its ancestor 'task'" + rest);
  EXPECT_EQ(failure(), "none");
}

TEST_P(Subtasks, MayReadDataThatAnAncestorReads) {
  std::atomic<int> sum{0};
  runtime_.submit(
      task(), [](int* value) { *value = 3; }, write(x_));
  runtime_.submit(
      task(),
      [&](const int*) {
        for (int i = 0; i < 10; ++i) {
          runtime_.submit(
              child(),
              [&](const int* value) {
                sum += *value;
                runtime_.submit(
                    child(), [&](const int* again) { sum += *again; }, read(x_));
              },
              read(x_));
        }
      },
      read(x_));
  runtime_.submit(
      task(), [&](int* value) { *value = sum; }, write(x_));
  runtime_.wait();
  EXPECT_EQ(x_.value, 60);
}

TEST_P(Subtasks, DetachedTasksAreNotSubtasks) {
  // The parent completes without waiting for the detached task, which may therefore follow the parent's own
  // access.
  bool is_inside = false;
  bool saw_inside = true;
  runtime_.submit(
      task(),
      [&](int* value) {
        is_inside = true;
        runtime_.submit(
            child().detached(),
            [&](int* later) {
              saw_inside = is_inside;
              *later *= 10;
            },
            write(x_));
        *value = 4;
        is_inside = false;
      },
      write(x_));
  runtime_.wait();
  EXPECT_FALSE(saw_inside);
  EXPECT_EQ(x_.value, 40);
}

TEST_P(Subtasks, FailedSubtaskFailsItsParent) {
  int seen = -1;
  runtime_.submit(
      task(), [&](int*) { runtime_.submit(child(), [] { throw std::runtime_error("broken"); }); }, write(x_));
  runtime_.submit(
      task(), [&](const int*) { seen = 1; }, read(x_));
  runtime_.submit(
      task(), [](int* value) { *value = 8; }, write(y_));
  try {
    runtime_.wait(x_);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const TaskFailure& error) {
    EXPECT_STREQ(error.what(), "task 'child' failed: broken");
  }
  EXPECT_EQ(failure(), "task 'child' failed: broken");
  EXPECT_EQ(seen, -1);
  EXPECT_EQ(y_.value, 8);
}

TEST_P(Subtasks, SubtasksOfAFailedTaskRunAndAreAwaited) {
  std::atomic<int> done{0};
  runtime_.submit(
      task(),
      [&](int*) {
        for (int i = 0; i < 10; ++i) runtime_.submit(child(), [&] { ++done; });
        throw std::runtime_error("broken");
      },
      write(x_));
  EXPECT_THROW(runtime_.wait(x_), TaskFailure);
  EXPECT_EQ(done, 10);
  EXPECT_THROW(runtime_.wait(), TaskFailure);
}

TEST_P(Subtasks, WaitingForSeveralLocksBlocksNoTaskThatNeedsOne) {
  // The task that holds b completes only after a subtask that locks a. A task between them needs both
  // locks: it must not keep a's lock while it waits for b's.
  for (int round = 0; round < 100; ++round) {
    SharedValue<int> b(runtime_, "b");  // first in the order of locks
    SharedValue<int> a(runtime_, "a");
    std::atomic<bool> may_end{GetParam() == 1};
    runtime_.submit(
        task(),
        [&](int*) {
          while (!may_end.load()) std::this_thread::yield();
        },
        add(a));
    for (int i = 0; i < 3; ++i)
      runtime_.submit(
          task(), [](int* value, int* other) { ++*value, ++*other; }, add(a), add(b));
    runtime_.submit(
        task(),
        [&](int*) {
          runtime_.submit(
              child(), [](int* value) { ++*value; }, add(a));
          may_end = true;
        },
        add(b));
    runtime_.wait();
    EXPECT_EQ(a.value, 4);
    EXPECT_EQ(b.value, 3);
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, Subtasks, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
