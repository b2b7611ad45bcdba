#include "gusset/traces/model/migrated_tasks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>

namespace gusset::traces {

std::vector<NodeId> homes_of_migrated(const Trace& trace) {
  const auto found = std::ranges::find(trace.attributes, home_attribute, &Attribute::name);
  if (found == trace.attributes.end()) return {};
  const auto* const nodes = std::get_if<std::vector<std::int64_t>>(&found->values);
  if (nodes == nullptr) return {};  // a program's own attribute
  std::vector<NodeId> homes(trace.tasks.size());
  for (std::size_t row = 0; row < found->tasks.size(); ++row) {
    const std::int64_t node = (*nodes)[row];
    if (node >= 0 && static_cast<std::uint64_t>(node) < trace.nodes.size())
      homes[found->tasks[row].value()] = NodeId(static_cast<std::uint64_t>(node));
  }
  return homes;
}

}  // namespace gusset::traces
