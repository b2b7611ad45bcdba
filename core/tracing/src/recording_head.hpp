#pragma once
#include <cstddef>
#include <string>

#include "gusset/traces/gus/recording_file.hpp"
#include "records.hpp"

namespace gusset::core_tracing {

std::string worker_name(std::size_t worker);

/// What is known about a recording on this machine before it begins.
traces::RecordingHead head_of(Depth depth, std::size_t workers);

}  // namespace gusset::core_tracing
