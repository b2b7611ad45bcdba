#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/gus/recording_file.hpp"
#include "gusset/traces/model/recorded_part.hpp"
#include "gusset/traces/model/trace.hpp"
#include "records.hpp"

namespace gusset::core_tracing {

std::string worker_name(std::size_t worker);

/// The access modes that exist so far, from index `first` on.
std::vector<traces::AccessMode> modes_from(std::size_t first);

/// What is known about a recording on this machine before it begins.
/// `part`: which node's part of a run it is, if the run has several nodes.
traces::RecordingHead head_of(Depth depth, std::size_t workers,
                              const std::optional<traces::RecordedPart>& part);

}  // namespace gusset::core_tracing
