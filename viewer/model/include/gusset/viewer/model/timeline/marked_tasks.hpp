#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/traces/picture/timeline/marked_rows.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// Stretches of tasks of one trace, which are drawn in the tasks' sub-rows where rows are split.
class MarkedTasks {
 public:
  /// What is drawn as one, and where.
  struct Mark {
    picture::MarkedRows::Stretch stretch;
    Stretch track;
  };

  MarkedTasks() = default;
  explicit MarkedTasks(const LoadedTrace& loaded);

  /// A stretch in a row, of what ran at a depth.
  void add(std::size_t row, std::size_t depth, std::int64_t begin_ns, std::int64_t end_ns,
           std::uint32_t item);
  /// After the last one.
  void finish();

  std::size_t rows() const { return all_.rows(); }
  /// What can be seen of a row of the trace that is shown at a place of a panel, sub-row by sub-row, from the
  /// left.
  std::vector<Mark> marks(const Timeline& timeline, std::size_t panel, std::size_t place,
                          std::size_t row) const;

 private:
  picture::MarkedRows all_;
  std::vector<picture::MarkedRows> by_depth_;  ///< none where nothing nests
};

}  // namespace gusset::viewer
