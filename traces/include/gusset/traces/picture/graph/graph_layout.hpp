#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/base/transitive_reduction.hpp"

namespace gusset::traces {

/// A size in units of the drawing.
struct LayoutSize {
  double width = 0.0;
  double height = 0.0;
  friend bool operator==(const LayoutSize&, const LayoutSize&) = default;
};

/// The input of a layout: boxes, edges, and sets of boxes that commute.
struct LayoutGraph {
  using Edge = GraphEdge;
  std::vector<LayoutSize> nodes;
  std::vector<Edge> edges;  ///< an edge from a node to itself is ignored and gets no route
  std::vector<std::vector<std::uint32_t>> commuting;  ///< sets of nodes; an undirected line joins each set
};

/// Lengths are in units of the drawing.
struct LayoutOptions {
  double node_gap = 18.0;   ///< between two boxes of a level
  double level_gap = 34.0;  ///< minimum distance between two levels
  /// A drawing that is wider than high is stretched to this height, as a share of its width.
  double min_height_share = 0.7;
  int sweeps = 2;                                ///< barycentre sweeps, each down and up
  const std::atomic<bool>* cancelled = nullptr;  ///< the layout gives up when it becomes true; may be null
};

/// A layered drawing, from the top. A box's level is its depth: the length of the longest path to it. Long
/// edges run through bends, which avoid the boxes of the levels between. The long edges of one node share
/// their bends, so they leave the node as one line. Positions are those of centres; x grows to the right, y
/// downwards, both from 0.
struct GraphLayout {
  struct Place {
    double x = 0.0;
    double y = 0.0;
    std::uint32_t level = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  /// The route of an edge, or of a line of a commuting set: from box `from` through bends to box `to`.
  struct Route {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t first_bend = 0;  ///< index into GraphLayout::bends
    std::uint32_t bend_count = 0;
    std::uint32_t edge = none;  ///< index of the graph's edge; none for a line of a commuting set
    bool upwards = false;       ///< closes a cycle: leads from a lower level to a higher one
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    friend bool operator==(const Route&, const Route&) = default;
  };
  struct Row {
    double top = 0.0;
    double bottom = 0.0;
    std::vector<std::uint32_t> places;  ///< from the left
    friend bool operator==(const Row&, const Row&) = default;
  };

  std::vector<Place> places;         ///< places of the nodes, then of bends
  std::vector<Row> rows;             ///< one per level
  std::vector<Route> routes;         ///< routes of edges in their order, then of commuting sets
  std::vector<std::uint32_t> bends;  ///< indices into places, in the order in which routes run through them
  LayoutSize size;
  std::uint64_t first_crossings = 0;  ///< line crossings between levels with the boxes in their given order
  std::uint64_t crossings = 0;        ///< line crossings in the drawing; never more than first_crossings
  friend bool operator==(const GraphLayout&, const GraphLayout&) = default;
};

/// Lays out a graph. Levels follow the longest path. Barycentre sweeps choose the order within levels; the
/// best sweep wins. Least squares place the boxes within that order. Boxes never overlap. Every edge leads
/// downwards, except edges that close a cycle; a depth-first search in order of nodes finds these. Boxes
/// without edges (though they may commute) are in rows below the others. If there are very many long edges,
/// the longest run straight. The same graph gives the same drawing. Takes some 10 ms for a thousand nodes.
/// Returns nothing if cancelled.
std::optional<GraphLayout> lay_out(const LayoutGraph& graph, const LayoutOptions& options = {});

/// Returns the same drawing with boxes of other sizes. Order and levels stay. Boxes on other levels keep
/// their x; boxes on the same level make room. A box that grows keeps its x and its top within its row.
GraphLayout resized(const GraphLayout& layout, const std::vector<LayoutSize>& before,
                    const std::vector<LayoutSize>& after, const LayoutOptions& options = {});

}  // namespace gusset::traces
