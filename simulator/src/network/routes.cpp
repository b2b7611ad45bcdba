#include "network/routes.hpp"

#include <cassert>

namespace gusset::simulator {

// Levels are counted from 0. The children of level 0 are nodes; those of higher levels are switches. The
// number of a child of level l has one digit for each level of the tree. The digit of a level below l says
// which parent there leads from a node up to the child; the other digits are those of the nodes below it.
Routes::Routes(const Topology& topology, unsigned nodes) : nodes_(nodes), links_(2 * nodes) {
  assert(topology.kind == Topology::Kind::crossbar || topology.kind == Topology::Kind::fat_tree);
  if (topology.kind == Topology::Kind::crossbar) return;
  std::uint32_t stride = 1;
  std::uint32_t parents_below = 1;
  for (const FatTreeLevel& each : topology.levels) {
    levels_.push_back({each.children, each.parents, each.links, stride, parents_below, 0});
    stride *= each.children;
    parents_below *= each.parents;
  }
  std::uint32_t below = 1;  // how many children of the level lead to the same node
  for (Level& level : levels_) {
    level.first_link = upward_;
    const std::uint32_t children_of_level = below * (stride / level.stride);
    upward_ += children_of_level * level.parents * level.cables;
    below *= level.parents;
  }
  links_ = 2 * upward_;
}

std::uint32_t Routes::link_above(std::size_t level, std::uint32_t child, std::uint32_t port) const {
  return levels_[level].first_link + child * levels_[level].parents * levels_[level].cables + port;
}

std::size_t Routes::level(std::uint32_t link) const {
  if (levels_.empty()) return 0;
  std::size_t level = levels_.size() - 1;
  while (levels_[level].first_link > link % upward_) --level;
  return level;
}

Routes::Route Routes::between(NodeId from, NodeId to) const {
  Route route;
  const auto add = [&route](std::uint32_t link) { route.links[route.length++] = link; };
  if (levels_.empty()) {
    add(from.value());
    add(nodes_ + to.value());
    return route;
  }
  // The number of the child of level l above a place: below level l the digits chosen on the way up, then
  // those of the place.
  const auto child_of = [this](std::size_t l, std::uint32_t chosen, std::uint32_t place) {
    return chosen + place / levels_[l].stride * levels_[l].parents_below;
  };
  std::array<std::uint32_t, max_length / 2> parent{};  // chosen on the way up to each level
  std::uint32_t chosen = 0;
  std::size_t top = 0;  // levels below the first common switch
  for (; from.value() / levels_[top].stride != to.value() / levels_[top].stride; ++top) {
    const Level& level = levels_[top];
    const std::uint32_t port = to.value() / level.parents_below % (level.parents * level.cables);
    add(link_above(top, child_of(top, chosen, from.value()), port));
    parent[top] = port % level.parents;
    chosen += parent[top] * level.parents_below;
    if (top + 1 == levels_.size()) {
      ++top;
      break;
    }
  }
  // The sender's place selects the cable. But if a port after the one by which the route left the switch
  // above also leads to the right child, the route takes the first such port, because SimGrid continues its
  // search from there.
  std::uint32_t next_port = 0;  // 0: the route has not left a switch yet
  for (std::size_t l = top; l-- > 0;) {
    const Level& level = levels_[l];
    const std::uint32_t digit = level.digit(to.value());
    std::uint32_t cable = next_port <= digit ? 0 : (next_port - digit + level.children - 1) / level.children;
    if (next_port == 0 || cable >= level.cables) cable = from.value() % level.cables;
    next_port = cable * level.children + digit + 1;
    chosen -= parent[l] * level.parents_below;
    add(upward_ + link_above(l, child_of(l, chosen, to.value()), parent[l] + cable * level.parents));
  }
  return route;
}

}  // namespace gusset::simulator
