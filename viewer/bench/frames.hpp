#pragma once
#include <vector>

#include "gusset/viewer/model/document/document.hpp"

namespace gusset::bench {

/// Milliseconds of whole frames at 1600 × 900: level of detail, composing, upload, drawing, overlay, reading
/// back.
struct FrameTimes {
  std::vector<double> zoom;    ///< each frame at another scale, from everything to some tasks and back
  std::vector<double> pan;     ///< each frame some columns further
  std::vector<double> hover;   ///< only the pointer moves
  std::vector<double> select;  ///< a task under the pointer is looked up, selected and outlined
  std::vector<double> naive;   ///< the obvious way, on the views of `zoom`
};

/// Needs no display. Throws std::runtime_error where there is no OpenGL.
FrameTimes measure_frames(std::shared_ptr<const viewer::Document> document, unsigned threads);

}  // namespace gusset::bench
