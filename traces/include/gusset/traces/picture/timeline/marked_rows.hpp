#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::picture {

/// Stretches of time in rows, ready to be drawn at any zoom in time that depends on pixels, not on their
/// number.
class MarkedRows {
 public:
  /// What is drawn as one: a stretch that can be told from its neighbours, or many that can't.
  struct Stretch {
    double left = 0.0;  ///< columns from the grid's first
    double right = 0.0;
    std::size_t count = 1;
    std::uint32_t item = 0;  ///< of the first
  };
  /// Narrower ones that lie closer to each other than a pixel are bundled.
  static constexpr double least_pixels = 4.0;

  explicit MarkedRows(std::size_t rows = 0) : rows_(rows) {}
  void add(std::size_t row, std::int64_t begin_ns, std::int64_t end_ns, std::uint32_t item) {
    rows_[row].push_back({begin_ns, end_ns, end_ns, item});
  }
  /// After the last one.
  void finish();

  std::size_t rows() const { return rows_.size(); }
  bool empty() const;
  /// What can be seen of a row in the first columns of a grid, from the left.
  std::vector<Stretch> stretches(std::size_t row, const traces::ColumnGrid& grid, int columns) const;

 private:
  struct Entry {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    std::int64_t reach_ns = 0;  ///< the latest end up to here
    std::uint32_t item = 0;
  };
  std::vector<std::vector<Entry>> rows_;
};

}  // namespace gusset::picture
