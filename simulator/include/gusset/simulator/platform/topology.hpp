#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/core/ids.hpp"

namespace gusset::simulator {

/// One level of a fat tree, counted from the nodes: the first joins nodes to their switches, the next those
/// switches to switches of their own, …
struct FatTreeLevel {
  unsigned children = 1;  ///< below each switch of this level
  unsigned parents = 1;   ///< of each child
  unsigned links = 1;     ///< from each child to each of its parents
  friend bool operator==(const FatTreeLevel&, const FatTreeLevel&) = default;
};

/// How the nodes of a platform are joined. A node's place is its number: in a fat tree the first nodes have
/// the first switch, in a torus the first dimension varies fastest.
struct Topology {
  enum class Kind : std::uint8_t {
    crossbar,  ///< each node has one link out and one in, and nothing else is ever full
    fat_tree,  ///< switches in levels; the route depends on sender and receiver only (D-mod-K)
    torus,     ///< a ring in each dimension; messages go dimension by dimension, the shorter way round
    simgrid,   ///< a file of SimGrid's, which alone knows its links
  };
  Kind kind = Kind::crossbar;
  std::vector<FatTreeLevel> levels;  ///< of a fat tree
  std::vector<unsigned> dimensions;  ///< of a torus
  std::string file;                  ///< of SimGrid's platform

  friend bool operator==(const Topology&, const Topology&) = default;
};

/// As in JSON: crossbar, fat_tree, torus, simgrid.
std::string_view name_of(Topology::Kind kind);

/// For how many nodes there is room: none means for any number. At most 2⁶⁴ − 1 is told.
std::optional<std::uint64_t> places(const Topology& topology);

/// Links between two places that differ. A crossbar counts as one, whose latency is the whole way's; a file
/// of SimGrid's has none to tell: 0.
unsigned hops(const Topology& topology, NodeId from, NodeId to);

/// The fewest links between any two nodes; 0 where only SimGrid knows.
unsigned least_hops(const Topology& topology);

/// Links that leave a node, and as many that lead to it; 0 where only SimGrid knows.
unsigned links_of_a_node(const Topology& topology);

}  // namespace gusset::simulator
