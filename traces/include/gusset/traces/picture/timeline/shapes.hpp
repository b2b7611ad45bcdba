#pragma once
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/box.hpp"
#include "gusset/traces/picture/timeline/rgba.hpp"
#include "gusset/traces/picture/timeline/task_arrows.hpp"

namespace gusset::picture {

/// What is drawn over the rows of a timeline: plain data, drawn in this order. Places are pixels; sizes are
/// pixels of a plain display, which the back end scales.
struct Shapes {
  struct Bar {
    Box box;
    Rgba colour = 0;
    Box clip;
    std::string name = {};  ///< what it is, for formats that keep it
  };
  /// The outline of a box, with a light rim so that it is seen on every colour.
  struct Frame {
    Box box;
    Rgba colour = 0;
    Box clip;
  };
  struct Line {
    double from_x = 0.0;
    double from_y = 0.0;
    double to_x = 0.0;
    double to_y = 0.0;
    Rgba colour = 0;
    bool dashed = false;
    Box clip;
  };
  /// A curve with a tip at its end.
  struct Arrow {
    traces::ArrowCurve curve;
    Rgba colour = 0;
    double width = 2.0;  ///< at scale 1
    bool dashed = false;
    Box clip;
    double tail = 0.0;      ///< of a level line that goes on from the curve's end; the tip is at its end
    bool timeless = false;  ///< it stands where there is room, not at a time
    std::string name = {};  ///< as of a bar
  };
  /// Words on a small plate of a colour.
  struct Tag {
    double x = 0.0;  ///< left end
    double y = 0.0;  ///< top
    std::string text;
    Rgba colour = 0;
    Box clip;
    bool timeless = false;  ///< as of an arrow
    std::string name = {};  ///< as of a bar
  };
  std::vector<Bar> bars;
  std::vector<Line> lines;
  std::vector<Frame> frames;
  std::vector<Arrow> arrows;
  std::vector<Tag> tags;

  Rgba halo = 0xAAFFFFFFU;     ///< around lines and frames
  Rgba letters = 0xFFFFFFFFU;  ///< of tags

  /// The arrows and tags that stand at no time: a moment that is played says nothing of them.
  Shapes timeless() const;

  bool empty() const {
    return bars.empty() && lines.empty() && frames.empty() && arrows.empty() && tags.empty();
  }
};

}  // namespace gusset::picture
