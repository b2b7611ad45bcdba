#include "threads/version_protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "gusset/core/engine/task_arena.hpp"

namespace gusset::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// One handle and tasks that access it, on one thread. Logs what happens to the tasks.
class VersionProtocol : public ::testing::Test {
 protected:
  VersionProtocol() { TaskArena::instance(); }
  ~VersionProtocol() override {
    for (Task* task : tasks_) memory_.give_back(task, log2_bytes);
  }

  TaskAccess& access(AccessMode mode, std::uint32_t version, std::vector<HandleState*> others = {}) {
    Task* const task =
        new (memory_.allocate(log2_bytes)) Task(kind, TaskTypeId(0), 1 + others.size(), log2_bytes, false);
    tasks_.push_back(task);
    TaskAccess* next = task->begin();
    TaskAccess& result = *new (next++) TaskAccess(handle_, mode, log2_bytes);
    for (HandleState* other : others) new (next++) TaskAccess(*other, mode, log2_bytes);
    result.version = version;
    task->awaited = 1;
    return result;
  }
  void raise_by(std::uint32_t accesses, bool unlocks = false) {
    parked_.clear(), woken_.clear(), unparked_.clear();
    if (raise_freely(handle_, accesses, unlocks, false)) return;
    raise(
        handle_, accesses, unlocks, false, scratch_, [&](Task& task) { parked_.push_back(&task); },
        [&](TaskAccess& access) { woken_.push_back(&access); },
        [&](TaskAccess& access) { unparked_.push_back(&access); });
  }
  bool is(std::uint64_t flag) const { return (handle_.word.load() & flag) != 0; }

  static void nothing(Task&) {}
  static constexpr TaskClass kind{&nothing, &nothing};
  static constexpr unsigned log2_bytes = 7;
  static constexpr AccessMode r = AccessMode::read, w = AccessMode::write, a = AccessMode::add;

  HandleState handle_{0xfffffffe};
  HandleState other_;
  TaskAllocator memory_;
  std::vector<Task*> tasks_;
  std::vector<TaskAccess*> scratch_, woken_, unparked_;
  std::vector<Task*> parked_;
};

TEST_F(VersionProtocol, RaisingAcrossTheWrapKeepsTheFlags) {
  EXPECT_FALSE(may_wait(handle_, 0xfffffffe));
  EXPECT_TRUE(may_wait(handle_, 0xffffffff));
  raise_by(1);
  EXPECT_EQ(handle_.version(), 0xffffffffu);
  raise_by(3);
  EXPECT_EQ(handle_.version(), 2u);
  EXPECT_EQ(handle_.word.load() & HandleState::flags, 0u);
}

TEST_F(VersionProtocol, AccessesWithAReachedVersionAreNotLinked) {
  EXPECT_FALSE(link(handle_, access(r, 0xfffffffe), false));
  EXPECT_FALSE(link_in_order(handle_, access(r, 0xfffffffd)));
  EXPECT_FALSE(is(HandleState::waiting));
  EXPECT_EQ(handle_.last_waiting.load(), nullptr);
}

TEST_F(VersionProtocol, WaitersAreWokenInOrderWhenTheirVersionIsReached) {
  TaskAccess& first = access(r, 0xffffffff);
  TaskAccess& second = access(r, 0xffffffff);
  TaskAccess& third = access(w, 1);
  for (TaskAccess* each : {&first, &second, &third}) EXPECT_TRUE(link(handle_, *each, false));
  EXPECT_TRUE(is(HandleState::waiting));
  raise_by(1);
  EXPECT_THAT(woken_, ElementsAre(&first, &second));
  EXPECT_TRUE(is(HandleState::waiting));
  raise_by(1);
  EXPECT_THAT(woken_, IsEmpty());
  raise_by(1);
  EXPECT_THAT(woken_, ElementsAre(&third));
  EXPECT_FALSE(is(HandleState::waiting));
  EXPECT_EQ(handle_.last_waiting.load(), nullptr);
  EXPECT_FALSE(may_wait(handle_, 1));
}

