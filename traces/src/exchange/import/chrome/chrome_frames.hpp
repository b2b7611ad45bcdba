#pragma once
#include "exchange/import/chrome/chrome_tasks.hpp"
#include "exchange/import/trace_builder.hpp"

namespace gusset::traces::import {

/// Drops the tasks of frames: slices that enclose all others on their thread, last nearly as long as the
/// whole run, and have a name that only frames have. They come from a profiler or a main function and are not
/// tasks. Each stays as a span of kind `other` without a task, and a note names them. Does nothing if Gusset
/// wrote the file. Call it before dependencies are added.
void drop_frames(TraceBuilder& builder, ChromeTasks& tasks);

}  // namespace gusset::traces::import
