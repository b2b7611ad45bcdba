#include "threads/failures.hpp"

#include <string>
#include <utility>

#include "gusset/core/errors.hpp"
#include "threads/version_protocol.hpp"

namespace gusset::detail {

namespace {

/// A version that no access waits for.
std::uint32_t no_group(const HandleState& handle) {
  return handle.version() + 0x60000000;
}

}  // namespace

std::exception_ptr Failures::of_kernel(const Task& task) {
  std::string why = "an exception that is not a std::exception";
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

void Failures::add(Task& task, const std::exception_ptr& failure) {
  const std::lock_guard guard(mutex_);
  keep_first(failure);
  for (Task* failed = &task; failed != nullptr; failed = failed->parent()) {
    if (failed->type_is_none()) continue;  // represents a plan's run, whose other tasks have not failed
    for (TaskAccess& access : *failed) {
      if (access.is_covered() || !modifies(access.mode())) continue;
      // A planned task's version counts from the start of its run, so it exempts no other task.
      poison(access.handle(), failure, failed->is_planned() ? no_group(access.handle()) : access.version);
    }
  }
}

void Failures::add(HandleState& handle, const std::exception_ptr& failure) {
  const std::lock_guard guard(mutex_);
  keep_first(failure);
  poison(handle, failure, no_group(handle));
}

/// Requires the mutex.
void Failures::keep_first(const std::exception_ptr& failure) {
  if (!first_) first_ = failure;
  any_.store(true,
             std::memory_order_relaxed);  // relaxed: see any(); a task that misses a cancellation has already
                                          // started
}

/// Requires the mutex.
void Failures::poison(HandleState& handle, const std::exception_ptr& failure, std::uint32_t group) {
  std::uint64_t word = lock_word(handle);
  if ((word & HandleState::poisoned) == 0) {
    handle.poison = failure;
    handle.poison_group = group;
    word |= HandleState::poisoned;
    poisoned_.insert(&handle);
  }
  unlock_word(handle, word);
}

void Failures::cancel() {
  const std::lock_guard guard(mutex_);
  cancelled_ = std::make_exception_ptr(Cancelled("the program cancelled its tasks"));
  keep_first(cancelled_);
}

void Failures::cancel(HandleState& handle) {
  const std::lock_guard guard(mutex_);
  const auto cancelled =
      std::make_exception_ptr(Cancelled("the program cancelled the tasks on " + handle.label()));
  keep_first(cancelled);
  poison(handle, cancelled, no_group(handle));
}

std::exception_ptr Failures::stopping(Task& task) {
  const std::lock_guard guard(mutex_);
  if (cancelled_) return cancelled_;
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    if (const std::exception_ptr failure = poison_for(access.handle(), access.version)) return failure;
  }
  return nullptr;
}

std::exception_ptr Failures::stopping(const HandleState& handle, std::uint32_t version) {
  const std::lock_guard guard(mutex_);
  return cancelled_ ? cancelled_ : poison_for(handle, version);
}

/// Requires the mutex, which guards the exception itself.
std::exception_ptr Failures::poison_for(const HandleState& handle, std::uint32_t version) const {
  // Acquire: pairs with unlock_word().
  const bool is_poisoned = (handle.word.load(std::memory_order_acquire) & HandleState::poisoned) != 0;
  return is_poisoned && version != handle.poison_group ? handle.poison : nullptr;
}

std::exception_ptr Failures::of(const HandleState& handle) {
  // Acquire: pairs with unlock_word().
  if ((handle.word.load(std::memory_order_acquire) & HandleState::poisoned) == 0) return nullptr;
  const std::lock_guard guard(mutex_);
  return handle.poison;
}

std::exception_ptr Failures::first() const {
  if (!any()) return nullptr;
  const std::lock_guard guard(mutex_);
  return first_;
}

std::exception_ptr Failures::take() {
  if (!any()) return nullptr;
  const std::lock_guard guard(mutex_);
  for (HandleState* handle : poisoned_) {
    const std::uint64_t word = lock_word(*handle);
    handle->poison = nullptr;
    unlock_word(*handle, word & ~HandleState::poisoned);
  }
  poisoned_.clear();
  cancelled_ = nullptr;
  any_.store(false, std::memory_order_relaxed);  // relaxed: a hint; locks guard the poison itself
  return std::exchange(first_, nullptr);
}

void Failures::forget(HandleState& handle) {
  const std::lock_guard guard(mutex_);
  poisoned_.erase(&handle);
}

}  // namespace gusset::detail
