#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/timeline/marked_rows.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/shapes.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// A darker shade of a task's colour, which is seen around tasks of the same.
Rgba outline_shade(traces::Colour colour, traces::Paper paper);

/// Runs of tasks during which other tasks ran on the same lane (nested OpenMP tasks, calls of an import): a
/// row shows who ran at each moment, so that the one around them is told by an outline. Where the row is
/// split, the outline stands around the sub-rows from the task's own down, and a line goes on through its own
/// where it was suspended. Immutable once made.
class ParentOutlines {
 public:
  ParentOutlines() = default;
  /// Linear in spans, but for n log n in the runs that are found.
  explicit ParentOutlines(const LoadedTrace& loaded);

  /// How many there are.
  std::size_t size() const { return runs_.size(); }

  /// Outlines those of a panel that are wide enough to be told apart, in a darker shade of their own colours,
  /// each within the one around it. In time that depends on pixels.
  void draw(const Timeline& timeline, std::size_t panel, Shapes& shapes) const;

  /// Narrower ones have no outline, at scale 1.
  static constexpr double least_width = 6.0;
  static constexpr double least_split_width = 10.0;  ///< in rows that are split, where the line goes on alone

 private:
  struct Run {
    traces::TaskId task;
    std::size_t depth = 0;  ///< as Nesting tells it
  };
  void outline(const Timeline& timeline, std::size_t panel, std::size_t place, std::size_t around,
               const MarkedRows::Stretch& run, Shapes& shapes) const;

  std::vector<Run> runs_;
  std::vector<MarkedRows>
      rows_;  ///< by how many are around them, so that none is bundled with its own parent
};

}  // namespace gusset::viewer
