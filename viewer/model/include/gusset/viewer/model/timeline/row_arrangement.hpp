#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/timeline/busy_shares.hpp"

namespace gusset::viewer {

enum class RowOrder : std::uint8_t {
  recorded,  ///< by node, then by worker
  by_name,   ///< within each node; compares numbers in names by value
  by_busy,   ///< nodes with the highest mean busy share first, and each node's busiest workers first
};

/// Which rows of a trace are shown, and in what order. A value.
struct RowOptions {
  RowOrder order = RowOrder::recorded;
  std::string name;                 ///< part of a worker's or node's name, ignoring case; empty: all
  std::set<traces::NodeId> folded;  ///< nodes whose workers share one row
  BusyShares busy = {};             ///< relative to the whole trace's time
  /// Lanes whose rows are above all others, in this order, whatever the filters and folded nodes. Lanes that
  /// the trace does not have are ignored.
  std::vector<traces::LaneId> pinned = {};
  friend bool operator==(const RowOptions&, const RowOptions&) = default;
};

/// One row on the screen: a lane, or all lanes of a folded node.
struct ShownRow {
  traces::NodeId node;
  std::string label;
  std::vector<std::size_t> rows;  ///< indices into LoadedTrace::rows; several only if the node is folded
  bool folded = false;
  bool pinned = false;
  friend bool operator==(const ShownRow&, const ShownRow&) = default;
};

/// The shown rows of one trace. A value.
class RowArrangement {
 public:
  RowArrangement() = default;
  RowArrangement(const LoadedTrace& loaded, const RowOptions& options);

  const std::vector<ShownRow>& rows() const { return rows_; }
  /// Number of pinned rows; they are the first.
  std::size_t pinned_rows() const { return pinned_rows_; }
  /// Number of shown rows of each node that has any, from top to bottom, without the pinned rows.
  const std::vector<std::size_t>& node_row_counts() const { return node_row_counts_; }
  /// The index at which a row of the trace is shown; nothing if it is filtered out.
  std::optional<std::size_t> place_of(std::size_t row) const {
    return row < place_of_row_.size() ? place_of_row_[row] : std::nullopt;
  }
  /// Number of rows of the trace that are not shown.
  std::size_t hidden_rows() const { return hidden_rows_; }

 private:
  std::vector<ShownRow> rows_;
  std::size_t pinned_rows_ = 0;
  std::vector<std::size_t> node_row_counts_;
  std::vector<std::optional<std::size_t>> place_of_row_;
  std::size_t hidden_rows_ = 0;
};

/// Whether `a` sorts before `b`, comparing numbers by value: "w2" before "w10".
bool natural_less(const std::string& a, const std::string& b);

}  // namespace gusset::viewer
