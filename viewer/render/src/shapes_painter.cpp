#include "shapes_painter.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {
namespace {

ImVec2 corner(double x, double y) {
  return {static_cast<float>(x), static_cast<float>(y)};
}

class ShapesPainter {
 public:
  ShapesPainter(ImDrawList& list, const Shapes& shapes, const Fonts& fonts, double scale)
      : list_(list), shapes_(shapes), fonts_(fonts), scale_(scale) {}

  void bar(const Shapes::Bar& bar) {
    clipped(bar.clip, [&] {
      list_.AddRectFilled(corner(bar.box.left, bar.box.top), corner(bar.box.right(), bar.box.bottom()),
                          bar.colour);
    });
  }

  void hatch(const Shapes::Hatch& hatch) {
    list_.AddLine(corner(hatch.from_x, hatch.from_y), corner(hatch.to_x, hatch.to_y), hatch.colour,
                  static_cast<float>(scale_));
  }

  void name(const Shapes::Name& name) {
    clipped(name.clip, [&] {
      const double x = std::round(name.x);
      const double y = std::round(name.y);
      if (name.rim != 0) text(x, y, name.text, name.rim, fonts_.rim_font());
      text(x, y, name.text, name.colour, fonts_.font(Font::regular));
    });
  }

  void line(const Shapes::Line& line) {
    Shapes::Line halo = line;
    halo.dashed = false;
    clipped(line.clip, [&] {
      stroke(halo, shapes_.halo, 4.0);
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

  /// All halos are drawn before all lines, so that no halo hides an arrow.
  enum class ArrowPart { halo, line };
  void arrow(const Shapes::Arrow& arrow, ArrowPart part) {
    const std::array<picture::Point, curve_steps + 2> points = points_of(arrow);
    clipped(arrow.clip, [&] {
      if (part == ArrowPart::halo) {
        along(points, arrow, shapes_.halo, arrow.width + 2.0, false);
        tip(arrow, shapes_.halo, 2.0);
      } else {
        along(points, arrow, arrow.colour, arrow.width, arrow.dashed);
        tip(arrow, arrow.colour, 0.0);
      }
    });
  }

  void tag(const Shapes::Tag& tag) {
    const double width = fonts_.measure(Font::regular, tag.text) + px(10);
    const double height = fonts_.height() + px(2);
    clipped(tag.clip, [&] {
      list_.AddRectFilled(corner(tag.x, tag.y), corner(tag.x + width, tag.y + height), tag.colour,
                          static_cast<float>(px(3)));
      list_.AddText(fonts_.font(Font::regular), fonts_.height(),
                    corner(std::round(tag.x + px(5)), std::round(tag.y + px(1))), shapes_.tag_text,
                    tag.text.data(), tag.text.data() + tag.text.size());
    });
  }

 private:
  static constexpr std::size_t curve_steps = 32;

  double px(double size) const { return std::max(1.0, std::round(size * scale_)); }

  void text(double x, double y, const std::string& text, Rgba colour, ImFont* font) {
    list_.AddText(font, fonts_.height(), corner(x, y), colour, text.data(), text.data() + text.size());
  }

  static std::array<picture::Point, curve_steps + 2> points_of(const Shapes::Arrow& arrow) {
    std::array<picture::Point, curve_steps + 2> points;
    for (std::size_t i = 0; i <= curve_steps; ++i)
      points[i] = traces::arrow_point(arrow.curve, static_cast<double>(i) / curve_steps);
    points.back() = {arrow.curve[3].x + arrow.tail, arrow.curve[3].y};
    return points;
  }

  // Draws a curve as a polyline that ends within the arrow's tip. Dashes continue around its corners.
  template <class Points>
  void along(const Points& points, const Shapes::Arrow& arrow, Rgba colour, double thickness, bool dashed) {
    const double dash = px(6);
    const auto width = static_cast<float>(thickness * scale_);
    double length = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i)
      length += std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    const double last = std::max(0.0, length - tip_length(arrow) * 0.7);
    double at = 0.0;
    for (std::size_t i = 1; i < points.size() && at < last; ++i) {
      const auto& from = points[i - 1];
      const auto& to = points[i];
      const double step = std::hypot(to.x - from.x, to.y - from.y);
      if (step <= 0.0) continue;
      const double end = std::min(at + step, last);
      const auto draw = [&](double begin, double stop) {
        const double a = (begin - at) / step;
        const double b = (stop - at) / step;
        // A duplicate point in a path would make its line thicker there.
        if (list_._Path.empty())
          list_.PathLineTo(corner(from.x + (to.x - from.x) * a, from.y + (to.y - from.y) * a));
        list_.PathLineTo(corner(from.x + (to.x - from.x) * b, from.y + (to.y - from.y) * b));
      };
      if (!dashed) {
        draw(at, end);
      } else {
        for (double from_dash = std::floor(at / (2 * dash)) * 2 * dash; from_dash < end;
             from_dash += 2 * dash) {
          const double begin = std::max(at, from_dash);
          const double stop = std::min(end, from_dash + dash);
          if (stop <= begin) continue;
          draw(begin, stop);
          list_.PathStroke(colour, 0, width);
        }
      }
      at += step;
    }
    if (!dashed) list_.PathStroke(colour, 0, width);
  }

  double tip_length(const Shapes::Arrow& arrow) const { return (5.0 + 2.0 * arrow.width) * scale_; }

  void tip(const Shapes::Arrow& arrow, Rgba colour, double grow) {
    const auto points = points_of(arrow);
    const picture::Point end = points.back();
    // The tip points in the line's direction at the tip's start.
    picture::Point before = points.front();
    for (std::size_t i = points.size(); i-- > 0;) {
      if (std::hypot(end.x - points[i].x, end.y - points[i].y) < tip_length(arrow) * 0.7) continue;
      before = points[i];
      break;
    }
    const double length = std::hypot(end.x - before.x, end.y - before.y);
    const double x = length > 0.0 ? (end.x - before.x) / length : 1.0;
    const double y = length > 0.0 ? (end.y - before.y) / length : 0.0;
    const double back = tip_length(arrow) + grow * scale_;
    const double side = back * 0.45 + grow * 0.5 * scale_;
    const double ahead = grow * scale_;
    list_.AddTriangleFilled(corner(end.x + x * ahead, end.y + y * ahead),
                            corner(end.x - x * back - y * side, end.y - y * back + x * side),
                            corner(end.x - x * back + y * side, end.y - y * back - x * side), colour);
  }

  void stroke(const Shapes::Line& line, Rgba colour, double thickness) {
    const auto width = static_cast<float>(thickness * scale_);
    if (!line.dashed) {
      segment(line.from_x, line.from_y, line.to_x, line.to_y, colour, width);
      return;
    }
    // Dashes keep their places no matter which part of the line is visible. Dashes outside the clip are
    // skipped.
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

  // Vertical and horizontal segments fill whole pixels, so that they are sharp.
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

  // Returns the part of a line that its clip can show, as distances from the line's start.
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
  const Fonts& fonts_;
  double scale_;
};

}  // namespace

void draw_shapes(ImDrawList& list, const Shapes& shapes, const Fonts& fonts, double scale) {
  ShapesPainter painter(list, shapes, fonts, scale);
  for (const Shapes::Bar& bar : shapes.bars) painter.bar(bar);
  for (const Shapes::Hatch& hatch : shapes.hatching) painter.hatch(hatch);
  for (const Shapes::Name& name : shapes.names) painter.name(name);
  for (const Shapes::Frame& frame : shapes.frames) painter.frame(frame);
  for (const Shapes::Line& line : shapes.lines) painter.line(line);
  for (const auto part : {ShapesPainter::ArrowPart::halo, ShapesPainter::ArrowPart::line}) {
    for (const Shapes::Arrow& arrow : shapes.arrows) painter.arrow(arrow, part);
  }
  for (const Shapes::Tag& tag : shapes.tags) painter.tag(tag);
}

}  // namespace gusset::viewer
