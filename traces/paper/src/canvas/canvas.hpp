#pragma once
#include <string>

#include "gusset/traces/picture/canvas/canvas.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"

namespace gusset::paper {

using picture::add_disc;
using picture::add_line;
using picture::add_polyline;
using picture::add_rounded;
using picture::Anchor;
using picture::append_curve;
using picture::Canvas;
using picture::Colour;
using picture::length_of;
using picture::mixed;
using picture::Path;
using picture::Point;
using picture::StrokeStyle;
using picture::TextStyle;
using picture::without_end;

/// A canvas that produces a file.
class FileCanvas : public Canvas {
 public:
  /// Returns the finished file, or an empty string on failure.
  virtual std::string encode() = 0;
  double text_width(std::string_view text, double size, bool bold) const override;
};

}  // namespace gusset::paper
