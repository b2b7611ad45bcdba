#pragma once
#include <map>
#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/viewer/model/timeline/history.hpp"
#include "gusset/viewer/model/timeline/mark.hpp"

namespace gusset::viewer {

/// The user's additions to traces, which can be undone.
struct Edits {
  std::vector<Mark> marks;                               ///< sorted by time
  std::map<std::string, traces::Colour> custom_colours;  ///< colours of types or categories
  friend bool operator==(const Edits&, const Edits&) = default;
};
using EditHistory = History<Edits>;

/// Adds a mark.
Edits with_mark(Edits edits, Mark mark);
/// Removes the mark at an index, if there is one.
Edits without_mark(Edits edits, std::size_t mark);
/// Replaces the note of the mark at an index.
Edits with_note(Edits edits, std::size_t mark, std::string note);

}  // namespace gusset::viewer
