#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/core/ids.hpp"

namespace gusset::simulator {

/// One level of a fat tree, counted from the nodes. The first level joins nodes to switches, the second joins
/// those switches to higher switches, and so on.
struct FatTreeLevel {
  unsigned children = 1;                                       ///< below each switch of this level
  unsigned parents = 1;                                        ///< above each child
  unsigned links = 1;                                          ///< from each child to each of its parents
  std::optional<double> bandwidth_bytes_per_s = std::nullopt;  ///< of each link, > 0; none: the platform's
  friend bool operator==(const FatTreeLevel&, const FatTreeLevel&) = default;
};

/// How a platform's nodes are connected. A node's place is its number: in a fat tree the lowest numbers share
/// the first switch, in a torus the first dimension varies fastest.
struct Topology {
  enum class Kind : std::uint8_t {
    crossbar,  ///< each node has one link out and one in; only these can be saturated
    fat_tree,  ///< switches in levels; the route depends on sender and receiver only (D-mod-K)
    torus,     ///< a ring in each dimension; messages go dimension by dimension, the shorter way round
    simgrid,   ///< a SimGrid file; only SimGrid knows its links
  };
  Kind kind = Kind::crossbar;
  std::vector<FatTreeLevel> levels;  ///< for a fat tree
  std::vector<unsigned> dimensions;  ///< for a torus
  std::string file;                  ///< path of the SimGrid platform

  friend bool operator==(const Topology&, const Topology&) = default;
};

/// Returns the name used in JSON: crossbar, fat_tree, torus or simgrid.
std::string_view name_of(Topology::Kind kind);

/// Returns how many nodes fit; none means any number. Saturates at 2⁶⁴ − 1.
std::optional<std::uint64_t> places(const Topology& topology);

/// Returns the number of links between two different places. A crossbar counts as one link, whose latency is
/// the whole route's. Returns 0 for a SimGrid file, whose links are unknown.
unsigned hops(const Topology& topology, NodeId from, NodeId to);

/// Returns the highest level that a route of that many hops reaches: 1 in a crossbar, in a torus, and between
/// two nodes below one switch of a fat tree.
unsigned levels_of_route(const Topology& topology, unsigned hops);

/// Returns the fewest links between any two nodes; 0 if only SimGrid knows.
unsigned min_hops(const Topology& topology);

/// Returns the bandwidth of the links above each level's children, from the nodes up, in bytes per second. A
/// level that states none has `usual`. Kinds other than fat trees have one level.
std::vector<double> level_bandwidths(const Topology& topology, double usual);

/// Returns whether some level of a fat tree states a bandwidth of its own.
bool has_level_bandwidths(const Topology& topology);

/// Returns the number of links that leave a node, which equals the number that enter it; 0 if only SimGrid
/// knows.
unsigned links_of_a_node(const Topology& topology);

}  // namespace gusset::simulator
