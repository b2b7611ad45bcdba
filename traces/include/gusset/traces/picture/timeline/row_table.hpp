#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/model/ids.hpp"
#include "gusset/traces/picture/timeline/box.hpp"

namespace gusset::picture {

/// The rows of one trace in one layout. Building the table takes time linear in the number of rows; scrolling
/// and zooming do not change it. A place is the index of a row, from the top.
class RowTable {
 public:
  struct Row {
    Stretch track;             ///< the part of the row that is drawn on
    std::size_t sub_rows = 1;  ///< number of sub-rows; 1: the row is not split
    bool is_aggregate = false;
    std::size_t first_lane = 0;  ///< index into the lanes of all rows
  };

  std::map<traces::NodeId, Stretch> nodes;  ///< rows of each node that has any

  /// Adds a row below the others. The row shows one lane or, if `is_aggregate`, one or more lanes together.
  void add_row(std::span<const std::size_t> lanes, bool is_aggregate, Stretch track, std::size_t sub_rows);

  const std::vector<Row>& rows() const { return rows_; }
  std::span<const std::size_t> lanes_of(std::size_t place) const;
  /// Returns the row that shows a lane, or nothing.
  std::optional<std::size_t> place_of(traces::LaneId lane) const;
  /// Returns the lane that a row shows, or nothing if the row is an aggregate.
  std::optional<traces::LaneId> lane_of(std::size_t place) const;

 private:
  std::vector<Row> rows_;  // from the top
  std::vector<std::size_t> lanes_;
  std::vector<std::optional<std::size_t>> place_of_lane_;
};

}  // namespace gusset::picture
