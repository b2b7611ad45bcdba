#pragma once
#include <cstdint>

namespace gusset {

/// How Runtime::write_dot draws what was submitted.
enum class GraphKind : std::uint8_t {
  tasks,  ///< a box per task, with an arrow to each that waits for it, but for those that others imply
  data    ///< a box per version of a handle, which tasks join to the version that they leave
};

}  // namespace gusset
