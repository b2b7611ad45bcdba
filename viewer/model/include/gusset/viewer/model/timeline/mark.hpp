#pragma once
#include <cstdint>
#include <string>

namespace gusset::viewer {

/// A bookmark in time.
struct Mark {
  std::int64_t time_ns = 0;  ///< in the top trace's own time
  std::string note;
  friend auto operator<=>(const Mark&, const Mark&) = default;
};

}  // namespace gusset::viewer
