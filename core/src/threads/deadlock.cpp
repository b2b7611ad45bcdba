#include "threads/deadlock.hpp"

#include <algorithm>
#include <cstdint>

#include "gusset/core/engine/subtasks.hpp"
#include "threads/observer.hpp"
#include "threads/version_protocol.hpp"
#include "threads/watcher.hpp"

namespace gusset::detail {

namespace {

constexpr std::size_t max_listed_waits = 5;

}  // namespace

std::string StuckTasks::text() const {
  if (tasks.empty()) return {};
  std::string text =
      tasks.size() == 1 ? "1 task can never run" : std::to_string(tasks.size()) + " tasks can never run";
  for (std::size_t i = 0; i < waits.size(); ++i) text += (i == 0 ? ": " : "; ") + waits[i];
  return text + (waits.size() < tasks.size() && waits.size() == max_listed_waits ? "; …" : "");
}

void KnownHandles::add(HandleState& handle) {
  const std::lock_guard guard(mutex_);
  handles_.insert(&handle);
}

void KnownHandles::remove(HandleState& handle) {
  const std::lock_guard guard(mutex_);
  handles_.erase(&handle);
}

StuckTasks KnownHandles::take_waiting() {
  StuckTasks stuck;
  const std::lock_guard guard(mutex_);
  std::vector<HandleState*> handles(handles_.begin(), handles_.end());
  std::sort(handles.begin(), handles.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
  // Includes the handle that orders a plan's runs, which is not registered.
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
        if (Watcher::is_behind(task)) {
          stuck.watchers.push_back(&task);
          continue;
        }
        if (Observer::is_behind(task)) {
          Observer::signal(task, Observer::abandoned);
          continue;
        }
        if (waits && stuck.waits.size() < max_listed_waits) {
          stuck.waits.push_back(quoted_name(task) + " waits for version " + std::to_string(access.version) +
                                " of " + handle->label() + ", which stays at " + std::to_string(version));
        }
        stuck.tasks.insert(&task);
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
    word &= ~(HandleState::waiting | HandleState::parked | HandleState::held);
    // Reserved accesses whose tasks do not exist yet will each raise the version by one. Tasks submitted from
    // now on wait for them.
    const std::uint32_t reached = handle->sequence.next_block(0) - handle->reserved;
    word = (word & (HandleState::one_version - 1)) | std::uint64_t{reached} << HandleState::version_shift;
    unlock_word(*handle, word);
  }
  return stuck;
}

}  // namespace gusset::detail
