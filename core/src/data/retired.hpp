#pragma once
#include <memory>

#include "gusset/core/engine/handle_state.hpp"

namespace gusset::detail {

/// Whether a handle was destroyed; asked of one that no runtime has.
inline bool is_retired(const HandleState& handle) {
  return !handle.id.is_none();
}

/// Ends a handle's life. In builds with assertions the memory of the last ones is kept, so that their further
/// use is seen and told.
void retire(std::unique_ptr<HandleState> handle);
void retire(std::unique_ptr<HandleState[]> handles, std::size_t count);

}  // namespace gusset::detail
