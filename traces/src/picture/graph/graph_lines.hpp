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
  /// Whether a line along points comes into it.
  bool meets(std::span<const Point> line) const;
  bool contains(const PixelBox& other) const {
    return left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom;
  }
};

/// The part of a picture that is seen.
PixelBox seen_part(const GraphPicture& picture);

/// Whether a line leads from or to the selected box.
bool is_marked(const GraphPicture& picture, const traces::GraphLine& line);

/// The lines that are seen, by number. Of bundled lines, those of the selected box alone.
std::vector<std::uint32_t> seen_lines(const GraphPicture& picture);

/// A line of the scene in the picture, from its first point to its last: curves that are upright at levels,
/// or straight from bend to bend.
std::vector<Point> points_of_line(const GraphPicture& picture, const traces::GraphLine& line,
                                  bool curved = true);

/// Draws lines, those of the selected box above the others: dotted, dashed, and with arrow heads where they
/// lead from one to another.
void draw_graph_lines(Canvas& canvas, const GraphPicture& picture, const std::vector<std::uint32_t>& lines,
                      const GraphDetail& detail);

}  // namespace gusset::picture
