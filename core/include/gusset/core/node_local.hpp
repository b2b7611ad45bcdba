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

/// Makes references to a node-local value when tasks run.
template <class T>
struct NodeLocalContents {
  std::reference_wrapper<T> view(void* data, const HandleState&) const { return *static_cast<T*>(data); }
};

/// One value for each node, which its tasks access like any data. A task on one node never waits for a task
/// on another. Kernels get a T&, or a const T& for read. Use it for state that tasks everywhere need while
/// they submit one step after another. In a simulation, only the kernels of tasks everywhere run, and all
/// nodes share one value.
///
///     gusset::NodeLocal<Clock> clock(runtime, "clock", Clock{});
///     runtime.submit(step().everywhere(), [&](Clock& now) { … runtime.submit(…); }, write(clock));
///
/// Movable; must not outlive its runtime.
template <class T>
class NodeLocal {
 public:
  /// Gives each node a copy of the value. Pass `size_bytes`, the size used for task costs, if sizeof(T) is
  /// too small.
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

  /// This node's value, to be read after waiting for the tasks that modify it. Throws UsageError in a
  /// simulation.
  const T& value() const {
    if (!has_data_) {
      throw UsageError(name() + ": expected a runtime with data, found one without (check has_data() first)");
    }
    return *value_;
  }

 private:
  std::unique_ptr<T> value_;  // declared before the handle, whose destructor waits for tasks
  bool has_data_;
  Handle handle_;
};

}  // namespace gusset
