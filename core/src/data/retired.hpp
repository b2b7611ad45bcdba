#pragma once
#include <memory>

#include "gusset/core/engine/handle_state.hpp"

namespace gusset::detail {

/// Whether a handle was destroyed. Only valid for a handle that is not attached to a runtime.
inline bool is_retired(const HandleState& handle) {
  return !handle.id.is_none();
}

/// Ends a handle's life. In builds with assertions, keeps the memory of the handles retired last, so that
/// further use is detected and reported.
void retire(std::unique_ptr<HandleState> handle);
void retire(std::unique_ptr<HandleState[]> handles, std::size_t count);

}  // namespace gusset::detail
