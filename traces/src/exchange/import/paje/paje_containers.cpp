#include "exchange/import/paje/paje_containers.hpp"

namespace gusset::traces::import {

using Field = PajeEvent::Field;

void PajeContainers::define_type(bool is_container) {
  types_.define(line_, static_cast<std::uint32_t>(type_names_.size()));
  type_names_.push_back(line_.name_of(line_[Field::name]));
  // Only StarPU's traces have memory nodes, and only they are in ms.
  is_starpu_ = is_starpu_ || (is_container && line_[Field::name] == "Memory Node");
}

Result<std::uint32_t> PajeContainers::type(std::string_view name) const {
  const std::uint32_t type = find_type(name);
  if (type == none) return line_.bad("a defined type", name);
  return type;
}

Result<Done> PajeContainers::create() {
  const auto of = type(line_[Field::type]);
  if (!of) return of.error();
  PajeContainer container;
  container.name = line_.name_of(line_[Field::name]);
  container.type = *of;
  const std::string_view parent = line_[Field::container];
  if (parent != "0" && !parent.empty()) container.parent = aliases_.find(parent);
  if (container.parent != none) containers_[container.parent].children.push_back(size());
  aliases_.define(line_, size());
  containers_.push_back(std::move(container));
  return Done{};
}

Result<std::uint32_t> PajeContainers::find(std::string_view name) const {
  const std::uint32_t number = aliases_.find(name);
  if (number == none) return line_.bad("an existing container", name);
  return number;
}

NodeId PajeContainers::node_of(std::uint32_t container) {
  std::uint32_t node = containers_[container].parent;
  for (std::uint32_t at = container; is_starpu_ && at != none; at = containers_[at].parent) {
    const std::string& type = type_names_[containers_[at].type];
    if (type != "Program" && type != "MPI Program") continue;
    node = at;
    break;
  }
  return node_in(node);
}

NodeId PajeContainers::node_in(std::uint32_t container) {
  const std::size_t at = container == none ? 0 : container + std::size_t{1};
  if (at >= nodes_.size()) nodes_.resize(at + 1);
  if (nodes_[at].is_none()) {
    nodes_[at] = builder_.add_node(container == none ? "" : containers_[container].name,
                                   static_cast<std::int64_t>(at));
  }
  return nodes_[at];
}

}  // namespace gusset::traces::import
