#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "gusset/core/ids.hpp"

namespace gusset {

class Runtime;
struct HandleState;

/// Names something that tasks share: a tile, a file, a device. A handle has a version counter, a size and an
/// owner node; it is not an address. Runtime::handle makes one without contents, and data types like
/// TiledMatrix make theirs. Movable, not copyable. Its destructor waits for the tasks that use it. It must
/// not outlive its runtime.
class Handle {
 public:
  Handle(Handle&&) noexcept;
  Handle& operator=(Handle&&) noexcept;
  ~Handle();

  HandleId id() const;
  const std::string& name() const;
  std::uint64_t size_bytes() const;
  NodeId owner() const;

  HandleState& state() const { return *state_; }

 private:
  friend class Runtime;
  explicit Handle(std::unique_ptr<HandleState> state);
  std::unique_ptr<HandleState> state_;
};

}  // namespace gusset
