#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// "measured", "predicted" or "imported", as files, documents and pictures spell it.
std::string origin_name(Origin origin);
/// The origin with this name, or nothing if the name is unknown.
std::optional<Origin> origin_named(std::string_view name);

/// The program's name, or the file's name without its extension if the trace does not name the program.
std::string program_name(const Trace& trace, const std::string& path);

/// The recorded command line as text for a shell; empty if it is unknown.
std::string command_text(const Metadata& metadata);

/// The attribute with this name; null if the trace has none.
const Attribute* find_attribute(const Trace& trace, std::string_view name);
/// The node's name, or "node 3" if it has none.
std::string node_name(const Trace& trace, NodeId node);
/// The worker's name, or "worker 1" if it has none.
std::string worker_name(const Trace& trace, WorkerId worker);
/// The worker's name, with the node's name in front if the trace has several nodes: "node 3 worker 1".
std::string worker_place(const Trace& trace, WorkerId worker);
/// The handle's name, or "data 7" if it has none.
std::string handle_name(const Trace& trace, HandleId handle);
/// The handle's name and the version: "A(3,1) version 2".
std::string version_name(const Trace& trace, HandleId handle, std::uint32_t version);
/// Whether the access causes an event (see event_mode).
bool is_event(const Trace& trace, const Access& access);
/// Whether the task causes an event with this handle.
bool is_event(const Trace& trace, TaskId task, HandleId handle);
/// Whether a type is the code that an OpenMP program runs outside of parallel regions.
bool is_serial_type(const Trace& trace, TypeId type);
/// What that code is, in panels.
inline constexpr std::string_view outside_regions_text = "outside parallel regions";
/// The size of the machine: "2 workers", or "18 workers on 9 nodes".
std::string machine_text(const Trace& trace);
/// Whether a trace has tasks, but none of them ran: a task graph that has not run, for example from a DOT
/// file. `ran` is Statistics::tasks.
bool is_graph_only(std::uint64_t tasks, std::uint64_t ran);
/// Describes a graph that has not run: "a graph of 3 tasks that has not run".
std::string graph_only_text(std::uint64_t tasks);

}  // namespace gusset::traces
