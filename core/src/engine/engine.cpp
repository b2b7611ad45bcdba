#include "gusset/core/engine.hpp"

#include <string>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/message_kind.hpp"
#include "gusset/core/errors.hpp"

namespace gusset {

namespace {

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

void* Engine::contents(HandleState& handle) {
  return handle.data;
}

NodeId Engine::place() const {
  const Task* const task = running_task();
  return task == nullptr || task->is_everywhere() ? NodeId() : NodeId(0);
}

void Engine::send(MessageKind& kind, OutgoingMessage) {
  throw cant("send messages such as '" + kind.name() + "'");
}

void Engine::cancel() {
  throw cant("cancel tasks");
}

void Engine::cancel(HandleState&) {
  throw cant("cancel tasks");
}

}  // namespace gusset
