#pragma once
#include <cstdint>
#include <vector>

#include "exchange/import/number_table.hpp"
#include "exchange/import/paje/paje_containers.hpp"

namespace gusset::traces::import {

/// The variables of a Paje file's containers over time.
class PajeCounters {
 public:
  PajeCounters(const PajeLines& line, PajeContainers& containers) : line_(line), containers_(containers) {}

  /// Applies the line to its variable: new value = `kept` × old value + `sign` × the line's value.
  Result<Done> change(std::int64_t time_ns, double kept, double sign);
  /// Adds the variables as counters. A variable may belong to any container, but a counter belongs to a node,
  /// so the counter's name includes the container.
  void add_to(TraceBuilder& builder);

 private:
  struct Variable {
    std::uint32_t container;
    std::uint32_t type;
    std::vector<std::int64_t> time_ns;
    std::vector<double> value;
  };

  const PajeLines& line_;
  PajeContainers& containers_;
  NumberTable numbers_;  ///< by container and type
  std::vector<Variable> variables_;
};

}  // namespace gusset::traces::import
