#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/core/ids.hpp"
#include "gusset/simulator/platform/topology.hpp"

namespace gusset::simulator {

/// The links of a crossbar or a fat tree, numbered from 0, and the routes over them. Each direction of a
/// cable is a link of its own. In a fat tree, routes are those of SimGrid 3.32: up by the receiver's place
/// (D-mod-K), down over the cable that the sender's place selects.
class Routes {
 public:
  static constexpr std::size_t max_length = 16;  ///< up and down 8 levels
  struct Route {
    std::array<std::uint32_t, max_length> links{};
    std::size_t length = 0;
  };

  /// The topology is a crossbar or a fat tree with places for that many nodes.
  Routes(const Topology& topology, unsigned nodes);

  std::uint32_t links() const { return links_; }
  /// Returns the number of links on the longest route.
  std::size_t longest() const { return levels_.empty() ? 2 : 2 * levels_.size(); }
  Route between(NodeId from, NodeId to) const;
  /// Returns the level of a link, counted from the nodes; 0 for a crossbar.
  std::size_t level(std::uint32_t link) const;

 private:
  struct Level {
    std::uint32_t children = 1;       // of each switch of this level
    std::uint32_t parents = 1;        // of each child
    std::uint32_t cables = 1;         // from each child to each parent
    std::uint32_t stride = 1;         // of the digit that this level adds to the place of a node
    std::uint32_t parents_below = 1;  // product of the parents of all levels below
    std::uint32_t first_link = 0;
    std::uint32_t digit(std::uint32_t place) const { return place / stride % children; }
  };

  std::uint32_t link_above(std::size_t level, std::uint32_t child, std::uint32_t port) const;

  std::uint32_t nodes_ = 0;  // of a crossbar
  std::uint32_t links_ = 0;
  std::uint32_t upward_ = 0;   // links that lead up; each has a partner that leads down
  std::vector<Level> levels_;  // empty for a crossbar
};

}  // namespace gusset::simulator
