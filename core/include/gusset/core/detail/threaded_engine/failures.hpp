#pragma once
// Members of ThreadedEngine, included by threaded_engine.hpp alone. What failed tasks, cancellations and
// deadlocks leave behind.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "gusset/core/detail/threaded_engine.hpp"

namespace gusset::detail {

/// A task that depends on a failed one is not run.
template <class Recorder>
[[gnu::noinline]] bool ThreadedEngine<Recorder>::is_passed_by(Worker& self, Task& task) {
  if (task.type_is_none()) return false;  // stands for a plan's run: its tasks are asked each
  {
    // Let go of before the task ends: whoever waits has the last of it, and destroys it.
    const std::exception_ptr failure = poison_of(task);
    if (!failure) return false;
    fail(task, failure);
  }
  recorder_.skipped(self.index, task);
  void_renamed(self);
  end(self, task);
  return true;
}

/// In the handler of what the task's kernel threw.
template <class Recorder>
[[gnu::noinline, gnu::cold]] void ThreadedEngine<Recorder>::fail_now(Worker& self, Task& task) {
  fail(task, failure_of(task));
  void_renamed(self);
}

template <class Recorder>
std::exception_ptr ThreadedEngine<Recorder>::failure_of(const Task& task) {
  std::string why = "an exception that is no std::exception";
  try {
    throw;
  } catch (const std::exception& error) {
    why = error.what();
  } catch (...) {
  }
  try {
    throw TaskFailure(TaskType::name_of(task.type()), why);
  } catch (...) {
    return std::current_exception();
  }
}

/// Before the task's versions are raised: what it should have modified is poisoned, for all but its own group
/// of adds. A task fails with its subtask.
template <class Recorder>
void ThreadedEngine<Recorder>::fail(Task& task, const std::exception_ptr& failure) {
  const std::lock_guard guard(failures_);
  if (!first_failure_) first_failure_ = failure;
  for (Task* failed = &task; failed != nullptr; failed = failed->parent()) {
    if (failed->type_is_none()) continue;  // stands for a plan's run, whose other tasks are sound
    for (TaskAccess& access : *failed) {
      if (access.is_covered() || !modifies(access.mode())) continue;
      // A planned task's version counts from its run's first: it exempts nobody.
      poison(access.handle(), failure, failed->is_planned() ? no_group(access.handle()) : access.version);
    }
  }
  has_failures_.store(
      true, std::memory_order_relaxed);  // relaxed: dependants are ordered by the versions raised after it
}

/// A version that no access waits for.
template <class Recorder>
std::uint32_t ThreadedEngine<Recorder>::no_group(const HandleState& handle) {
  return handle.version() + 0x60000000;
}

/// Under failures_.
template <class Recorder>
void ThreadedEngine<Recorder>::poison(HandleState& handle, const std::exception_ptr& failure,
                                      std::uint32_t group) {
  std::uint64_t word = lock_word(handle);
  if ((word & HandleState::poisoned) == 0) {
    handle.poison = failure;
    handle.poison_group = group;
    word |= HandleState::poisoned;
    poisoned_.insert(&handle);
  }
  unlock_word(handle, word);
}

/// The failure that a task depends on, if any.
template <class Recorder>
std::exception_ptr ThreadedEngine<Recorder>::poison_of(Task& task) {
  const std::lock_guard guard(failures_);
  if (cancelled_) return cancelled_;
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const HandleState& handle = access.handle();
    // Acquire: pairs with unlock_word(). The exception itself is guarded by failures_.
    if ((handle.word.load(std::memory_order_acquire) & HandleState::poisoned) != 0 &&
        access.version != handle.poison_group)
      return handle.poison;
  }
  return nullptr;
}

template <class Recorder>
void ThreadedEngine<Recorder>::cancel() {
  const std::lock_guard guard(failures_);
  cancelled_ = std::make_exception_ptr(Cancelled("the program cancelled its tasks"));
  if (!first_failure_) first_failure_ = cancelled_;
  has_failures_.store(true, std::memory_order_relaxed);  // relaxed: whoever misses it has started
}

template <class Recorder>
void ThreadedEngine<Recorder>::cancel(HandleState& handle) {
  const std::lock_guard guard(failures_);
  const auto cancelled =
      std::make_exception_ptr(Cancelled("the program cancelled the tasks on " + handle.label()));
  if (!first_failure_) first_failure_ = cancelled;
  poison(handle, cancelled, no_group(handle));
  has_failures_.store(true, std::memory_order_relaxed);
}

