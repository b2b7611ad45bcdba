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

}  // namespace gusset::traces::layered
