#include "exchange/import/paje/paje_counters.hpp"

#include <cmath>

#include "exchange/import/scan.hpp"

namespace gusset::traces::import {

using Field = PajeEvent::Field;

Result<Done> PajeCounters::change(std::int64_t time_ns, double kept, double sign) {
  const auto container = containers_.find(line_[Field::container]);
  if (!container) return container.error();
  const auto type = containers_.type(line_[Field::type]);
  if (!type) return type.error();
  double amount = 0.0;
  if (!parse_number(line_[Field::value], amount) || !std::isfinite(amount))
    return line_.bad("a variable's value", line_[Field::value]);
  bool is_new = false;
  const std::uint32_t number = numbers_.add(std::uint64_t{*container} << 32 | *type, is_new);
  if (is_new) variables_.push_back({*container, *type, {}, {}});
  Variable& variable = variables_[number];
  const double before = variable.value.empty() ? 0.0 : variable.value.back();
  variable.time_ns.push_back(time_ns);
  variable.value.push_back(kept * before + sign * amount);
  return Done{};
}

void PajeCounters::add_to(TraceBuilder& builder) {
  constexpr std::uint32_t none = PajeContainers::none;
  for (const Variable& variable : variables_) {
    std::uint32_t node = variable.container;
    while (node != none && !containers_.is_node(node)) node = containers_[node].parent;
    const PajeContainer& of = containers_[variable.container];
    const NodeId id = node != none                  ? containers_.node_in(node)
                      : !of.tracks.empty()          ? of.node
                      : builder.trace.nodes.empty() ? containers_.node_in(variable.container)
                                                    : NodeId(0);
    std::string name = containers_.type_name(variable.type);
    if (node != variable.container) name += " of " + of.name;
    Counter& counter = builder.counter(id, name, "");
    for (std::size_t i = 0; i < variable.time_ns.size(); ++i)
      TraceBuilder::add_sample(counter, variable.time_ns[i], variable.value[i]);
  }
}

}  // namespace gusset::traces::import
