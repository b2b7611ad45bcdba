#pragma once
#include "gusset/base/ids.hpp"

namespace gusset::traces {

using gusset::HandleId;
using gusset::Index;
using gusset::NodeId;

// Declared here, so that a tag of the same name in another namespace is never meant.
struct TaskTag;
struct TypeTag;
struct WorkerTag;
struct LaneTag;
struct AccessModeTag;

using TaskId = Index<TaskTag>;
using TypeId = Index<TypeTag>;
using WorkerId = Index<WorkerTag>;  ///< over all nodes of the trace
using LaneId = Index<LaneTag>;
using AccessModeId = Index<AccessModeTag>;

}  // namespace gusset::traces
