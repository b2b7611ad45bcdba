#include "engine/everywhere_tasks.hpp"

#include <new>

#include "gusset/core/engine/handle_state.hpp"

namespace gusset::cluster {

/// What the engine executes for a task: a task with the same accesses that says when the kernel has ended.
struct EverywhereTasks::Instance {
  EverywhereTasks* owner;
  Task* task;

  static Instance& of(Task& wrapper) { return *reinterpret_cast<Instance*>(wrapper.end()); }
  static void run(Task& wrapper) { of(wrapper).task->run(); }
  /// The kernel has run, or was skipped after a failure.
  static void destroy(Task& wrapper) {
    const Instance instance = of(wrapper);
    instance.owner->release(*instance.task);
    instance.owner->is_running_.store(false, std::memory_order_seq_cst);
  }
  static constexpr TaskClass kind{&run, &destroy};
};

EverywhereTasks::~EverywhereTasks() {
  for (const auto& [task, number] : tasks_) release(*task);
}

void EverywhereTasks::release(Task& task) {
  task.destroy();
  engine_.give_back(task);
}

void EverywhereTasks::add(Task& task, std::uint64_t number) {
  for (TaskAccess& access : task) {
    if (!access.is_covered()) access.version = engine_.reserve(access.handle(), access.mode());
  }
  const std::lock_guard guard(mutex_);
  tasks_.emplace_back(&task, number);
}

void EverywhereTasks::run(const std::function<void(const std::function<bool()>&)>& help) {
  for (;;) {
    std::pair<Task*, std::uint64_t> next;
    {
      const std::lock_guard guard(mutex_);
      if (tasks_.empty()) return;
      next = tasks_.front();
      tasks_.pop_front();
    }
    is_running_.store(true, std::memory_order_seq_cst);
    if (recorder_ != nullptr) recorder_->submits(next.second);
    engine_.submit(wrap(*next.first));
    help([this] { return !is_running_.load(std::memory_order_seq_cst); });
  }
}

Task& EverywhereTasks::wrap(Task& task) {
  const std::size_t count = task.access_count();
  const TaskMemory memory =
      engine_.allocate(sizeof(Task) + count * sizeof(TaskAccess) + sizeof(Instance), true);
  Task& wrapper = *new (memory.block) Task(Instance::kind, task.type(), count, memory.log2_bytes, true);
  wrapper.extra() = task.extra();
  wrapper.extra().is_detached = true;
  TaskAccess* to = wrapper.begin();
  for (const TaskAccess& access : task) {
    new (to) TaskAccess(access.handle(), access.mode(), memory.log2_bytes);
    to->version = access.version;
    if (!access.is_covered()) to->mark(TaskAccess::reserved);
    ++to;
  }
  if (task.needs_locks()) wrapper.set_needs_locks();
  new (to) Instance{this, &task};
  return wrapper;
}

}  // namespace gusset::cluster
