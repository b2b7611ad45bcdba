#include "shapes_painter.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "gusset/viewer/model/picture.hpp"

namespace gusset::viewer {
namespace {

ImVec2 corner(double x, double y) {
  return {static_cast<float>(x), static_cast<float>(y)};
}

class ShapesPainter {
 public:
  ShapesPainter(ImDrawList& list, const Shapes& shapes, const Letters& letters, double scale)
      : list_(list), shapes_(shapes), letters_(letters), scale_(scale) {}

  void bar(const Shapes::Bar& bar) {
    clipped(bar.clip, [&] {
      list_.AddRectFilled(corner(bar.box.left, bar.box.top), corner(bar.box.right(), bar.box.bottom()),
                          bar.colour);
    });
  }

  void line(const Shapes::Line& line) {
    Shapes::Line rim = line;
    rim.dashed = false;
    clipped(line.clip, [&] {
      stroke(rim, shapes_.halo, 4.0);
      stroke(line, line.colour, 2.0);
    });
  }

  void frame(const Shapes::Frame& frame) {
    clipped(frame.clip, [&] {
      const ImVec2 from = corner(frame.box.left, frame.box.top);
      const ImVec2 to = corner(frame.box.right(), frame.box.bottom());
      list_.AddRect(from, to, shapes_.halo, 0.0F, 0, static_cast<float>(4 * scale_));
      list_.AddRect(from, to, frame.colour, 0.0F, 0, static_cast<float>(2 * scale_));
    });
  }

  void tag(const Shapes::Tag& tag) {
    const double width = letters_.measure(Font::regular, tag.text) + px(10);
    const double height = letters_.height() + px(2);
    clipped(tag.clip, [&] {
      list_.AddRectFilled(corner(tag.x, tag.y), corner(tag.x + width, tag.y + height), tag.colour,
                          static_cast<float>(px(3)));
      list_.AddText(letters_.font(Font::regular), letters_.height(),
                    corner(std::round(tag.x + px(5)), std::round(tag.y + px(1))), shapes_.letters,
                    tag.text.data(), tag.text.data() + tag.text.size());
    });
  }

 private:
  double px(double size) const { return std::max(1.0, std::round(size * scale_)); }

  void stroke(const Shapes::Line& line, Rgba colour, double thickness) {
    const auto width = static_cast<float>(thickness * scale_);
    if (!line.dashed) {
      segment(line.from_x, line.from_y, line.to_x, line.to_y, colour, width);
      return;
    }
    // Dashes stand where they are whatever part of the line can be seen; what is clipped away is not drawn.
    const double length = std::hypot(line.to_x - line.from_x, line.to_y - line.from_y);
    if (length <= 0.0) return;
    const double dash = px(6);
    const double step_x = (line.to_x - line.from_x) / length;
    const double step_y = (line.to_y - line.from_y) / length;
    const auto [first, last] = seen_part(line, length, step_x, step_y);
    for (double at = std::floor(first / (2 * dash)) * 2 * dash; at < last; at += 2 * dash) {
      const double end = std::min(length, at + dash);
      const double begin = std::max(0.0, at);
      segment(line.from_x + step_x * begin, line.from_y + step_y * begin, line.from_x + step_x * end,
              line.from_y + step_y * end, colour, width);
    }
  }

  // Upright and level ones fill whole pixels, so that they are sharp.
  void segment(double from_x, double from_y, double to_x, double to_y, Rgba colour, float width) {
    const double half = std::floor(static_cast<double>(width) / 2);
    if (from_x == to_x) {
      const double left = std::floor(from_x) - half;
      list_.AddRectFilled(corner(left, std::min(from_y, to_y)),
                          corner(left + static_cast<double>(width), std::max(from_y, to_y)), colour);
    } else if (from_y == to_y) {
      const double top = std::floor(from_y) - half;
      list_.AddRectFilled(corner(std::min(from_x, to_x), top),
                          corner(std::max(from_x, to_x), top + static_cast<double>(width)), colour);
    } else {
      list_.AddLine(corner(from_x, from_y), corner(to_x, to_y), colour, width);
    }
  }

  // The part of a line that its clip can show, as distances from its begin.
  static std::pair<double, double> seen_part(const Shapes::Line& line, double length, double step_x,
                                             double step_y) {
    double first = 0.0;
    double last = length;
    const auto cut = [&](double from, double step, double low, double high) {
      if (std::fabs(step) < 1e-9) return;
      const double a = (low - from) / step;
      const double b = (high - from) / step;
      first = std::max(first, std::min(a, b));
      last = std::min(last, std::max(a, b));
    };
    cut(line.from_x, step_x, line.clip.left, line.clip.right());
    cut(line.from_y, step_y, line.clip.top, line.clip.bottom());
    return {first, last};
  }

  template <class Draw>
  void clipped(Box clip, Draw draw) {
    list_.PushClipRect(corner(clip.left, clip.top), corner(clip.right(), clip.bottom()), true);
    draw();
    list_.PopClipRect();
  }

  ImDrawList& list_;
  const Shapes& shapes_;
  const Letters& letters_;
  double scale_;
};

}  // namespace

void draw_shapes(ImDrawList& list, const Shapes& shapes, const Letters& letters, double scale) {
  ShapesPainter painter(list, shapes, letters, scale);
  for (const Shapes::Bar& bar : shapes.bars) painter.bar(bar);
  for (const Shapes::Frame& frame : shapes.frames) painter.frame(frame);
  for (const Shapes::Line& line : shapes.lines) painter.line(line);
  for (const Shapes::Tag& tag : shapes.tags) painter.tag(tag);
}

}  // namespace gusset::viewer
