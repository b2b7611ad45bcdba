#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "canvas/canvas.hpp"
#include "gusset/traces/analysis/time/tracks.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "time_axis.hpp"

namespace gusset::paper {

/// The areas filled with one category's colour.
struct CategoryPaths {
  Path tint;   ///< the full height behind triangles
  Path solid;  ///< triangles or boxes, and bars of the busy share
  Path edge;   ///< the left edges of boxes
};

/// The place of a row, in pixels.
struct RowBox {
  int left = 0;    ///< left edge of the plot
  int top = 0;     ///< top of a full bar
  int bottom = 0;  ///< base of bars, triangles and boxes
};

/// Turns rows of a trace into paths. A piece at least one column long, of a span at least three columns long,
/// is a triangle or a box at its exact times. The time between them is cut at column edges and drawn as bars,
/// which stack the categories. The area of a category is exactly its busy time, so merging loses
/// neither tasks nor gaps.
class RowPainter {
 public:
  RowPainter(const traces::LevelOfDetail& level_of_detail, const TimeAxis& axis, bool boxes = false);

  /// Adds one lane.
  void paint(std::size_t lane, const RowBox& box);
  /// Whether bars stack the categories, or all work counts as the first category.
  enum class Stacked { yes, no };
  /// Adds several lanes as one row: bars of their mean busy share.
  void paint_together(std::span<const std::size_t> lanes, const RowBox& box, Stacked stacked = Stacked::yes);

  /// The paths of each category.
  const std::vector<CategoryPaths>& paths() const { return paths_; }

 private:
  void long_piece(const traces::Piece& piece, const traces::SpanColumns& spans, const RowBox& box);
  void bars(std::size_t lane, std::int64_t begin_ns, std::int64_t end_ns, const RowBox& box);
  std::int64_t edge_ns(std::int64_t column) const;
  double edge_x(std::int64_t column) const;

  const traces::LevelOfDetail& level_of_detail_;
  const TimeAxis& axis_;
  bool boxes_;
  std::vector<CategoryPaths> paths_;
  std::vector<traces::Texel> texels_;
  std::vector<std::int64_t> busy_ns_;  // busy time in one column, by category
};

/// Draws the layers of rows on an axis, with tasks as triangles or as boxes.
void draw_rows(Canvas& canvas, const picture::PlacedRows& rows, const TimeAxis& axis, bool boxes);

/// Draws a quantity over time: in each column a bar as high as the exact mean there. The scale ends at the
/// track's limit, marked by a dashed line, or at its largest value. Values other than 0 are always visible.
void draw_track(Canvas& canvas, const traces::Track& track, const TimeAxis& axis, const RowBox& box);

}  // namespace gusset::paper
