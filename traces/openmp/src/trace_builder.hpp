#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"
#include "recording.hpp"
#include "source_places.hpp"

namespace gusset::ompt {

/// Names all calls at once. Calls with the same name create one type of task.
using NamePlaces = std::function<std::vector<std::string>(const std::vector<Call>& calls)>;

/// Builds a trace from a process's recording; the metadata lack only the provenance. Notes say what was lost.
/// A task's type is the place of its creation ("lu.c:41"). A thread's part of a parallel region has the type
/// "parallel lu.c:33", the program outside parallel regions "serial", a taskwait with dependences "taskwait
/// lu.c:60". A task is ready when it has been created and its last predecessor has ended, because the
/// interface reports no more. Null if the process began no parallel region and created no task. Fails if the
/// recording contradicts itself.
Result<std::shared_ptr<traces::Trace>> build_trace(const Recording& recording, const NamePlaces& name_places,
                                                   const std::string& ended_by = "");

}  // namespace gusset::ompt
