#pragma once
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// What chains are drawn in: dark enough for white letters on them, and told apart by their place, too: the
/// critical chain is a frame, the bound an underline.
struct PathInk {
  Rgba chain, bound, why;
};

inline const PathInk& path_ink_on(traces::Paper paper) {
  static constexpr PathInk light{rgba(205, 30, 20), rgba(88, 40, 150), rgba(20, 98, 190)};
  static constexpr PathInk dark{rgba(226, 62, 48), rgba(142, 104, 226), rgba(44, 122, 214)};
  return paper == traces::Paper::dark ? dark : light;
}
inline const PathInk& path_ink_of(const Timeline& timeline) {
  return path_ink_on(timeline.document().appearance.paper);
}

}  // namespace gusset::viewer
