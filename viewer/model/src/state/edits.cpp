#include "gusset/viewer/model/state/edits.hpp"

#include <algorithm>
#include <utility>

namespace gusset::viewer {

Edits with_mark(Edits edits, Mark mark) {
  edits.marks.insert(std::upper_bound(edits.marks.begin(), edits.marks.end(), mark), std::move(mark));
  return edits;
}

Edits without_mark(Edits edits, std::size_t mark) {
  if (mark < edits.marks.size()) edits.marks.erase(edits.marks.begin() + static_cast<std::ptrdiff_t>(mark));
  return edits;
}

Edits with_note(Edits edits, std::size_t mark, std::string note) {
  if (mark < edits.marks.size()) edits.marks[mark].note = std::move(note);
  return edits;
}

}  // namespace gusset::viewer
