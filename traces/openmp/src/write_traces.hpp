#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::ompt {

/// Converts all event files next to `trace` to traces. Removes an event file if its conversion succeeded, or
/// if it has nothing to convert. The process that gusset started directly gets the name `trace` (if there are
/// several such processes, or none, the first one to start gets it). The others, in order of their starts,
/// get the first free names among NAME.2.gus, NAME.3.gus, … A process that began no parallel region and
/// created no task gets no trace. Returns the errors; an error in one process does not affect the others.
/// `ended_by`: what stopped the process that gusset started, for example "signal 9 (Killed)"; empty if it
/// ended on its own.
std::vector<Error> write_traces(const std::filesystem::path& trace, const std::string& ended_by = "");

/// Converts one event file, which stays, to `trace`.
Result<Done> write_trace(const std::filesystem::path& events, const std::filesystem::path& trace);

}  // namespace gusset::ompt
