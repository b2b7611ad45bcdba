#pragma once
#include "canvas/canvas.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"

namespace gusset::paper {

/// Which of the shapes are drawn.
enum class ShapesPart { in_time, timeless };

/// Draws the shapes composed over rows.
void draw_shapes(Canvas& canvas, const picture::Shapes& shapes, const picture::PlacedRows& rows,
                 ShapesPart part);

}  // namespace gusset::paper
