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

/// What is filled in one category's colour.
struct CategoryPaths {
  Path tint;   ///< the full height behind triangles
  Path solid;  ///< triangles, and bars of the busy share
};

/// Where a row stands.
struct RowBox {
  int left = 0;    ///< of the plot
  int top = 0;     ///< of a full bar
  int bottom = 0;  ///< the base of bars and triangles
};

/// Turns rows of a trace into paths. A piece of at least one column, of a span of at least three, is a
/// triangle at its exact times. What lies between triangles is cut at column edges and drawn as bars whose
/// area is exactly the busy time, so however much is merged, nothing vanishes and no gap is lost.
class RowPainter {
 public:
  RowPainter(const traces::LevelOfDetail& level_of_detail, const TimeAxis& axis);

  /// One lane.
  void paint(std::size_t lane, const RowBox& box);
  /// Several lanes as one: bars of their mean busy share.
  void paint_together(std::span<const std::size_t> lanes, const RowBox& box);

  /// By category.
  const std::vector<CategoryPaths>& paths() const { return paths_; }

 private:
  void triangle(const traces::Piece& piece, const traces::SpanColumns& spans, const RowBox& box);
  void bars(std::size_t lane, std::int64_t begin_ns, std::int64_t end_ns, const RowBox& box);
  std::int64_t edge_ns(std::int64_t column) const;
  double edge_x(std::int64_t column) const;

  const traces::LevelOfDetail& level_of_detail_;
  const TimeAxis& axis_;
  std::vector<CategoryPaths> paths_;
  std::vector<traces::Texel> texels_;
  std::vector<std::int64_t> busy_ns_;  // of one column, by category
};

/// Draws the layers of rows that stand on an axis.
void draw_rows(Canvas& canvas, const picture::PlacedRows& rows, const TimeAxis& axis);

/// Draws a quantity over time: in each column a bar as high as the mean there, which is exact, up to the
/// track's limit, which a dashed line marks, or largest value; what is not 0 is seen.
void draw_track(Canvas& canvas, const traces::Track& track, const TimeAxis& axis, const RowBox& box);

}  // namespace gusset::paper
