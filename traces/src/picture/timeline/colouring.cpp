#include "gusset/traces/picture/timeline/colouring.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "colouring_kinds.hpp"
#include "gusset/traces/model/names.hpp"
#include "picture/attribute_key.hpp"

namespace gusset::traces {
namespace {

constexpr std::array<std::string_view, 6> key_names{"type", "node", "level", "duration", "slack", "waiting"};

std::optional<ColourKey> key_of(std::string_view name) {
  const auto found = std::find(key_names.begin(), key_names.end(), name);
  if (found == key_names.end()) return std::nullopt;
  return static_cast<ColourKey>(found - key_names.begin());
}

bool has_facts(const Trace& trace, ColourKey key) {
  switch (key) {
    case ColourKey::level:
      return trace.recorded.parents;
    case ColourKey::slack:
    case ColourKey::waiting:
      return trace.recorded.accesses || trace.recorded.dependencies;
    default:
      return true;
  }
}

}  // namespace

std::string to_text(const ColourBy& by) {
  if (by.key != ColourKey::attribute) return std::string(key_names[static_cast<std::size_t>(by.key)]);
  return key_of(by.attribute) ? attribute_key(by.attribute) : by.attribute;
}

std::vector<std::string> colour_keys(const Trace& trace) {
  std::vector<std::string> keys;
  for (const std::string_view name : key_names) {
    if (has_facts(trace, *key_of(name))) keys.emplace_back(name);
  }
  for (const Attribute& attribute : trace.attributes)
    keys.push_back(to_text({ColourKey::attribute, attribute.name}));
  return keys;
}

Result<ColourBy> parse_colour_by(const Trace& trace, std::string_view text) {
  if (const auto key = key_of(text)) {
    if (has_facts(trace, *key)) return ColourBy{*key, {}};
  } else {
    std::string_view name = text;
    if (name.starts_with(attribute_prefix)) name.remove_prefix(attribute_prefix.size());
    if (find_attribute(trace, name) != nullptr) return ColourBy{ColourKey::attribute, std::string(name)};
  }
  std::string known;
  for (const std::string& key : colour_keys(trace)) known += (known.empty() ? "" : ", ") + key;
  return Error{"colour", "one of " + known + ", which this trace supports", "\"" + std::string(text) + "\""};
}

std::shared_ptr<const Colouring> make_colouring(const Trace& trace, const ColourBy& by) {
  using namespace colourings;
  if (by.key == ColourKey::type) return nullptr;
  if (by.key == ColourKey::attribute) return by_attribute(trace, *find_attribute(trace, by.attribute));
  // In the order of ColourKey.
  constexpr std::array from_node_on{by_node, by_level, by_duration, by_slack, by_waiting};
  return from_node_on[static_cast<std::size_t>(by.key) - static_cast<std::size_t>(ColourKey::node)](trace);
}

}  // namespace gusset::traces
