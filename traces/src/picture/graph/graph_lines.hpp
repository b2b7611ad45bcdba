#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/picture/graph/graph_picture.hpp"

namespace gusset::picture {

/// A rectangle in pixels.
struct PixelBox {
  double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
  double middle_x() const { return (left + right) / 2.0; }
  double middle_y() const { return (top + bottom) / 2.0; }
  PixelBox grown(double by) const { return {left - by, top - by, right + by, bottom + by}; }
  bool meets(const PixelBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  /// Whether a polyline intersects the rectangle.
  bool meets(std::span<const Point> line) const;
  bool contains(const PixelBox& other) const {
    return left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom;
  }
};

/// The visible part of a picture.
PixelBox visible_part(const GraphPicture& picture);

/// Whether a line leads from or to the selected box.
bool is_marked(const GraphPicture& picture, const traces::GraphLine& line);

/// The numbers of the visible lines. Of bundled lines, only those of the selected box are visible.
std::vector<std::uint32_t> visible_lines(const GraphPicture& picture);

/// The points of a scene's line in the picture, from its first to its last: curves that are vertical at
/// levels, or straight segments from bend to bend.
std::vector<Point> points_of_line(const GraphPicture& picture, const traces::GraphLine& line,
                                  bool curved = true);

/// Draws lines, those of the selected box on top. Lines may be dotted or dashed; directed lines have arrow
/// heads.
void draw_graph_lines(Canvas& canvas, const GraphPicture& picture, const std::vector<std::uint32_t>& lines,
                      const GraphDetail& detail);

}  // namespace gusset::picture
