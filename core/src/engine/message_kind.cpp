#include "gusset/core/engine/message_kind.hpp"

#include <exception>
#include <utility>

#include "gusset/core/errors.hpp"
#include "gusset/core/runtime.hpp"

namespace gusset {

MessageKind::MessageKind(Runtime& runtime, std::string name)
    : runtime_(runtime), name_(std::move(name)), has_data_(runtime.has_data()) {
  runtime_.engine().add_messages(*this);
}

MessageKind::~MessageKind() {
  runtime_.engine().remove_messages(*this);
}

void MessageKind::arrived(std::span<const std::byte> arguments) noexcept {
  try {
    handle(arguments);
  } catch (...) {
    fail();
  }
}

void* MessageKind::memory(std::span<const std::byte> arguments, std::uint64_t content_bytes) noexcept {
  try {
    return room_for(place(arguments), content_bytes);
  } catch (...) {
    fail();
    return nullptr;
  }
}

void MessageKind::call(const std::function<void()>& function) noexcept {
  try {
    if (function) function();
  } catch (...) {
    fail();
  }
}

std::span<std::byte> MessageKind::place(std::span<const std::byte>) {
  return {};
}

void* MessageKind::room_for(std::span<std::byte> memory, std::uint64_t content_bytes) const {
  if (memory.size() < content_bytes) {
    throw UsageError(name_ + ": expected memory for " + std::to_string(content_bytes) + " bytes, found " +
                     std::to_string(memory.size()));
  }
  return memory.data();
}

bool MessageKind::is_local(NodeId to) const {
  const Engine& engine = runtime_.engine();
  const unsigned nodes = runtime_.grid().nodes();
  if (to.value() >= nodes) {
    throw UsageError(name_ + ": expected a node from 0 to " + std::to_string(nodes - 1) + ", found node " +
                     std::to_string(to.value()));
  }
  const NodeId here = engine.place();
  if (here.is_none()) {
    throw UsageError(name_ +
                     ": expected a task or a message to send this, found the program, which every node runs");
  }
  return here == to;
}

void MessageKind::send(OutgoingMessage message) {
  runtime_.engine().send(*this, std::move(message));
}

/// The exception that is being handled becomes the failure of a task, which a wait throws.
void MessageKind::fail() noexcept {
  const auto throw_again = [failure = std::current_exception()] { std::rethrow_exception(failure); };
  try {
    NodeId here = runtime_.engine().place();
    if (here.is_none()) here = NodeId(0);
    runtime_.submit_own(TaskType(name_)().on(here).detached(), throw_again);
  } catch (...) {
    std::terminate();  // not even memory for a task
  }
}

}  // namespace gusset
