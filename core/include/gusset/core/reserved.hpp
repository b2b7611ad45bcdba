#pragma once
#include <cstdint>
#include <utility>

#include "gusset/core/access.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

class Runtime;

namespace detail {
/// The type of the task that ends an unused reservation. The runtime submits it, and it costs nothing in a
/// simulation.
inline const TaskType& released_type() {
  static const TaskType type("(released)");
  return type;
}
}  // namespace detail

/// An access that was registered before its task exists (Runtime::reserve). Use it once: std::move it into
/// Runtime::submit. If it is destroyed unused, no task waits for it any more. Movable; it must not outlive
/// its runtime.
template <class Contents>
class Reserved {
 public:
  Reserved(const Access<Contents>& access, Runtime& runtime, std::uint32_t version)
      : access_(access), runtime_(&runtime), version_(version) {}
  Reserved(Reserved&& other) noexcept
      : access_(other.access_), runtime_(std::exchange(other.runtime_, nullptr)), version_(other.version_) {}
  /// Converts from a reservation with contents, and drops the contents.
  template <class Other>
  requires(!std::same_as<Other, Contents> &&
           std::same_as<Contents, NoContents>) explicit Reserved(Reserved<Other>&& other) noexcept
      : access_{other.access_.handle, other.access_.mode, {}},
        runtime_(std::exchange(other.runtime_, nullptr)),
        version_(other.version_) {}
  Reserved& operator=(Reserved&&) = delete;
  ~Reserved();

  const Access<Contents>& access() const { return access_; }
  std::uint32_t version() const { return version_; }
  /// Marks it as used by a task.
  void use() const { runtime_ = nullptr; }
  bool is_used() const { return runtime_ == nullptr; }

 private:
  template <class Other>
  friend class Reserved;

  Access<Contents> access_;
  mutable Runtime* runtime_;
  std::uint32_t version_;
};

}  // namespace gusset
