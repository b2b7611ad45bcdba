#include "gusset/core/detail/parts_check.hpp"

#include <string>

#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::detail {

namespace {

const TaskAccess* access_of(Task& task, const HandleState& handle) {
  for (const TaskAccess& access : task) {
    if (&access.handle() == &handle && !access.is_covered()) return &access;
  }
  return nullptr;
}

/// The nearest ancestor that holds a whole.
Task* holder_of(Task& task, const HandleState& whole) {
  Task* ancestor = task.parent();
  while (ancestor != nullptr && access_of(*ancestor, whole) == nullptr) ancestor = ancestor->parent();
  return ancestor;
}

void check(Task& task, const TaskAccess& access) {
  for (const HandleState* whole = access.handle().whole; whole != nullptr; whole = whole->whole) {
    Task* const holder = holder_of(task, *whole);
    const std::string what =
        "task '" + TaskType::name_of(task.type()) + "' accesses " + access.handle().label();
    if (holder == nullptr) {
      // Relaxed: a check that may miss what happens at this very moment.
      if (whole->holders.load(std::memory_order_relaxed) <= 0) continue;
      throw UsageError(what + ", a part of " + whole->label() +
                       ": expected a subtask of the task that holds the whole, found another");
    }
    if (modifies(access.mode()) && !modifies(access_of(*holder, *whole)->mode())) {
      throw UsageError(what + ", a part of " + whole->label() + ": expected a read, as '" +
                       TaskType::name_of(holder->type()) + "' has of the whole, found '" +
                       name(access.mode()) + "'");
    }
  }
}

}  // namespace

void count_holders(Task& task, int by) {
  for (const TaskAccess& access : task) {
    if (access.is_covered() || access.handle().parts == nullptr) continue;
    access.handle().holders.fetch_add(by, std::memory_order_relaxed);  // relaxed: see check()
  }
}

void check_parts(Task& task) {
  for (const TaskAccess& access : task) {
    if (!access.is_covered() && access.handle().whole != nullptr) check(task, access);
  }
}

}  // namespace gusset::detail
