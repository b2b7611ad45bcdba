#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "graph_layers.hpp"

namespace gusset::traces::layered {

/// Of each place, those that links join it with on the level above, or on the level below.
struct Neighbours {
  enum class Side { above, below };
  Neighbours(const Layers& layers, Side side);
  template <class Visit>
  void visit(std::uint32_t place, Visit visit_one) const {
    for (std::uint32_t i = first[place]; i < first[place + 1]; ++i) visit_one(items[i]);
  }
  std::uint32_t count(std::uint32_t place) const { return first[place + 1] - first[place]; }

  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> items;
};

/// How many pairs of links cross with rows in this order; O(links · log places).
std::uint64_t count_crossings(const Layers& layers, const Neighbours& below);

/// Orders the rows by `sweeps` barycentre sweeps, each down and up, and keeps the order with the fewest
/// crossings, which is the first one where none is better. Returns its crossings.
std::uint64_t order_rows(Layers& layers, const Neighbours& above, const Neighbours& below, int sweeps,
                         std::uint64_t first_crossings, const std::atomic<bool>* cancelled);

}  // namespace gusset::traces::layered
