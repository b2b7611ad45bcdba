// Runs small programs on the version protocol, in every order of its atomic operations with a few
// preemptions. One thread submits tasks; others take ready tasks and complete them. The test checks for each
// order that no task starts before its versions are reached, at the same time as a task that it excludes, or
// twice; that each task is woken exactly once; that nothing touches a task after it has completed; and that
// handles end at their final version with empty lists.
//
// The protocol is compiled with a hook at each operation, so this program is not linked with the library. It
// repeats what the engine does around the protocol (register_accesses, link_waiting,
// ThreadedEngine::take_locks). Other tests under ThreadSanitizer cover memory orders weaker than sequential
// consistency.
#include "controlled_threads.hpp"

#define GUSSET_SCHEDULE_POINT() ::gusset::testing::ControlledThreads::point()
#define GUSSET_SPIN_POINT() ::gusset::testing::ControlledThreads::spin()
#include "threads/version_protocol.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace gusset::detail {
namespace {

using testing::ControlledThreads;

constexpr AccessMode r = AccessMode::read, w = AccessMode::write, a = AccessMode::add;

/// An access of one task: handle 0, 1, … in a mode.
struct AccessSpec {
  std::size_t handle;
  AccessMode mode;
};
struct Step {
  std::vector<AccessSpec> accesses;
  bool is_late = false;  ///< reserved at its place in the order, and submitted after all others
};
struct Program {
  std::vector<Step> steps;
  std::uint32_t first_version = 0;
};

/// One execution.
class World {
 public:
  static constexpr std::size_t handle_count = 2;
  static constexpr unsigned log2_bytes = 7;

  explicit World(const Program& program)
      : program_(program), executed_(program.steps.size()), woken_(executed_.size()) {
    TaskArena::instance();
    for (std::size_t i = 0; i < handle_count; ++i) {
      handles_.push_back(std::make_unique<HandleState>(program.first_version));
      handles_.back()->id = HandleId(i);
    }
    for (const Step& step : program.steps) {
      Task* const task = new (memory_.allocate(log2_bytes))
          Task(kind, TaskTypeId(0), step.accesses.size(), log2_bytes, false);
      TaskAccess* next = task->begin();
      for (const AccessSpec& spec : step.accesses)
        new (next++) TaskAccess(*handles_[spec.handle], spec.mode, log2_bytes);
      tasks_.push_back(task);
    }
  }
  ~World() {
    for (Task* task : tasks_) memory_.give_back(task, log2_bytes);
  }

  std::vector<std::function<void()>> bodies(std::size_t workers) {
    std::vector<std::function<void()>> result{[this] { submit_all(); }};
    for (std::size_t i = 0; i < workers; ++i) result.emplace_back([this] { work(); });
    return result;
  }

  void check_end() const {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      require(executed_[i] == 1, "executed once");
      require(woken_[i] == 1, "ready once");
      const auto* bytes = reinterpret_cast<const unsigned char*>(tasks_[i]);
      for (std::size_t at = 0; at < (std::size_t{1} << log2_bytes); ++at)
        require(bytes[at] == gone, "untouched after completion");
    }
    for (const auto& handle : handles_) {
      require(handle->version() == handle->sequence.final_version(), "final version");
      require((handle->word.load() & HandleState::flags) == 0, "no flags left");
      require(handle->last_waiting.load() == nullptr, "no waiters left");
    }
  }

 private:
  static constexpr unsigned char gone = 0xee;
  static void nothing(Task&) {}
  static constexpr TaskClass kind{&nothing, &nothing};

  static void require(bool holds, const char* what) {
    if (!holds) throw std::runtime_error(std::string("violated: ") + what);
  }
  std::size_t number_of(const Task& task) const {
    return static_cast<std::size_t>(std::find(tasks_.begin(), tasks_.end(), &task) - tasks_.begin());
  }

