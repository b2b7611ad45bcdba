#include "gusset/core/detail/subtask.hpp"

#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::detail {

std::string quoted_name(const Task& task) {
  return task.type_is_none() ? "a plan" : "'" + TaskType::name_of(task.type()) + "'";
}

void make_subtask(Task& task, Task& parent) {
  for (Task* ancestor = &parent; ancestor != nullptr; ancestor = ancestor->parent()) {
    for (const TaskAccess& held : *ancestor) {
      if (held.is_covered()) continue;
      for (TaskAccess& access : task) {
        if (&access.handle() != &held.handle() || access.is_covered()) continue;
        if (may_overlap(access.mode(), held.mode())) {
          // Its ancestor's turn to read lasts longer than its own, which a reservation has already.
          if (!access.has_mark(TaskAccess::reserved)) access.cover();
          continue;
        }
        throw UsageError(
            "subtask " + quoted_name(task) + " accesses " + access.handle().label() + ", which " +
            quoted_name(*ancestor) +
            " that submits it holds until its subtasks have ended: expected parts of it, a read of "
            "what is read, or a detached task");
      }
    }
  }
  task.extra().parent = &parent;
}

}  // namespace gusset::detail
