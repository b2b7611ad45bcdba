#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/box.hpp"
#include "gusset/traces/picture/timeline/rgba.hpp"
#include "gusset/traces/picture/timeline/task_arrows.hpp"

namespace gusset::picture {

/// Shapes over the rows of a timeline: plain data, drawn in the order of the lists below. Positions are
/// pixels. Sizes are pixels of a plain display; the back end scales them.
struct Shapes {
  struct Bar {
    Box box;
    Rgba colour = 0;
    Box clip;
    std::string name = {};  ///< description, for formats that keep it
  };
  /// A thin line of a hatched area.
  struct Hatch {
    double from_x = 0.0;
    double from_y = 0.0;
    double to_x = 0.0;
    double to_y = 0.0;
    Rgba colour = 0;
  };
  /// Text within a task.
  struct Name {
    double x = 0.0;  ///< left end
    double y = 0.0;  ///< top of the line
    std::string text;
    Rgba colour = 0;
    Rgba rim = 0;  ///< colour around the letters; 0: none
    Box clip;
  };
  /// The outline of a box, with a light rim that keeps it visible on every colour.
  struct Frame {
    Box box;
    Rgba colour = 0;
    Box clip;
    std::string name = {};  ///< like Bar::name
  };
  struct Line {
    double from_x = 0.0;
    double from_y = 0.0;
    double to_x = 0.0;
    double to_y = 0.0;
    Rgba colour = 0;
    bool dashed = false;
    Box clip;
    std::string name = {};  ///< like Bar::name
  };
  /// A curve with a tip at its end.
  struct Arrow {
    traces::ArrowCurve curve;
    Rgba colour = 0;
    double width = 2.0;  ///< at scale 1
    bool dashed = false;
    Box clip;
    /// Length of a horizontal line that continues from the curve's end; the tip is then at its end.
    double tail = 0.0;
    bool timeless = false;  ///< placed where there is room, not at a time
    std::string name = {};  ///< like Bar::name
  };
  /// Text on a small coloured background.
  struct Tag {
    double x = 0.0;  ///< left end
    double y = 0.0;  ///< top
    std::string text;
    Rgba colour = 0;
    Box clip;
    bool timeless = false;  ///< like Arrow::timeless
    std::string name = {};  ///< like Bar::name
    /// A vertical line that the tag names, and what the tag may say, so that it can move aside for others.
    struct OfLine {
      double x = 0.0;
      std::string text;
      std::string shorter;
    };
    std::optional<OfLine> of_line = {};
  };
  std::vector<Bar> bars;
  std::vector<Hatch> hatching;
  std::vector<Name> names;
  std::vector<Frame> frames;
  std::vector<Line> lines;
  std::vector<Arrow> arrows;
  std::vector<Tag> tags;

  Rgba halo = 0xAAFFFFFFU;      ///< around lines and frames
  Rgba tag_text = 0xFFFFFFFFU;  ///< text colour of tags

  /// Returns the timeless arrows and tags, to which a playback moment does not apply.
  Shapes timeless() const;

  bool empty() const {
    return bars.empty() && hatching.empty() && names.empty() && frames.empty() && lines.empty() &&
           arrows.empty() && tags.empty();
  }
};

}  // namespace gusset::picture