  void submit_all() {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (!program_.steps[i].is_late) {
        submit(*tasks_[i], false);
        continue;
      }
      for (TaskAccess& access : *tasks_[i]) access.version = access.handle().sequence.next(access.mode());
    }
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (program_.steps[i].is_late) submit(*tasks_[i], true);
    }
  }
  void submit(Task& task, bool is_late) {
    std::int32_t lacking = 0;
    for (TaskAccess& access : task) {
      HandleState& handle = access.handle();
      if (is_late) {
        ControlledThreads::point();
        if (has_reached(handle.version(), access.version)) continue;
      } else {
        access.version = handle.sequence.next(access.mode());
        if (!may_wait(handle, access.version)) continue;
      }
      access.mark(TaskAccess::lacking);
      ++lacking;
    }
    if (lacking == 0) return become_ready(task);
    task.awaited.store(lacking);
    for (TaskAccess* access = task.begin();; ++access) {
      if (!access->has_mark(TaskAccess::lacking)) continue;
      access->mark(TaskAccess::unmarked);
      const bool waits =
          is_late ? link_in_order(access->handle(), *access) : link(access->handle(), *access, false);
      if (!waits && count_down(task, false)) return become_ready(task);
      if (--lacking == 0) return;
    }
  }
  void become_ready(Task& task) {
    require(++woken_[number_of(task)] == 1, "woken once");
    ready_.push_back(&task);
  }

  void work() {
    for (;;) {
      ControlledThreads::wait_until([this] { return !ready_.empty() || completed_ == tasks_.size(); });
      if (ready_.empty()) return;
      Task& task = *ready_.front();
      ready_.pop_front();
      if (!take_locks(task)) continue;
      execute(task);
      complete(task);
    }
  }
  bool take_locks(Task& task) {
    std::vector<TaskAccess*> needed;
    for (TaskAccess& access : task) {
      if (gusset::needs_lock(access.mode())) needed.push_back(&access);
    }
    std::sort(needed.begin(), needed.end(), [](auto* x, auto* y) { return x->handle().id < y->handle().id; });
    const auto is_missing = [](TaskAccess* access) {
      if (access->has_mark(TaskAccess::lock_held)) return false;
      if (!try_take_lock(access->handle(), false)) return true;
      access->mark(TaskAccess::lock_held);
      return false;
    };
    if (needed.size() == 1)
      return needed[0]->has_mark(TaskAccess::lock_held) ||
             take_lock_or_park(needed[0]->handle(), *needed[0], false);
    const auto missing = std::find_if(needed.begin(), needed.end(), is_missing);
    if (missing == needed.end()) return true;
    for (TaskAccess* access : needed) {
      if (!access->has_mark(TaskAccess::lock_held)) continue;
      access->mark(TaskAccess::unmarked);
      raise_by(access->handle(), 0, true);
    }
    HandleState& busy = (*missing)->handle();
    if (take_lock_or_park(busy, **missing, false)) {
      raise_by(busy, 0, true);
      ready_.push_back(&task);
    }
    return false;
  }
  void execute(Task& task) {
    require(++executed_[number_of(task)] == 1, "executed once");
    for (TaskAccess& access : task) {
      const HandleState& handle = access.handle();
      require(has_reached(handle.version(), access.version), "version reached before it starts");
      auto& users = users_[handle.id.value()];
      for (const AccessMode other : users)
        require(other == access.mode() && !is_exclusive(access.mode()), "no excluded access at once");
      users.push_back(access.mode());
    }
    ControlledThreads::point();  // the kernel runs here
    for (TaskAccess& access : task) users_[access.handle().id.value()].pop_back();
  }
  void complete(Task& task) {
    std::vector<std::pair<HandleState*, AccessMode>> accesses;
    for (TaskAccess& access : task) accesses.emplace_back(&access.handle(), access.mode());
    // From here on, no thread may access the task.
    std::memset(static_cast<void*>(&task), gone, std::size_t{1} << log2_bytes);
    for (const auto& [handle, mode] : accesses) raise_by(*handle, 1, gusset::needs_lock(mode));
    ++completed_;
  }
  void raise_by(HandleState& handle, std::uint32_t accesses, bool unlocks) {
    if (raise_freely(handle, accesses, unlocks, false)) return;
    std::vector<TaskAccess*> scratch;
    raise(
        handle, accesses, unlocks, false, scratch,
        [&](Task& task) { require(++woken_[number_of(task)] == 1, "woken once"); },
        [&](TaskAccess& access) {
          Task& task = access.task();
          if (!access.has_mark(TaskAccess::lock_held) && !count_down(task, false)) return;
          task.awaited.store(0);
          become_ready(task);
        },
        [&](TaskAccess& access) { ready_.push_back(&access.task()); });
  }

  const Program& program_;
  std::vector<std::unique_ptr<HandleState>> handles_;
  TaskAllocator memory_;
  std::vector<Task*> tasks_;
  std::deque<Task*> ready_;
  std::vector<int> executed_, woken_;
  std::array<std::vector<AccessMode>, handle_count> users_;
  std::size_t completed_ = 0;
};

