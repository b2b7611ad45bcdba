#pragma once
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/handle.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/runtime.hpp"

namespace gusset {

/// Makes references to a node-local value, when tasks run.
template <class T>
struct NodeLocalContents {
  std::reference_wrapper<T> view(void* data, const HandleState&) const { return *static_cast<T*>(data); }
};

/// One value for each node, which its tasks access like any data; a task on one node never waits for
/// another's. Kernels get a T&, or a const T& for read. What tasks everywhere need to know as they submit one
/// step after the other is kept so. In simulation only such tasks' kernels run, and they share one value.
///
///     gusset::NodeLocal<Clock> clock(runtime, "clock", Clock{});
///     runtime.submit(step().everywhere(), [&](Clock& now) { … runtime.submit(…); }, write(clock));
///
/// Movable; must not outlive its runtime.
template <class T>
class NodeLocal {
 public:
  /// A copy of the value for each. `size_bytes`, for what tasks cost, where sizeof(T) says too little.
  NodeLocal(Runtime& runtime, std::string name, T value, std::uint64_t size_bytes = sizeof(T))
      : value_(std::make_unique<T>(std::move(value))),
        has_data_(runtime.has_data()),
        handle_(runtime.handle(std::move(name), size_bytes, every_node)) {
    handle_.state().data = value_.get();
  }

  HandleState& state() const { return handle_.state(); }
  NodeLocalContents<T> contents() const { return {}; }
  NodeLocalContents<const T> constant_contents() const { return {}; }

  HandleId id() const { return handle_.id(); }
  const std::string& name() const { return handle_.name(); }
  std::uint64_t size_bytes() const { return handle_.size_bytes(); }

  /// That of this node, once tasks that modify it are waited for. UsageError in simulation.
  const T& value() const {
    if (!has_data_) {
      throw UsageError(name() + ": expected its value to be used where there is data, found a simulation: " +
                       "guard it by has_data()");
    }
    return *value_;
  }

 private:
  std::unique_ptr<T> value_;  // before the handle, whose destructor waits for tasks
  bool has_data_;
  Handle handle_;
};

}  // namespace gusset
