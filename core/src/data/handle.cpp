#include "gusset/core/handle.hpp"

#include <utility>

#include "data/retired.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/runtime.hpp"

namespace gusset {

Handle::Handle(std::unique_ptr<HandleState> state) : state_(std::move(state)) {}

Handle::Handle(Handle&&) noexcept = default;

Handle& Handle::operator=(Handle&& other) noexcept {
  Handle old(std::move(*this));
  state_ = std::move(other.state_);
  return *this;
}

Handle::~Handle() {
  if (!state_) return;
  Runtime::detach(*state_);
  detail::retire(std::move(state_));
}

HandleId Handle::id() const {
  return state_->id;
}
const std::string& Handle::name() const {
  return state_->name;
}
std::uint64_t Handle::size_bytes() const {
  return state_->size_bytes;
}
NodeId Handle::owner() const {
  return state_->owner;
}

}  // namespace gusset
