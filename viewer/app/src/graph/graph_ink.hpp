#pragma once
#include <QColor>

#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// The colours of the view on its paper.
struct GraphInk {
  GraphInk(traces::Paper on, bool projected)
      : background(qcolor(ink_on(on, projected).canvas)),
        paper(qcolor(ink_on(on, projected).track)),
        text(qcolor(ink_on(on, projected).text)),
        muted(qcolor(ink_on(on, projected).muted)),
        frame(qcolor(ink_on(on, projected).rim)),
        version(qcolor(ink_on(on, projected).line)),
        plate(qcolor(with_alpha(ink_on(on, projected).canvas, 215))),
        accent(qcolor(ink_on(on, projected).accent)),
        is_dark(on == traces::Paper::dark) {}
  static QColor qcolor(Rgba ink) {
    const auto channel = [ink](int shift) { return static_cast<int>(ink >> shift & 0xFF); };
    return {channel(0), channel(8), channel(16), channel(24)};
  }
  QColor background, paper, text, muted, frame, version, plate, accent;
  bool is_dark;
};

}  // namespace gusset::viewer
