#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gusset/traces/picture/timeline/box.hpp"
#include "gusset/traces/picture/timeline/visible_rows.hpp"
#include "gusset/viewer/model/document/row_reference.hpp"

namespace gusset::viewer {

/// Sizes in device pixels.
struct RowMetrics {
  int ruler_height = 26;  ///< top ruler, which all panels share or which belongs to the first panel
  int marks_height = 0;   ///< row for marks below the top ruler
  int title_height = 30;  ///< above each panel's rows
  int track_height = 38;  ///< each track above the rows; leaves room for two lines of text beside it
  int bounds_height = 0;  ///< row for the names of bound lines below each panel's rows
  int node_gap = 8;       ///< between the rows of two nodes
  int bottom_margin = 6;
  double min_row_height = 6.0;
  double max_row_height = 140.0;
  double min_pinned_height = 16.0;  ///< of a pinned row above others; leaves room for its name

  RowMetrics scaled(double factor) const;
  friend bool operator==(const RowMetrics&, const RowMetrics&) = default;
};

using picture::Stretch;

/// The positions of panels and their rows. Panels share the height in proportion to the square root of their
/// row counts, so that a few rows beside many stay readable; but no panel scrolls if all have room. A panel's
/// rows have the same height, within the metrics' limits; only pinned rows may be higher. A panel scrolls if
/// its rows do not fit even at the minimum height. Then the pinned rows stay above the others. If they would
/// take more than half of the body, the last of them scroll with the others. A value.
class RowLayout {
 public:
  RowLayout() = default;
  /// `rows_per_node[panel]` holds the number of rows of each node, from top to bottom; `track_counts[panel]`,
  /// if given, the number of tracks above them. With `own_rulers`, each panel below the first has its own
  /// ruler under its title. `pinned_rows[panel]`, if given, is the number of pinned rows above the nodes'
  /// rows.
  RowLayout(std::vector<std::vector<std::size_t>> rows_per_node, int height, RowMetrics metrics,
            std::vector<std::size_t> track_counts = {}, bool own_rulers = false,
            std::vector<std::size_t> pinned_rows = {});

  std::size_t panels() const { return panels_.size(); }
  std::size_t rows(std::size_t panel) const { return panels_[panel].tops.size(); }
  /// The height of rows that are not pinned.
  double row_height(std::size_t panel) const { return panels_[panel].row_height; }
  const RowMetrics& metrics() const { return metrics_; }

  Stretch title(std::size_t panel) const;
  /// The ruler that shows a panel's times.
  Stretch ruler(std::size_t panel) const;
  /// One of a panel's tracks, below the panel's title and ruler.
  Stretch track(std::size_t panel, std::size_t track) const;
  std::size_t tracks(std::size_t panel) const { return panels_[panel].tracks; }
  /// The part in which rows are visible.
  Stretch body(std::size_t panel) const;
  /// The row for the names of bound lines, below the body.
  Stretch bounds(std::size_t panel) const { return {body(panel).bottom(), metrics_.bounds_height}; }
  /// Number of rows, the first ones, that do not scroll.
  std::size_t still_rows(std::size_t panel) const { return panels_[panel].still; }
  /// The part of the body in which the other rows scroll; the still rows lie above it.
  Stretch scrolled(std::size_t panel) const;
  /// The largest scroll offset of a panel; 0 if all its rows fit.
  int max_scroll(std::size_t panel) const;
  /// Where a row is when its panel is scrolled by `scroll`; may be outside the body.
  Stretch row(RowReference row, int scroll) const;
  /// A node's first row and one past its last row, without pinned rows.
  std::pair<std::size_t, std::size_t> rows_of_node(std::size_t panel, std::size_t node) const;
  /// From a node's first row to its last row.
  Stretch node(std::size_t panel, std::size_t node, int scroll) const;
  picture::VisibleRows visible_rows(std::size_t panel, int scroll) const;
  /// The nodes with visible rows that are not pinned: the first and one past the last.
  std::pair<std::size_t, std::size_t> visible_nodes(std::size_t panel, int scroll) const;
  /// The row at a y coordinate, given each panel's scroll offset; nothing in titles, gaps and margins.
  std::optional<RowReference> row_at(int y, std::span<const int> scrolls) const;
  /// The panel at a y coordinate, from its title to the bottom of its body.
  std::optional<std::size_t> panel_at(int y) const;
  /// The scroll offset nearest to `scroll` that makes the whole row visible.
  int scroll_to_row(RowReference row, int scroll) const;

  friend bool operator==(const RowLayout&, const RowLayout&) = default;

 private:
  struct Panel {
    double row_height = 0.0;
    std::size_t tracks = 0;
    int own_ruler = 0;  // height of the panel's own ruler
    int top = 0;
    int body_height = 0;
    int content_height = 0;
    std::size_t still = 0;
    int scroll_top = 0;     // top of the rows that scroll, from the top of the content
    std::vector<int> tops;  // of each row, from the top of the content
    std::vector<int> bottoms;
    std::vector<std::size_t> node_first;  // first row of each node, and one past the last row
    friend bool operator==(const Panel&, const Panel&) = default;
  };

  // Pinned rows: first the ones that stay, then the ones that scroll with the others.
  struct PinnedRows {
    std::size_t still = 0;
    std::size_t scrolled = 0;
    double height = 0.0;
  };

  Panel place_rows(const PinnedRows& pinned, const std::vector<std::size_t>& rows_per_node,
                   double row_height) const;

  RowMetrics metrics_;
  std::vector<Panel> panels_;
};

}  // namespace gusset::viewer
