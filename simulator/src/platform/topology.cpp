#include "gusset/simulator/platform/topology.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace gusset::simulator {
namespace {

using Kind = Topology::Kind;

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return b != 0 && a > most / b ? most : a * b;
}

unsigned hops_in_tree(const Topology& topology, std::uint64_t from, std::uint64_t to) {
  unsigned level = 0;
  for (const FatTreeLevel& each : topology.levels) {
    if (from == to) break;
    ++level;
    from /= each.children;
    to /= each.children;
  }
  return 2 * level;  // up to the first common switch, and down
}

unsigned hops_in_torus(const Topology& topology, unsigned from, unsigned to) {
  unsigned hops = 0;
  for (const unsigned size : topology.dimensions) {
    const unsigned a = from % size;
    const unsigned b = to % size;
    const unsigned distance = a < b ? b - a : a - b;
    hops += std::min(distance, size - distance);
    from /= size;
    to /= size;
  }
  return hops;
}

}  // namespace

std::string_view name_of(Kind kind) {
  constexpr std::array<std::string_view, 4> names{"crossbar", "fat_tree", "torus", "simgrid"};
  return names[static_cast<std::size_t>(kind)];
}

std::optional<std::uint64_t> places(const Topology& topology) {
  if (topology.kind != Kind::fat_tree && topology.kind != Kind::torus) return std::nullopt;
  std::uint64_t number = 1;  // at most one of the lists is non-empty
  for (const FatTreeLevel& level : topology.levels) number = saturating_product(number, level.children);
  for (const unsigned size : topology.dimensions) number = saturating_product(number, size);
  return number;
}

unsigned hops(const Topology& topology, NodeId from, NodeId to) {
  switch (topology.kind) {
    case Kind::crossbar:
      return 1;
    case Kind::fat_tree:
      return hops_in_tree(topology, from.value(), to.value());
    case Kind::torus:
      return hops_in_torus(topology, from.value(), to.value());
    case Kind::simgrid:
      break;
  }
  return 0;
}

unsigned min_hops(const Topology& topology) {
  constexpr std::array<unsigned, 4> least{1, 2, 1, 0};  // indexed by kind
  return least[static_cast<std::size_t>(topology.kind)];
}

unsigned levels_of_route(const Topology& topology, unsigned hops) {
  return topology.kind == Kind::fat_tree ? hops / 2 : 1;
}

std::vector<double> level_bandwidths(const Topology& topology, double usual) {
  if (topology.kind != Kind::fat_tree) return {usual};
  std::vector<double> bandwidths;
  for (const FatTreeLevel& level : topology.levels)
    bandwidths.push_back(level.bandwidth_bytes_per_s.value_or(usual));
  return bandwidths;
}

bool has_level_bandwidths(const Topology& topology) {
  return std::any_of(topology.levels.begin(), topology.levels.end(),
                     [](const FatTreeLevel& level) { return level.bandwidth_bytes_per_s.has_value(); });
}

unsigned links_of_a_node(const Topology& topology) {
  if (topology.kind == Kind::fat_tree) return topology.levels.front().parents * topology.levels.front().links;
  if (topology.kind != Kind::torus) return min_hops(topology);
  unsigned links = 0;
  for (const unsigned size : topology.dimensions) links += size == 1 ? 0 : 2;
  return links;
}

}  // namespace gusset::simulator