/// A task ends without having run, and those whose last subtask it is end too. What belongs to a plan stays:
/// its run is put among `runs`.
template <class Recorder>
void ThreadedEngine<Recorder>::abandon(Task& task, std::unordered_set<Task*>& runs) {
  Worker& me = self();
  for (Task* ended = &task;;) {
    Task* const parent = ended->parent();
    if (ended->is_planned()) {
      runs.insert(parent);
      return;
    }
    ended->destroy();
    free(me, *ended);
    me.done.store(me.done.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    if (parent == nullptr || parent->awaited.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    ended = parent;
    if constexpr (checks_parts) count_holders(*ended, -1);
  }
}

/// Where nothing can ever run again: takes what waits apart and says what it waited for. All handles have the
/// version then that they should have.
template <class Recorder>
std::string ThreadedEngine<Recorder>::abandon_waiting() {
  constexpr std::size_t most_named = 5;
  std::vector<std::string> named;
  std::unordered_set<Task*> stuck;
  {
    const std::lock_guard guard(handles_lock_);
    std::vector<HandleState*> handles(handles_.begin(), handles_.end());
    std::sort(handles.begin(), handles.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
    // Of a plan's runs: nobody registered it.
    const auto include_order = [&](Task& root) {
      HandleState* const order = &root.begin()->handle();
      if (std::find(handles.begin(), handles.end(), order) == handles.end()) handles.push_back(order);
    };
    for (std::size_t index = 0; index < handles.size(); ++index) {
      HandleState* const handle = handles[index];
      std::uint64_t word = lock_word(*handle);
      const std::uint32_t version = HandleState::version_in(word);
      const auto gather = [&](TaskAccess* first, bool waits) {
        while (first != nullptr) {
          TaskAccess& access = *first;
          first = TaskArena::access_at(access.next.load(std::memory_order_relaxed));
          Task& task = access.task();
          if (task.type_is_none() && task.task_class().weight == nullptr) {
            Observer::signal(task, Observer::abandoned);
            continue;
          }
          if (waits && named.size() < most_named) {
            named.push_back(quoted_name(task) + " waits for version " + std::to_string(access.version) + " of " +
                            handle->label() + ", which stays at " + std::to_string(version));
          }
          stuck.insert(&task);
          if (task.task_class().weight != nullptr) include_order(task);
          for (Task* ancestor = &task; ancestor != nullptr; ancestor = ancestor->parent()) {
            if (ancestor->is_planned()) include_order(*ancestor->parent());
          }
        }
      };
      gather((word & HandleState::waiting) != 0 ? handle->first_waiting : nullptr, true);
      gather((word & HandleState::parked) != 0 ? handle->first_parked : nullptr, false);
      handle->first_waiting = handle->first_parked = nullptr;
      handle->last_waiting.store(nullptr, std::memory_order_relaxed);  // relaxed: nobody submits now
      word &= ~(HandleState::waiting | HandleState::parked | HandleState::turn);
      // Those whose tasks are still to come will raise it by one each; what is submitted from now on waits
      // for them.
      const std::uint32_t reached = handle->sequence.next_block(0) - handle->reserved;
      word = (word & (HandleState::one_version - 1)) | std::uint64_t{reached} << HandleState::version_shift;
      unlock_word(*handle, word);
    }
  }
  std::unordered_set<Task*>
      runs;  // of plans, of which a task has subtasks among them: nothing comes after it
  for (Task* task : stuck) abandon(*task, runs);
  while (!runs.empty()) {
    Task& root = **runs.begin();
    runs.erase(runs.begin());
    for (const PlanGraph::Node& node : plan_of(root).nodes) {
      node.task->awaited.store(node.awaited, std::memory_order_relaxed);  // relaxed: nobody runs it now
      for (TaskAccess& access : *node.task) access.mark(TaskAccess::unmarked);
    }
    if constexpr (checks_parts) count_holders(root, -1);
    abandon(root, runs);
  }
  const std::size_t count = stuck.size();
  idle_.wake_all();
  outside_.wake_all();
  if (count == 0) return {};
  std::string text = count == 1 ? "1 task can never run" : std::to_string(count) + " tasks can never run";
  for (std::size_t i = 0; i < named.size(); ++i) text += (i == 0 ? ": " : "; ") + named[i];
  return text + (named.size() < count && named.size() == most_named ? "; …" : "");
}

}  // namespace gusset::detail
