#pragma once
#include "gusset/base/ids.hpp"

namespace gusset {

/// Means all nodes at once. As an owner: each node owns its own copy. As a task's node: each node runs the
/// task.
inline constexpr NodeId every_node{NodeId::none_value - 1};
using WorkerId = Index<struct WorkerTag>;        ///< within a node; 0 is the submitting thread
using DomainId = Index<struct DomainTag>;        ///< within a node: a socket, whose workers share memory
using EngineSlot = Index<struct EngineSlotTag>;  ///< in an engine's own tables; see HandleState::slot
using EventId = Index<struct EventTag>;          ///< see Engine::event
using TaskTypeId = Index<struct TaskTypeTag>;    ///< per process

}  // namespace gusset
