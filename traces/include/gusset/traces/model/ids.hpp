#pragma once
#include <cstdint>
#include <limits>

#include "gusset/base/ids.hpp"

namespace gusset::traces {

/// A time that was not recorded.
inline constexpr std::int64_t unknown_time = std::numeric_limits<std::int64_t>::min();

using gusset::HandleId;
using gusset::Index;
using gusset::NodeId;

// Declared here so that these names never refer to a tag in another namespace.
struct TaskTag;
struct TypeTag;
struct WorkerTag;
struct LaneTag;
struct AccessModeTag;

using TaskId = Index<TaskTag>;
using TypeId = Index<TypeTag>;
using WorkerId = Index<WorkerTag>;  ///< counts the workers of all nodes
using LaneId = Index<LaneTag>;
using AccessModeId = Index<AccessModeTag>;

}  // namespace gusset::traces
