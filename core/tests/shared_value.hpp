#pragma once
#include <cstdint>
#include <string>

#include "gusset/core.hpp"
#include "gusset/core/engine/handle_state.hpp"

namespace gusset::testing {

/// One value that tasks share, like a program's custom data type: kernels get a pointer to it.
template <class T>
class SharedValue {
 public:
  explicit SharedValue(Runtime& runtime, const std::string& name = "value", std::uint32_t first_version = 0)
      : state_(first_version) {
    state_.data = &value;
    runtime.attach(state_, name, sizeof(T), NodeId(0));
  }
  ~SharedValue() { Runtime::detach(state_); }
  SharedValue(const SharedValue&) = delete;
  SharedValue& operator=(const SharedValue&) = delete;

  template <class U>
  struct Pointer {
    U* view(void* data, const HandleState&) const { return static_cast<U*>(data); }
  };
  HandleState& state() const { return state_; }
  Pointer<T> contents() const { return {}; }
  Pointer<const T> constant_contents() const { return {}; }

  T value{};

 private:
  mutable HandleState state_;
};

/// Options for a real engine with that many workers.
inline Options with_threads(unsigned threads, std::uint64_t seed = 1) {
  Options options;
  options.threads = threads;
  options.seed = seed;
  return options;
}

}  // namespace gusset::testing
