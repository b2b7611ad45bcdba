#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/base/transitive_reduction.hpp"

namespace gusset::traces {

/// In units of the drawing.
struct LayoutSize {
  double width = 0.0;
  double height = 0.0;
  friend bool operator==(const LayoutSize&, const LayoutSize&) = default;
};

/// What is to be laid out: boxes, what leads from one to another, and sets whose members come in any order.
struct LayoutGraph {
  using Edge = GraphEdge;
  std::vector<LayoutSize> nodes;
  std::vector<Edge> edges;  ///< an edge from a node to itself takes part in nothing and gets no route
  std::vector<std::vector<std::uint32_t>> commuting;  ///< each joined by a line without direction
};

struct LayoutOptions {
  double node_gap = 18.0;                        ///< between two boxes of a level
  double level_gap = 34.0;                       ///< between two levels, at least
  int sweeps = 2;                                ///< barycentre sweeps, each down and up
  const std::atomic<bool>* cancelled = nullptr;  ///< gives up where it becomes true
};

/// A drawing in levels, from the top: boxes stand on the level of their depth (the longest path that leads to
/// them), long edges run through bends that keep clear of the boxes between. The long edges of one node share
/// their bends, so that they leave it as one line. Positions are those of centres; x grows to the right, y
/// downwards, both from 0.
struct GraphLayout {
  struct Place {
    double x = 0.0;
    double y = 0.0;
    std::uint32_t level = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  /// How one edge, or one line of a commuting set, runs: from the box `from` through bends to the box `to`.
  struct Route {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t first_bend = 0;  ///< into bends
    std::uint32_t bend_count = 0;
    std::uint32_t edge = none;  ///< which edge of the graph; none for a line of a commuting set
    bool upwards = false;       ///< closes a cycle: it leads from a lower level to a higher one
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    friend bool operator==(const Route&, const Route&) = default;
  };
  struct Row {
    double top = 0.0;
    double bottom = 0.0;
    std::vector<std::uint32_t> places;  ///< from the left
    friend bool operator==(const Row&, const Row&) = default;
  };

  std::vector<Place> places;         ///< of the nodes, then of bends
  std::vector<Row> rows;             ///< one per level
  std::vector<Route> routes;         ///< of edges in their order, then of commuting sets
  std::vector<std::uint32_t> bends;  ///< places, in the order in which routes run through them
  LayoutSize size;
  std::uint64_t first_crossings = 0;  ///< of lines between levels, with boxes in the order given
  std::uint64_t crossings = 0;        ///< of the drawing; never more than first_crossings
  friend bool operator==(const GraphLayout&, const GraphLayout&) = default;
};

/// Levels by longest path, order by barycentre sweeps of which the best is kept, positions by least squares
/// within the order. Boxes never overlap. Every edge leads downwards, but for those that a depth-first search
/// in order of nodes finds to close a cycle. Boxes without any edge (though they may commute) stand in rows
/// below the others. Of very many long edges the longest run straight. The same graph gives the same drawing.
/// Some 10 ms for a thousand nodes; nothing where it was cancelled.
std::optional<GraphLayout> lay_out(const LayoutGraph& graph, const LayoutOptions& options = {});

/// The same drawing with boxes of other sizes: order and levels stay, boxes of other levels keep their x and
/// those of the same one make room; a box that grows keeps its x and its top among its row's.
GraphLayout resized(const GraphLayout& layout, const std::vector<LayoutSize>& before,
                    const std::vector<LayoutSize>& after, const LayoutOptions& options = {});

}  // namespace gusset::traces
