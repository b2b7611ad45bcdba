#include "gusset/core/engine.hpp"

#include <string>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/plan.hpp"
#include "plans/plan_graph.hpp"

namespace gusset {

namespace {

void nothing(Task&) {}
constexpr TaskClass without_kernel{&nothing, nullptr};

UsageError cant(const std::string& what) {
  return UsageError("this engine can't " + what);
}

}  // namespace

std::uint32_t Engine::submitted_version(HandleState& handle) {
  return handle.sequence.final_version();
}

std::uint32_t Engine::reserve(HandleState&, AccessMode) {
  throw cant("register an access before its task");
}

void Engine::cancel() {
  throw cant("cancel tasks");
}

void Engine::cancel(HandleState&) {
  throw cant("cancel tasks");
}

// Without data kernels are not called, so tasks of the same shape do.
void Engine::run(Plan& plan) {
  if (has_data()) throw cant("run plans");
  for (const detail::PlanGraph::Node& node : plan.graph().nodes) {
    Task& planned = *node.task;
    const TaskMemory memory = allocate(sizeof(Task) + planned.access_count() * sizeof(TaskAccess), true);
    Task& task = *new (memory.block) Task(without_kernel, planned.type(), planned.access_count(),
                                          memory.log2_bytes, memory.has_extra);
    task.extra() = planned.extra();
    task.extra().parent = nullptr;
    if (planned.has_turns()) task.set_has_turns();
    TaskAccess* next = task.begin();
    for (const TaskAccess& access : planned)
      new (next++) TaskAccess(access.handle(), access.mode(), memory.log2_bytes);
    submit(task);
  }
}

}  // namespace gusset
