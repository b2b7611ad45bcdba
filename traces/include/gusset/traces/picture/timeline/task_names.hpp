#pragma once
#include "gusset/traces/picture/canvas/text.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"

namespace gusset::picture {

/// The size of names within tasks, in the picture's pixels.
struct NameSize {
  double line_height = 15.0;
  double padding = 4.0;  ///< least distance to the left and right ends of the task's visible part
  TextMeasure width;
};

/// The colours of a name in a triangle, which has two colours: of the letters, and around them.
struct NameColours {
  Rgba text = 0;
  Rgba rim = 0;
};
NameColours name_colours(traces::Background background);

/// Adds the names of the tasks in view that have room for them: the whole name ("gemm A(3,1)"), otherwise
/// only the type. A task that others interrupt has its name once, in the first part with room. In boxes the
/// names contrast with the task's colour; in triangles they have a rim. Takes time proportional to the number
/// of tasks that are wide enough for the shortest type, whatever the trace's size.
void add_task_names(const PlacedRows& rows, const NameSize& size, bool are_boxes, Shapes& shapes);

}  // namespace gusset::picture
