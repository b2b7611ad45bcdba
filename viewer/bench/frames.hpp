#pragma once
#include <vector>

#include "gusset/viewer/model/document/document.hpp"

namespace gusset::bench {

/// Milliseconds of whole frames at 1600 × 900: level of detail, composing, upload, drawing, overlay, reading
/// back.
struct FrameTimes {
  std::vector<double> zoom;    ///< each frame at another scale, from the whole trace to a few tasks and back
  std::vector<double> bound;   ///< the frames of `zoom` again, with a bound's line
  std::vector<double> pan;     ///< each frame moved by some columns
  std::vector<double> hover;   ///< only the pointer moves
  std::vector<double> select;  ///< finds the task under the pointer, selects and outlines it
  std::vector<double> naive;   ///< NaiveTriangles on the views of `zoom`
};

/// Needs no display. Throws std::runtime_error if OpenGL is not available.
FrameTimes measure_frames(std::shared_ptr<const viewer::Document> document);

}  // namespace gusset::bench
