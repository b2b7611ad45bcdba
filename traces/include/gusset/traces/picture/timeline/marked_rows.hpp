#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::picture {

/// Time intervals in rows. Drawing takes time that depends on pixels, not on the number of intervals, at any
/// zoom.
class MarkedRows {
 public:
  /// One drawn unit: an interval that is distinguishable from its neighbours, or a bundle of several that are
  /// not.
  struct Stretch {
    double left = 0.0;  ///< in columns, from the grid's first column
    double right = 0.0;
    std::size_t count = 1;
    std::uint32_t item = 0;  ///< item of the first interval
  };
  /// Intervals narrower than this many pixels are bundled if they lie less than a pixel apart.
  static constexpr double min_pixels = 4.0;

  explicit MarkedRows(std::size_t rows = 0) : rows_(rows) {}
  void add(std::size_t row, std::int64_t begin_ns, std::int64_t end_ns, std::uint32_t item) {
    rows_[row].push_back({begin_ns, end_ns, end_ns, item});
  }
  /// Completes the rows. Call it once, after the last add().
  void finish();

  std::size_t rows() const { return rows_.size(); }
  bool empty() const;
  /// Returns the visible stretches of a row in the first `columns` columns of a grid, from the left.
  std::vector<Stretch> stretches(std::size_t row, const traces::ColumnGrid& grid, int columns) const;

 private:
  struct Entry {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    std::int64_t reach_ns = 0;  ///< latest end among the intervals up to here
    std::uint32_t item = 0;
  };
  std::vector<std::vector<Entry>> rows_;
};

}  // namespace gusset::picture
