#pragma once
#include <cstdint>

namespace gusset {

/// How Runtime::write_dot draws the submitted tasks.
enum class GraphKind : std::uint8_t {
  tasks,  ///< a box per task, with an arrow to each task that waits for it; leaves out implied arrows
  data    ///< a box per handle version; each task joins the version that it waits for to the version after it
};

}  // namespace gusset
