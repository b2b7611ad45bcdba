#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/task_arrows.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// Shapes that reasons draw over the rows of a picture: plain data, drawn in this order. Colours are `Rgba`s;
/// sizes and places are device pixels of the view.
struct Shapes {
  struct Bar {
    Box box;
    std::uint32_t colour = 0;
    Box clip;
  };
  /// The outline of a box, with a light rim so that it is seen on every colour.
  struct Frame {
    Box box;
    std::uint32_t colour = 0;
    Box clip;
  };
  struct Line {
    double from_x = 0.0;
    double from_y = 0.0;
    double to_x = 0.0;
    double to_y = 0.0;
    std::uint32_t colour = 0;
    bool dashed = false;
    Box clip;
  };
  /// A curve with a tip at its end.
  struct Arrow {
    traces::ArrowCurve curve;
    std::uint32_t colour = 0;
    double width = 2.0;  ///< at scale 1
    bool dashed = false;
    Box clip;
    double tail = 0.0;  ///< of a level line that goes on from the curve's end; the tip is at its end
    bool timeless = false;  ///< it stands where there is room, not at a time
  };
  /// Words on a small plate of a colour.
  struct Tag {
    double x = 0.0;  ///< of its left end
    double y = 0.0;  ///< of its top
    std::string text;
    std::uint32_t colour = 0;
    Box clip;
    bool timeless = false;  ///< as of an arrow
  };
  std::vector<Bar> bars;
  std::vector<Line> lines;
  std::vector<Frame> frames;
  std::vector<Arrow> arrows;
  std::vector<Tag> tags;

  std::uint32_t halo = 0xAAFFFFFFU;     ///< around lines and frames
  std::uint32_t letters = 0xFFFFFFFFU;  ///< of tags

  /// Those that stand at no time: a moment that is played says nothing of them.
  Shapes timeless() const;

  bool empty() const {
    return bars.empty() && lines.empty() && frames.empty() && arrows.empty() && tags.empty();
  }
};

}  // namespace gusset::viewer
