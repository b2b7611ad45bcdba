#pragma once
#include <cstdint>
#include <span>

#include "gus_recording.hpp"
#include "tick_scale.hpp"

namespace gusset::traces::gus {

/// Adds the recording's messages to the trace, in order of time. Joins the two ends of each message: the
/// first recorded sending of a version from one node to another with its first arrival, and so on. The time
/// of an end that was not recorded is unknown. Times count from `start_ns`.
void assemble_messages(Trace& trace, Recording&& recording, const TickScale& scale, std::int64_t start_ns);

/// Sets how many accesses each message serves (Message::listeners): those to its version by the tasks of its
/// destination. A task that only uses what its parent accesses is served with the parent. If several messages
/// brought a version to a node, each of the later ones served one access, which had reserved the version.
/// Keeps what the message's ends say if no such access was recorded.
/// `access_tasks`: the task of each of the trace's accesses; `nodes`: the node of each task, none if unknown.
void count_served_accesses(Trace& trace, std::span<const TaskId> access_tasks, std::span<const NodeId> nodes);

}  // namespace gusset::traces::gus
