#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/traces/picture/timeline/marked_rows.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// Marked stretches of tasks of one trace, drawn in the tasks' sub-rows if rows are split.
class MarkedTasks {
 public:
  /// A stretch that is drawn as one shape, and where it is drawn.
  struct Mark {
    picture::MarkedRows::Stretch stretch;
    Stretch track;
  };

  MarkedTasks() = default;
  explicit MarkedTasks(const LoadedTrace& loaded);

  /// Adds a stretch of a row, for a run at a nesting depth.
  void add(std::size_t row, std::size_t depth, std::int64_t begin_ns, std::int64_t end_ns,
           std::uint32_t item);
  /// Call this after the last `add`.
  void finish();

  std::size_t rows() const { return all_.rows(); }
  /// The visible marks of a row of the trace, sub-row by sub-row, from left to right. `place` is the row's
  /// index among the panel's shown rows.
  std::vector<Mark> marks(const Timeline& timeline, std::size_t panel, std::size_t place,
                          std::size_t row) const;

 private:
  picture::MarkedRows all_;
  std::vector<picture::MarkedRows> by_depth_;  ///< empty if nothing nests
};

}  // namespace gusset::viewer
