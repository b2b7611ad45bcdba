#pragma once
#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/viewer/model/state/graph_draft.hpp"
#include "gusset/viewer/model/timeline/history.hpp"
#include "gusset/viewer/model/timeline/mark.hpp"

namespace gusset::viewer {

/// The user's additions to traces, which can be undone.
struct Edits {
  std::vector<Mark> marks;                               ///< sorted by time
  std::map<std::string, traces::Colour> custom_colours;  ///< colours of types or categories
  std::shared_ptr<const GraphDraft> graph = nullptr;     ///< the first open graph while the user builds it
  friend bool operator==(const Edits&, const Edits&) = default;
};
using EditHistory = History<Edits>;

/// Adds a mark.
inline Edits with_mark(Edits edits, Mark mark) {
  edits.marks.insert(std::upper_bound(edits.marks.begin(), edits.marks.end(), mark), std::move(mark));
  return edits;
}
/// Removes the mark at an index, if there is one.
inline Edits without_mark(Edits edits, std::size_t mark) {
  if (mark < edits.marks.size()) edits.marks.erase(edits.marks.begin() + static_cast<std::ptrdiff_t>(mark));
  return edits;
}
/// Replaces the note of the mark at an index.
inline Edits with_note(Edits edits, std::size_t mark, std::string note) {
  if (mark < edits.marks.size()) edits.marks[mark].note = std::move(note);
  return edits;
}

}  // namespace gusset::viewer
