#pragma once
#include <cstdint>
#include <string>

namespace gusset::viewer {

/// A place in time that somebody wants to come back to.
struct Mark {
  std::int64_t time_ns = 0;  ///< of the uppermost trace
  std::string note;
  friend auto operator<=>(const Mark&, const Mark&) = default;
};

}  // namespace gusset::viewer
