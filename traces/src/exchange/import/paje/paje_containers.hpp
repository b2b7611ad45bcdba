#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/import/name_table.hpp"
#include "exchange/import/paje/paje_lines.hpp"
#include "exchange/import/trace_builder.hpp"

namespace gusset::traces::import {

/// Maps the names and aliases in lines to numbers.
class PajeAliases {
 public:
  static constexpr std::uint32_t none = NameTable::none;

  std::uint32_t find(std::string_view name) const {
    const std::uint32_t at = names_.find(name);
    return at == none ? none : numbers_[at];
  }
  /// Maps the line's alias to `number`, and also its name unless the name is taken.
  void define(const PajeLines& line, std::uint32_t number) {
    set(line.alias(), number);
    const std::string_view name = line[PajeEvent::Field::name];
    if (find(name) == none) set(name, number);
  }

 private:
  void set(std::string_view name, std::uint32_t number) {
    const std::uint32_t at = names_.add(name);
    if (at >= numbers_.size()) numbers_.resize(at + std::size_t{1}, none);
    numbers_[at] = number;
  }

  NameTable names_;
  std::vector<std::uint32_t> numbers_;
};

struct PajeContainer {
  std::string name;
  std::uint32_t type = PajeAliases::none;
  std::uint32_t parent = PajeAliases::none;
  NodeId node;
  std::vector<std::uint32_t> children;  ///< the containers directly within
  std::vector<std::uint32_t> tracks;    ///< one per type of the container's states
  TaskId last_task;                     ///< the last task that ended
  std::vector<std::size_t> waiting_in;  ///< links that end at the next task
};

/// The types and containers of a Paje file, and the nodes that the containers belong to.
class PajeContainers {
 public:
  static constexpr std::uint32_t none = PajeAliases::none;

  PajeContainers(const PajeLines& line, TraceBuilder& builder) : line_(line), builder_(builder) {}

  void define_type(bool is_container);
  /// The type with that name or alias. Fails if it was not defined.
  Result<std::uint32_t> type(std::string_view name) const;
  std::uint32_t find_type(std::string_view name) const { return types_.find(name); }
  const std::string& type_name(std::uint32_t type) const { return type_names_[type]; }

  Result<Done> create();
  Result<std::uint32_t> find(std::string_view name) const;
  PajeContainer& operator[](std::uint32_t number) { return containers_[number]; }
  const PajeContainer& operator[](std::uint32_t number) const { return containers_[number]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(containers_.size()); }

  /// Whether StarPU wrote the file. Its files put workers inside programs, and their times are in ms.
  bool is_starpu() const { return is_starpu_; }

  /// The shared-memory node of a container: StarPU's enclosing program, or else the parent container.
  NodeId node_of(std::uint32_t container);
  /// The node for a container that encloses others. `none` gives the node of containers without a parent.
  NodeId node_in(std::uint32_t container);
  bool is_node(std::uint32_t container) const {
    const std::size_t at = container + std::size_t{1};
    return at < nodes_.size() && !nodes_[at].is_none();
  }

 private:
  const PajeLines& line_;
  TraceBuilder& builder_;
  bool is_starpu_ = false;
  PajeAliases types_;
  std::vector<std::string> type_names_;
  PajeAliases aliases_;
  std::vector<PajeContainer> containers_;
  std::vector<NodeId> nodes_;  ///< indexed by container + 1
};

}  // namespace gusset::traces::import
