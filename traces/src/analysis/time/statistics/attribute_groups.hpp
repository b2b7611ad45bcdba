#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The distinct values of an attribute, as groups of tasks.
struct AttributeGroups {
  /// The values in ascending order, then, if some task has no value, "without iteration".
  std::vector<std::string> names;
  std::vector<std::uint32_t> of_task;  ///< the group of each task

  AttributeGroups() = default;
  AttributeGroups(const Attribute& attribute, std::size_t tasks);
};

}  // namespace gusset::traces
