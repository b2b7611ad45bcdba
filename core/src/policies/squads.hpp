#pragma once
#include <memory>

#include "gusset/core/policy.hpp"

namespace gusset::detail {

/// CAB's Algorithm I [Chen, Huang, Guo, Zhou: "CAB: Cache Aware Bi-tier task-stealing in multi-socket
/// multi-core architecture", 2011]. Tasks above the boundary level divide work among the sockets' squads of
/// workers, and wait in the squads' pools. Only a squad's head worker takes them, one at a time: while a task
/// of the boundary level or one of its subtasks is not complete, the squad is busy. Workers steal only within
/// their squad, except while no task of a pool is open.
std::unique_ptr<Policy> make_cab_policy(const PolicyContext& context);

/// Like cab, but sizes decide instead of a level: tasks divide work among squads while their data exceeds a
/// socket's share of all data, and then while it exceeds the socket's cache and each half has a leaf for
/// every worker of the squad. A task that is not divided any further goes to the squad that last accessed its
/// data.
std::unique_ptr<Policy> make_squads_policy(const PolicyContext& context);

}  // namespace gusset::detail
