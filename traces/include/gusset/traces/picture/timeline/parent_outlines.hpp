#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/traces/model/nesting.hpp"
#include "gusset/traces/picture/timeline/marked_rows.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"

namespace gusset::picture {

/// A darker shade of a task's colour, which is seen around tasks of the same.
traces::Colour outline_shade(traces::Colour colour, traces::Paper paper);

/// Runs of tasks during which other tasks ran on the same lane (nested OpenMP tasks, calls of an import). A
/// row shows who ran at each moment, so an outline shows the task around them. Where the row is split, the
/// outline stands around the sub-rows from the task's own down, and a line goes on through its own where it
/// was suspended. Immutable once made.
class ParentOutlines {
 public:
  ParentOutlines() = default;
  /// `nesting` is the trace's; null: nothing nests. Linear in spans, but for n log n in the runs that are
  /// found.
  ParentOutlines(const traces::Trace& trace, const traces::Nesting* nesting);

  /// How many there are.
  std::size_t size() const { return runs_.size(); }

  /// Outlines those that are wide enough to be told apart, in a darker shade of their own colours, each
  /// within the one around it. In time that depends on pixels.
  void draw(const PlacedRows& rows, Shapes& shapes) const;

  /// Narrower ones have no outline, at scale 1.
  static constexpr double least_width = 6.0;
  static constexpr double least_split_width = 10.0;  ///< in rows that are split, where the line goes on alone

 private:
  struct Run {
    traces::TaskId task;
    std::size_t depth = 0;  ///< as Nesting tells it
  };
  void outline(const PlacedRows& rows, std::size_t place, std::size_t around, const MarkedRows::Stretch& run,
               Shapes& shapes) const;

  std::vector<Run> runs_;
  std::vector<MarkedRows>
      lanes_;  ///< by how many are around them, so that none is bundled with its own parent
};

}  // namespace gusset::picture
