#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"
#include "recording.hpp"
#include "source_places.hpp"

namespace gusset::ompt {

/// Names calls, all at once: where two have one name, they create one type of task.
using NamePlaces = std::function<std::vector<std::string>(const std::vector<Call>& calls)>;

/// Makes a trace of what a process noted, all but its metadata's provenance; notes say what got lost. A
/// task's type is where it was created ("lu.c:41"); parts of parallel regions are "parallel lu.c:33", the
/// program outside of them is "serial", a taskwait with dependences is "taskwait lu.c:60". A task is ready
/// when it has been created and its last predecessor has ended, as nothing tells more. Null where the process
/// began no parallel region and created no task. Fails where the recording contradicts itself.
Result<std::shared_ptr<traces::Trace>> build_trace(const Recording& recording, const NamePlaces& name_places);

}  // namespace gusset::ompt
