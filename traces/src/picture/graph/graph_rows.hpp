#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "graph_layers.hpp"

namespace gusset::traces::layered {

/// The neighbours that links give each place on the level above, or on the level below.
Neighbours neighbours_above(const Layers& layers);
Neighbours neighbours_below(const Layers& layers);

/// Counts the pairs of links that cross with rows in this order. O(links · log places).
std::uint64_t count_crossings(const Layers& layers, const Neighbours& below);

/// Orders the rows by `sweeps` barycentre sweeps, each down and up. Keeps the order with the fewest
/// crossings; on a tie, the earliest. Returns its crossings.
std::uint64_t order_rows(Layers& layers, const Neighbours& above, const Neighbours& below, int sweeps,
                         std::uint64_t first_crossings, const std::atomic<bool>* cancelled);

/// The target of one place in a row: position, weight and size.
struct RowTarget {
  double x = 0.0;
  double weight = 1.0;  ///< > 0
  double half_width = 0.0;
  double half_gap = 0.0;  ///< its part of the distance to a neighbour
};

/// Returns the positions closest to the targets by weighted least squares, such that neighbours keep their
/// order and distance: isotonic regression that pools colliding neighbours. Linear.
std::vector<double> place_row(const std::vector<RowTarget>& targets);

}  // namespace gusset::traces::layered
