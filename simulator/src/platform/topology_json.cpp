#include "topology_json.hpp"

#include <cstdint>
#include <utility>

#include "costs/json_object.hpp"

namespace gusset::simulator {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using gusset::Error;
using gusset::Result;
using Kind = Topology::Kind;

constexpr const char* kinds = "\"crossbar\", or an object of kind crossbar, fat_tree or torus";

constexpr std::size_t most_tree_levels = 8;
constexpr std::size_t most_dimensions = 8;
constexpr std::uint64_t most_places = 65536;
constexpr std::uint64_t most_switches = 65536;
constexpr std::uint64_t most_links = 1 << 20;
constexpr NumberRange children_range{1, 65536, "an integer from 1 to 65536"};
constexpr NumberRange parents_range{1, 65536, "an integer from 1 to 65536"};
constexpr NumberRange links_range{1, 1024, "an integer from 1 to 1024"};
constexpr NumberRange dimension_range{1, 65536, "an integer from 1 to 65536"};

/// How many elements an array has, where that is wrong.
std::optional<Error> check_length(const json& array, std::size_t most, const std::string& where,
                                  const char* what) {
  if (!array.empty() && array.size() <= most) return std::nullopt;
  return Error{where, "1 to " + std::to_string(most) + " " + what, std::to_string(array.size())};
}

/// What is too much of a fat tree for anyone to simulate.
std::optional<Error> check_size(const Topology& topology, const std::string& where) {
  if (const std::uint64_t found = places(topology).value_or(0); found > most_places) {
    return Error{where, "at most " + std::to_string(most_places) + " places for nodes",
                 std::to_string(found)};
  }
  if (topology.kind != Kind::fat_tree) return std::nullopt;
  std::uint64_t below = places(topology).value_or(0);  // elements under the level
  std::uint64_t switches = 0;
  std::uint64_t links = 0;
  for (const FatTreeLevel& level : topology.levels) {
    links += below * level.parents * level.links;
    below = below / level.children * level.parents;
    switches += below;
    if (switches > most_switches) {
      return Error{where, "at most " + std::to_string(most_switches) + " switches", "more"};
    }
    if (links > most_links) return Error{where, "at most " + std::to_string(most_links) + " links", "more"};
  }
  return std::nullopt;
}

Result<Topology> fat_tree(JsonObject& fields, const std::string& where) {
  Topology topology;
  topology.kind = Kind::fat_tree;
  const json& levels = fields.array("levels");
  if (auto error = fields.error()) return *std::move(error);
  if (auto error = check_length(levels, most_tree_levels, where + ": levels", "levels"))
    return *std::move(error);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    JsonObject level(levels[i], where + ": levels[" + std::to_string(i) + "]");
    FatTreeLevel read;
    read.children = static_cast<unsigned>(level.integer("children", children_range));
    read.parents = static_cast<unsigned>(level.optional_integer("parents", parents_range).value_or(1));
    read.links = static_cast<unsigned>(level.optional_integer("links", links_range).value_or(1));
    if (auto error = level.error()) return *std::move(error);
    topology.levels.push_back(read);
  }
  return topology;
}

Result<Topology> torus(JsonObject& fields, const std::string& where) {
  Topology topology;
  topology.kind = Kind::torus;
  const json& sizes = fields.array("dimensions");
  if (auto error = fields.error()) return *std::move(error);
  if (auto error = check_length(sizes, most_dimensions, where + ": dimensions", "dimensions"))
    return *std::move(error);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const json& size = sizes[i];
    if (!size.is_number_unsigned() || !dimension_range.contains(size.get<double>())) {
      return Error{where + ": dimensions[" + std::to_string(i) + "]", std::string(dimension_range.expected),
                   describe(size)};
    }
    topology.dimensions.push_back(size.get<unsigned>());
  }
  return topology;
}

}  // namespace

Result<Topology> topology_from_json(const json& value, const std::string& where) {
  if (value.is_string() && value.get_ref<const std::string&>() == "crossbar") return Topology{};
  if (!value.is_object()) return Error{where, kinds, describe(value)};
  JsonObject fields(value, where);
  const std::string kind = fields.text("kind");
  Result<Topology> topology = Topology{};
  if (kind == name_of(Kind::fat_tree)) {
    topology = fat_tree(fields, where);
  } else if (kind == name_of(Kind::torus)) {
    topology = torus(fields, where);
  } else {
    if (kind != name_of(Kind::crossbar))
      fields.refuse("kind", "crossbar, fat_tree or torus", describe(json(kind)));
    if (auto error = fields.error()) return *std::move(error);
  }
  if (!topology) return topology;
  if (auto error = check_size(*topology, where)) return *std::move(error);
  return topology;
}

ordered_json topology_to_json(const Topology& topology) {
  if (topology.kind == Kind::crossbar) return "crossbar";
  ordered_json object{{"kind", name_of(topology.kind)}};
  if (topology.kind == Kind::fat_tree) {
    ordered_json& levels = object["levels"] = ordered_json::array();
    for (const FatTreeLevel& level : topology.levels) {
      levels.push_back({{"children", level.children}, {"parents", level.parents}, {"links", level.links}});
    }
  } else if (topology.kind == Kind::torus) {
    object["dimensions"] = topology.dimensions;
  } else {
    object["file"] = topology.file;
  }
  return object;
}

}  // namespace gusset::simulator
