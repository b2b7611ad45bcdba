#pragma once
#include <map>
#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/viewer/model/timeline/history.hpp"
#include "gusset/viewer/model/timeline/mark.hpp"

namespace gusset::viewer {

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
