#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// "measured", "predicted" or "imported": what files, documents and pictures call an origin.
std::string origin_name(Origin origin);
/// Nothing where no origin has that name.
std::optional<Origin> origin_named(std::string_view name);

/// The program's name, or the file's where the trace knows none.
std::string program_name(const Trace& trace, const std::string& path);

/// The node's name, or "node 3" where it has none.
std::string node_name(const Trace& trace, NodeId node);
/// The worker's name, or "worker 1" where it has none.
std::string worker_name(const Trace& trace, WorkerId worker);
/// The worker's name, after its node's where there are several nodes: "node 3 worker 1".
std::string worker_place(const Trace& trace, WorkerId worker);
/// The handle's name, or "handle 7" where it has none.
std::string handle_name(const Trace& trace, HandleId handle);
/// "A(3,1) version 2".
std::string version_name(const Trace& trace, HandleId handle, std::uint32_t version);
/// "2 workers", or "18 workers on 9 nodes".
std::string machine_text(const Trace& trace);

}  // namespace gusset::traces
