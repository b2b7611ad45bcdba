#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gusset/traces/picture/timeline/box.hpp"
#include "gusset/viewer/model/document/row_reference.hpp"

namespace gusset::viewer {

/// Sizes in device pixels.
struct RowMetrics {
  int ruler_height = 26;  ///< at the top, shared by all panels, or of the first where each has its own
  int marks_height = 0;   ///< of a row for marks below the uppermost ruler
  int title_height = 30;  ///< above each panel's rows
  int track_height = 38;  ///< of each track above the rows: two lines of words beside it
  int node_gap = 8;       ///< between the rows of two nodes
  int bottom_margin = 6;
  double min_row_height = 6.0;
  double max_row_height = 140.0;

  RowMetrics scaled(double factor) const;
  friend bool operator==(const RowMetrics&, const RowMetrics&) = default;
};

using picture::Stretch;

/// Where panels and their rows stand. The height is shared among panels by the square root of their numbers
/// of rows, so that few rows beside many stay readable; a panel's rows have one height, within the metrics'
/// limits. Where even the least height does not fit, the panel scrolls. A value.
class RowLayout {
 public:
  RowLayout() = default;
  /// `rows_per_node[panel]` holds the number of rows of each node, from the top; `track_counts[panel]`, where
  /// given, how many tracks stand above them. With `own_rulers`, panels below the first have a
  /// ruler each, under the title.
  RowLayout(std::vector<std::vector<std::size_t>> rows_per_node, int height, RowMetrics metrics,
            std::vector<std::size_t> track_counts = {}, bool own_rulers = false);

  std::size_t panels() const { return panels_.size(); }
  std::size_t rows(std::size_t panel) const { return panels_[panel].tops.size(); }
  double row_height(std::size_t panel) const { return panels_[panel].row_height; }
  const RowMetrics& metrics() const { return metrics_; }

  Stretch title(std::size_t panel) const;
  /// That which tells a panel's times.
  Stretch ruler(std::size_t panel) const;
  /// Of one of a panel's tracks, below its title and its ruler.
  Stretch track(std::size_t panel, std::size_t track) const;
  std::size_t tracks(std::size_t panel) const { return panels_[panel].tracks; }
  /// Where rows can be seen.
  Stretch body(std::size_t panel) const;
  /// How far a panel can be scrolled; 0 where all its rows fit.
  int max_scroll(std::size_t panel) const;
  /// Where a row stands when its panel is scrolled by `scroll`; may lie outside of the body.
  Stretch row(RowReference row, int scroll) const;
  /// From the first row of a node to its last one.
  Stretch node(std::size_t panel, std::size_t node, int scroll) const;
  /// The rows that can be seen at least in part, first and one past the last.
  std::pair<std::size_t, std::size_t> visible_rows(std::size_t panel, int scroll) const;
  /// The row at a height, given each panel's scroll; nothing in titles, gaps and margins.
  std::optional<RowReference> row_at(int y, std::span<const int> scrolls) const;
  /// The panel whose title or body is at a height.
  std::optional<std::size_t> panel_at(int y) const;
  /// The scroll nearest to `scroll` with which the whole row can be seen.
  int scroll_to_row(RowReference row, int scroll) const;

  friend bool operator==(const RowLayout&, const RowLayout&) = default;

 private:
  struct Panel {
    double row_height = 0.0;
    std::size_t tracks = 0;
    int own_ruler = 0;  // its height
    int top = 0;
    int body_height = 0;
    int content_height = 0;
    std::vector<int> tops;  // of each row, from the content's top
    std::vector<int> bottoms;
    std::vector<std::size_t> node_first;  // first row of each node, and one past the last
    friend bool operator==(const Panel&, const Panel&) = default;
  };

  Panel place_rows(const std::vector<std::size_t>& rows_per_node, double row_height) const;

  RowMetrics metrics_;
  std::vector<Panel> panels_;
};

}  // namespace gusset::viewer
