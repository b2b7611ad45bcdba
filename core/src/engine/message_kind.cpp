#include "gusset/core/engine/message_kind.hpp"

#include <exception>
#include <utility>

#include "gusset/base/node_messages.hpp"
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

void MessageKind::wait_before_end() noexcept {
  runtime_.wait_at_end();
}

void MessageKind::deliver_first(const std::function<void()>& function) {
  struct Scope {
    explicit Scope(std::vector<std::function<void()>>& functions) { later_ = &functions; }
    ~Scope() { later_ = nullptr; }
  };
  std::vector<std::function<void()>> functions;
  const Scope scope(functions);
  function();
  while (!functions.empty()) {
    for (const std::function<void()>& next : std::exchange(functions, {})) next();
  }
}

void MessageKind::require_short(std::uint64_t argument_bytes) const {
  if (argument_bytes > eager_bytes)
    refuse("at most " + std::to_string(eager_bytes) + " bytes of arguments beside contents",
           std::to_string(argument_bytes));
}

void MessageKind::refuse(const std::string& expected, const std::string& found) const {
  runtime_.refuse(UsageError(name_ + ": expected " + expected + ", found " + found));
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
    refuse("a node from 0 to " + std::to_string(nodes - 1), "node " + std::to_string(to.value()));
  }
  const NodeId here = engine.place();
  if (here.is_none()) {
    refuse("a task or a message to send this", "the program, which every node runs");
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