/// Tries all orders; returns how many there were.
std::uint64_t explore(const Program& program, std::size_t workers, unsigned preemptions) {
  ControlledThreads threads(preemptions);
  do {
    World world(program);
    try {
      threads.run(world.bodies(workers));
      world.check_end();
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what() << ", in the order " << threads.trail() << " (" << threads.runs()
                    << " orders tried)";
      return threads.runs();
    }
  } while (threads.advance());
  return threads.runs();
}

std::uint64_t explored = 0;

// AddressSanitizer makes switches slow, but finds misuse of memory with fewer of them.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool is_slow = true;
#else
constexpr bool is_slow = false;
#endif

void expect_sound(const Program& program, std::size_t workers, unsigned preemptions, std::uint64_t at_least) {
  if (is_slow) {
    --preemptions;
    at_least /= 20;
  }
  const std::uint64_t orders = explore(program, workers, preemptions);
  explored += orders;
  EXPECT_GE(orders, at_least);  // otherwise the hooks are missing
  std::cout << orders << " orders\n";
}

TEST(VersionInterleavings, ChainOfWrites) {
  expect_sound({{{{{0, w}}}, {{{0, w}}}, {{{0, w}}}}}, 1, 4, 500);
  expect_sound({{{{{0, w}}}, {{{0, w}}}}}, 2, 3, 2000);
}

TEST(VersionInterleavings, ReadersBetweenWriters) {
  expect_sound({{{{{0, w}}}, {{{0, r}}}, {{{0, r}}}, {{{0, w}}}}, 0xffffffff}, 2, 3, 2000);
}

TEST(VersionInterleavings, AddsExcludeEachOther) {
  expect_sound({{{{{0, a}}}, {{{0, a}}}, {{{0, r}}}}}, 2, 3, 2000);
  expect_sound({{{{{0, w}}}, {{{0, a}}}, {{{0, a}}}}}, 2, 3, 2000);
}

TEST(VersionInterleavings, TaskThatWaitsAtTwoHandles) {
  expect_sound({{{{{0, w}}}, {{{1, w}}}, {{{0, r}, {1, w}}}}}, 2, 3, 2000);
}

TEST(VersionInterleavings, AddsToSeveralHandles) {
  expect_sound({{{{{0, a}, {1, a}}}, {{{1, a}, {0, a}}}, {{{1, a}}}}}, 2, 3, 2000);
  expect_sound({{{{{0, a}}}, {{{0, a}, {1, a}}}, {{{1, a}}}}}, 2, 3, 2000);
}

TEST(VersionInterleavings, TaskSubmittedAfterItsDependents) {
  expect_sound({{{{{0, w}}}, {{{0, w}}, true}, {{{0, w}}}}}, 1, 4, 500);
  expect_sound({{{{{0, r}}, true}, {{{0, a}}, true}, {{{0, w}}}}}, 2, 3, 2000);
}

TEST(VersionInterleavings, RandomPrograms) {
  std::mt19937 random(1);
  for (int i = 0; i < 25; ++i) {
    SCOPED_TRACE("program " + std::to_string(i));
    Program program;
    program.first_version = random() % 2 == 0 ? 0 : 0xfffffffe;
    for (int step = 0; step < 3; ++step) {
      std::vector<AccessSpec> accesses;
      for (std::size_t handle = 0; handle < 2; ++handle) {
        if (random() % 3 != 0) accesses.push_back({handle, std::array{r, w, a}[random() % 3]});
      }
      program.steps.push_back({accesses, random() % 6 == 0});
    }
    explored += explore(program, 2, is_slow ? 1 : 2);
  }
  EXPECT_GE(explored, is_slow ? 1000u : 2000u);
}

}  // namespace
}  // namespace gusset::detail
