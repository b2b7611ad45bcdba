#include "topology_json.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "platform_ranges.hpp"

namespace gusset::simulator {
namespace {

using nlohmann::ordered_json;
using Kind = Topology::Kind;

constexpr const char* kinds = "\"crossbar\", or an object of kind crossbar, fat_tree or torus";

constexpr std::size_t max_tree_levels = 8;
constexpr std::size_t max_dimensions = 8;
constexpr std::uint64_t max_places = 65536;
constexpr std::uint64_t max_switches = 65536;
constexpr std::uint64_t max_links = 1 << 20;
constexpr NumberRange children_range{1, 65536, "a whole number from 1 to 65536"};
constexpr NumberRange parents_range{1, 65536, "a whole number from 1 to 65536"};
constexpr NumberRange links_range{1, 1024, "a whole number from 1 to 1024"};
constexpr NumberRange dimension_range{1, 65536, "a whole number from 1 to 65536"};

/// Returns the elements of a list that has at least one and at most `most`.
std::vector<JsonField> short_list(const JsonField& list, std::size_t most, const char* what) {
  std::vector<JsonField> fields = list.list();
  if (fields.empty() || fields.size() > most)
    throw list.expected("1 to " + std::to_string(most) + " " + what, std::to_string(fields.size()));
  return fields;
}

/// Rejects a topology that is too large to simulate.
void check_size(const Topology& topology, const JsonField& field) {
  if (const std::uint64_t found = places(topology).value_or(0); found > max_places)
    throw field.expected("at most " + std::to_string(max_places) + " places for nodes",
                         std::to_string(found));
  if (topology.kind != Kind::fat_tree) return;
  std::uint64_t below = places(topology).value_or(0);  // elements below the level
  std::uint64_t switches = 0;
  std::uint64_t links = 0;
  for (const FatTreeLevel& level : topology.levels) {
    links += below * level.parents * level.links;
    below = below / level.children * level.parents;
    switches += below;
    if (switches > max_switches)
      throw field.expected("at most " + std::to_string(max_switches) + " switches", "more");
    if (links > max_links) throw field.expected("at most " + std::to_string(max_links) + " links", "more");
  }
}

void read_fat_tree(const JsonField& field, Topology& topology) {
  const JsonField levels = field.at("levels");
  levels.list();
  field.refuse_other_members();
  for (const JsonField& level : short_list(levels, max_tree_levels, "levels")) {
    FatTreeLevel read;
    read.children = level.at("children").small_count(children_range);
    if (const auto parents = level.find("parents")) read.parents = parents->small_count(parents_range);
    if (const auto links = level.find("links")) read.links = links->small_count(links_range);
    if (const auto bandwidth = level.find("bandwidth_bytes_per_s"))
      read.bandwidth_bytes_per_s = bandwidth->number(bandwidth_range);
    level.refuse_other_members();
    topology.levels.push_back(read);
  }
}

void read_torus(const JsonField& field, Topology& topology) {
  const JsonField sizes = field.at("dimensions");
  sizes.list();
  field.refuse_other_members();
  for (const JsonField& size : short_list(sizes, max_dimensions, "dimensions"))
    topology.dimensions.push_back(size.small_count(dimension_range));
}

}  // namespace

Topology topology_from_json(const JsonField& field, bool may_be_simgrid) {
  Topology topology;
  if (field.value() == "crossbar") return topology;
  if (!field.value().is_object()) throw field.expected(kinds);
  const std::string kind = field.at("kind").text();
  if (kind == name_of(Kind::fat_tree)) {
    topology.kind = Kind::fat_tree;
    read_fat_tree(field, topology);
  } else if (kind == name_of(Kind::torus)) {
    topology.kind = Kind::torus;
    read_torus(field, topology);
  } else if (may_be_simgrid && kind == name_of(Kind::simgrid)) {
    topology.kind = Kind::simgrid;
    topology.file = field.at("file").text();
  } else {
    if (kind != name_of(Kind::crossbar)) throw field.at("kind").expected("crossbar, fat_tree or torus");
    field.refuse_other_members();
  }
  check_size(topology, field);
  return topology;
}

ordered_json topology_to_json(const Topology& topology) {
  if (topology.kind == Kind::crossbar) return "crossbar";
  ordered_json object{{"kind", name_of(topology.kind)}};
  if (topology.kind == Kind::fat_tree) {
    ordered_json& levels = object["levels"] = ordered_json::array();
    for (const FatTreeLevel& level : topology.levels) {
      levels.push_back({{"children", level.children}, {"parents", level.parents}, {"links", level.links}});
      if (level.bandwidth_bytes_per_s) levels.back()["bandwidth_bytes_per_s"] = *level.bandwidth_bytes_per_s;
    }
  } else if (topology.kind == Kind::torus) {
    object["dimensions"] = topology.dimensions;
  } else {
    object["file"] = topology.file;
  }
  return object;
}

}  // namespace gusset::simulator
