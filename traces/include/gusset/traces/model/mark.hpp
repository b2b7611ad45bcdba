#pragma once
#include <compare>
#include <cstdint>
#include <string>

namespace gusset::traces {

/// A bookmark in time, with the user's note.
struct Mark {
  std::int64_t time_ns = 0;  ///< in the trace's own time; of several open traces, the top trace's
  std::string note;          ///< may be empty
  friend auto operator<=>(const Mark&, const Mark&) = default;
};

}  // namespace gusset::traces
