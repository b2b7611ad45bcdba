#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "graph_layers.hpp"

namespace gusset::traces::layered {

/// Of each place, those that links join it with on the level above, or on the level below.
Neighbours neighbours_above(const Layers& layers);
Neighbours neighbours_below(const Layers& layers);

/// How many pairs of links cross with rows in this order; O(links · log places).
std::uint64_t count_crossings(const Layers& layers, const Neighbours& below);

/// Orders the rows by `sweeps` barycentre sweeps, each down and up, and keeps the order with the fewest
/// crossings, which is the first one where none is better. Returns its crossings.
std::uint64_t order_rows(Layers& layers, const Neighbours& above, const Neighbours& below, int sweeps,
                         std::uint64_t first_crossings, const std::atomic<bool>* cancelled);

/// Where the places of one row would like to stand, how much that counts, and how wide they are.
struct RowWish {
  double x = 0.0;
  double weight = 1.0;  ///< > 0
  double half_width = 0.0;
  double half_gap = 0.0;  ///< its part of the distance to its neighbours
};

/// The positions nearest to what is wished, by weighted least squares, such that neighbours keep their order
/// and their distance: isotonic regression by pooling neighbours that get in each other's way. Linear.
std::vector<double> place_row(const std::vector<RowWish>& wishes);

}  // namespace gusset::traces::layered
