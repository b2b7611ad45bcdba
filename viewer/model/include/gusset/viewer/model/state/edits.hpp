#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/palette.hpp"
#include "gusset/viewer/model/state/history.hpp"

namespace gusset::viewer {

/// A place in time that somebody wants to come back to.
struct Mark {
  std::int64_t time_ns = 0;  ///< of the uppermost trace
  std::string note;
  friend auto operator<=>(const Mark&, const Mark&) = default;
};

/// What somebody adds to traces, and may undo.
struct Edits {
  std::vector<Mark> marks;                            ///< by time
  std::map<std::string, traces::Colour> own_colours;  ///< of types, or categories
  friend bool operator==(const Edits&, const Edits&) = default;
};
using EditHistory = History<Edits>;

/// With a mark more.
Edits with_mark(Edits edits, Mark mark);
/// Without the mark of that number, where there is one.
Edits without_mark(Edits edits, std::size_t mark);
/// With other words beside it.
Edits with_note(Edits edits, std::size_t mark, std::string note);

}  // namespace gusset::viewer