TEST_F(VersionProtocol, LinkInOrderSortsByVersionBehindEquals) {
  TaskAccess& third = access(r, 2);
  TaskAccess& second = access(w, 1);
  TaskAccess& late_second = access(w, 1);
  TaskAccess& first = access(w, 0);
  TaskAccess& last = access(w, 4);
  EXPECT_TRUE(link(handle_, third, false));
  for (TaskAccess* each : {&second, &late_second, &first, &last}) EXPECT_TRUE(link_in_order(handle_, *each));
  TaskAccess& behind = access(w, 5);
  EXPECT_TRUE(link(handle_, behind, false));
  raise_by(4);
  EXPECT_THAT(woken_, ElementsAre(&first, &second, &late_second, &third));
  raise_by(3);
  EXPECT_THAT(woken_, ElementsAre(&last, &behind));
  EXPECT_FALSE(is(HandleState::waiting));
}

TEST_F(VersionProtocol, LockIsTakenOnceAndPassedToTheFirstParkedAccess) {
  TaskAccess& first = access(a, 0);
  TaskAccess& second = access(a, 0);
  EXPECT_TRUE(try_take_lock(handle_, false));
  EXPECT_FALSE(try_take_lock(handle_, false));
  EXPECT_FALSE(take_lock_or_park(handle_, first, false));
  EXPECT_FALSE(take_lock_or_park(handle_, second, false));
  EXPECT_TRUE(is(HandleState::parked));
  raise_by(1, true);
  EXPECT_THAT(unparked_, ElementsAre(&first));
  EXPECT_TRUE(first.has_mark(TaskAccess::lock_held));
  EXPECT_TRUE(is(HandleState::held));
  raise_by(1, true);
  EXPECT_THAT(unparked_, ElementsAre(&second));
  EXPECT_FALSE(is(HandleState::parked));
  raise_by(1, true);
  EXPECT_THAT(unparked_, IsEmpty());
  EXPECT_FALSE(is(HandleState::held));
  EXPECT_TRUE(take_lock_or_park(handle_, first, false));
}

TEST_F(VersionProtocol, UnparkedAccessHoldsTheLockEvenIfItsTaskNeedsMore) {
  TaskAccess& both = access(a, 0, {&other_});
  EXPECT_TRUE(try_take_lock(handle_, false));
  EXPECT_FALSE(take_lock_or_park(handle_, both, false));
  raise_by(1, true);
  EXPECT_THAT(unparked_, ElementsAre(&both));
  EXPECT_TRUE(both.has_mark(TaskAccess::lock_held));
  EXPECT_TRUE(is(HandleState::held));
}

TEST_F(VersionProtocol, WokenAddGetsTheLockOrIsParked) {
  TaskAccess& first = access(a, 0xffffffff);
  TaskAccess& second = access(a, 0xffffffff);
  TaskAccess& lacks_another = access(a, 0xffffffff);
  lacks_another.task().awaited = 2;
  for (TaskAccess* each : {&first, &second, &lacks_another}) EXPECT_TRUE(link(handle_, *each, false));
  raise_by(1);
  EXPECT_THAT(woken_, ElementsAre(&first, &lacks_another));
  EXPECT_TRUE(first.has_mark(TaskAccess::lock_held));
  EXPECT_TRUE(lacks_another.has_mark(TaskAccess::unmarked));
  EXPECT_THAT(parked_, ElementsAre(&second.task()));
  EXPECT_TRUE(is(HandleState::held));
  EXPECT_TRUE(is(HandleState::parked));
  raise_by(1, true);
  EXPECT_THAT(unparked_, ElementsAre(&second));
}

TEST_F(VersionProtocol, LastCountDownOwnsTheTask) {
  Task& task = access(r, 0).task();
  task.awaited = 3;
  EXPECT_FALSE(count_down(task, false));
  EXPECT_FALSE(count_down(task, false));
  EXPECT_TRUE(count_down(task, false));
  EXPECT_EQ(task.awaited, 0);
}

}  // namespace
}  // namespace gusset::detail
