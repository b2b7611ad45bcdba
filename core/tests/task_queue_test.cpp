#include "gusset/core/detail/task_queue.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>
#include <vector>

#include "gusset/core/detail/task_block.hpp"

namespace gusset::detail {
namespace {

/// Tasks that stand in a queue and never run.
class Tasks {
 public:
  explicit Tasks(std::size_t count) {
    using Block = TaskBlock<Kernel>;
    for (std::size_t i = 0; i < count; ++i) {
      memory_.push_back(std::make_unique<Memory>());
      tasks_.push_back(&Block::construct(memory_.back().get(), Kernel{}, {}, {}));
    }
  }
  Task& operator[](std::size_t index) { return *tasks_[index]; }

 private:
  struct Kernel {
    void operator()() const {}
  };
  struct alignas(std::max_align_t) Memory {
    std::byte bytes[256];
  };
  std::vector<std::unique_ptr<Memory>> memory_;
  std::vector<Task*> tasks_;
};

TEST(TaskQueue, OwnerTakesFromTheFront) {
  Tasks tasks(3);
  TaskQueue queue;
  EXPECT_EQ(queue.push_back(tasks[0]), 0u);
  EXPECT_EQ(queue.push_front(tasks[1]), 1u);
  EXPECT_EQ(queue.push_back(tasks[2]), 2u);
  EXPECT_FALSE(queue.empty());
  EXPECT_EQ(queue.pop_front(), &tasks[1]);
  EXPECT_EQ(queue.pop_front(), &tasks[0]);
  EXPECT_EQ(queue.pop_front(), &tasks[2]);
  EXPECT_EQ(queue.pop_front(), nullptr);
  EXPECT_TRUE(queue.empty());
}

TEST(TaskQueue, ThievesTakeFromTheBack) {
  Tasks tasks(4);
  TaskQueue queue;
  for (std::size_t i = 0; i < 4; ++i) queue.push_back(tasks[i]);
  std::vector<Task*> stolen;
  queue.steal_back(stolen, [](std::size_t available) { return available / 2; });
  EXPECT_EQ(stolen, (std::vector<Task*>{&tasks[3], &tasks[2]}));
  EXPECT_EQ(queue.pop_front(), &tasks[0]);
}

TEST(TaskQueue, NothingIsStolenFromAnEmptyOne) {
  TaskQueue queue;
  std::vector<Task*> stolen;
  queue.steal_back(stolen, [](std::size_t) -> std::size_t {
    ADD_FAILURE() << "asked how many of none";
    return 0;
  });
  EXPECT_TRUE(stolen.empty());
}

TEST(TaskQueue, BehavesAsADequeHoweverItGrows) {
  Tasks tasks(1000);
  TaskQueue queue;
  std::deque<Task*> model;
  std::mt19937 random(3);
  for (int step = 0; step < 20000; ++step) {
    Task& task = tasks[random() % 1000];
    switch (random() % 5) {
      case 0:
      case 1:
        queue.push_front(task);
        model.push_front(&task);
        break;
      case 2:
        queue.push_back(task);
        model.push_back(&task);
        break;
      case 3: {
        Task* const expected = model.empty() ? nullptr : model.front();
        if (!model.empty()) model.pop_front();
        ASSERT_EQ(queue.pop_front(), expected);
        break;
      }
      default: {
        std::vector<Task*> stolen;
        queue.steal_back(stolen, [](std::size_t) { return std::size_t{1}; });
        ASSERT_EQ(stolen.empty(), model.empty());
        if (stolen.empty()) break;
        ASSERT_EQ(stolen.front(), model.back());
        model.pop_back();
      }
    }
  }
}

}  // namespace
}  // namespace gusset::detail
