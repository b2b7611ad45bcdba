#include "gusset/core/engine/subtasks.hpp"

#include <algorithm>
#include <string>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/reserved.hpp"

namespace gusset {

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
      // Relaxed: this check may miss a concurrent change.
      if (whole->holders.load(std::memory_order_relaxed) <= 0) continue;
      throw UsageError(what + ", a part of " + whole->label() +
                       ": expected a subtask of the task that holds the whole, found another task");
    }
    if (modifies(access.mode()) && !modifies(access_of(*holder, *whole)->mode())) {
      throw UsageError(what + ", a part of " + whole->label() + ": expected a read, because '" +
                       TaskType::name_of(holder->type()) + "' only reads the whole, found '" +
                       name(access.mode()) + "'");
    }
  }
}

}  // namespace

std::string quoted_name(const Task& task) {
  return task.type_is_none() ? "a plan" : "'" + TaskType::name_of(task.type()) + "'";
}

bool has_parts(Task& task) {
  return std::any_of(task.begin(), task.end(),
                     [](const TaskAccess& access) { return access.handle().parts != nullptr; });
}

bool ends_reservation(const Task& task) {
  return task.type() == detail::released_type().id();
}

void make_subtask(Task& task, Task& parent) {
  for (Task* ancestor = &parent; ancestor != nullptr; ancestor = ancestor->parent()) {
    for (const TaskAccess& held : *ancestor) {
      if (held.is_covered()) continue;
      for (TaskAccess& access : task) {
        if (&access.handle() != &held.handle() || access.is_covered()) continue;
        if (may_overlap(access.mode(), held.mode())) {
          // The ancestor's read outlasts the subtask's own, so the subtask needs no version. A reservation
          // already has one.
          if (!access.has_mark(TaskAccess::reserved)) access.cover();
          continue;
        }
        throw UsageError(
            quoted_name(task) + " accesses " + access.handle().label() + ", which its ancestor " +
            quoted_name(*ancestor) +
            " holds until its subtasks have ended: expected an access to a part, a read of data that the "
            "ancestor only reads, or a detached task");
      }
    }
  }
  task.extra().parent = &parent;
}

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

}  // namespace gusset
